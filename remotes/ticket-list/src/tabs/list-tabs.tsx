import {
  countKey,
  SOURCE_TABS,
  STATUS_TABS,
  type ListFilters,
  type SourceTab,
  type StatusTab,
  type TicketCounts,
} from '@inbox/domain';
import { channelLabels, LOWEST_WINDOW, statusLabels, styled, Tabs } from '@inbox/ui';
import { messages } from '../messages';
import { activeTab } from '../filters/filter-rules';

/** One above the other; beside each other where the window is at its lowest. */
const Rows = styled.div`
  flex: none;
  ${LOWEST_WINDOW} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

interface ListTabsProps {
  filters: ListFilters;
  counts: TicketCounts | null;
  /** The counts could not be had. */
  countsFailed: boolean;
  /** The id of the element with the rows. */
  controls: string;
  onStatus(status: StatusTab): void;
  onSource(source: SourceTab): void;
}

const isSourceTab = (source: ListFilters['conversation_source']): source is SourceTab => source !== 'comment';

/** The tabs by status, each with its count, and by channel (spec section 2). */
export function ListTabs({ filters, counts, countsFailed, controls, onStatus, onSource }: ListTabsProps) {
  const { conversation_source: source } = filters;
  const unknown = countsFailed ? null : undefined;
  return (
    <Rows>
      <Tabs
        label={messages.statusTabs}
        controls={controls}
        value={activeTab(filters)}
        onChange={onStatus}
        items={STATUS_TABS.map((tab) => ({
          value: tab,
          label: tab === null ? messages.all : statusLabels[tab],
          count: counts === null ? unknown : (counts[countKey(tab, source)] ?? 0),
        }))}
      />
      <Tabs
        look="pills"
        label={messages.sourceTabs}
        controls={controls}
        value={isSourceTab(source) ? source : undefined}
        onChange={onSource}
        items={SOURCE_TABS.map((tab) => ({ value: tab, label: tab === null ? messages.all : channelLabels[tab] }))}
      />
    </Rows>
  );
}
