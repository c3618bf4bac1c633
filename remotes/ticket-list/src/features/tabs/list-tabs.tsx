import {
  countKey,
  SOURCE_TABS,
  STATUS_TABS,
  type ListFilters,
  type SourceTab,
  type StatusTab,
  type TicketCounts,
} from '@inbox/domain';
import { channelLabels, statusLabels, Tabs } from '@inbox/ui';
import { messages } from '../../messages';

interface ListTabsProps {
  filters: ListFilters;
  counts: TicketCounts | null;
  /** The id of the element with the rows. */
  controls: string;
  onStatus(status: StatusTab): void;
  onSource(source: SourceTab): void;
}

const isStatusTab = (status: ListFilters['ticket_status']): status is StatusTab => status !== 'assigned_to_bot';
const isSourceTab = (source: ListFilters['conversation_source']): source is SourceTab => source !== 'comment';

/** The tabs by status, each with its count, and by channel (spec section 2). */
export function ListTabs({ filters, counts, controls, onStatus, onSource }: ListTabsProps) {
  const { ticket_status: status, conversation_source: source } = filters;
  return (
    <>
      <Tabs
        label={messages.statusTabs}
        controls={controls}
        value={isStatusTab(status) ? status : null}
        onChange={onStatus}
        items={STATUS_TABS.map((tab) => ({
          value: tab,
          label: tab === null ? messages.all : statusLabels[tab],
          count: counts === null ? undefined : (counts[countKey(tab, source)] ?? 0),
        }))}
      />
      <Tabs
        look="pills"
        label={messages.sourceTabs}
        controls={controls}
        value={isSourceTab(source) ? source : null}
        onChange={onSource}
        items={SOURCE_TABS.map((tab) => ({ value: tab, label: tab === null ? messages.all : channelLabels[tab] }))}
      />
    </>
  );
}
