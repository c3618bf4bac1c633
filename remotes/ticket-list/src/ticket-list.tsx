import type { AgentId, ListFilters, Ticket } from '@inbox/domain';
import { usePanel, usePanelActions, usePanelReady, usePanelStorage, useTopic, useUnsent } from '@inbox/panel';
import { useStore } from '@inbox/panel/store';
import { AsOf, color, ErrorState, lazyPart, SkeletonRows, styled } from '@inbox/ui';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { messages } from './messages';
import { AddMenu, useAdd } from './add/use-add';
import { FilterButton } from './filters/filter-button';
import { countActive, defaultFilters, panelFilters } from './filters/filter-rules';
import { useFilters, type FilterChoice } from './filters/use-filters';
import { useNamedFilters } from './filters/use-named-filters';
import { useFiltersPanel } from './filters/use-filters-panel';
import type { EmptyAction } from './list/rows/list-foot';
import { ROW_HEIGHT } from './list/rows/ticket-row';
import { TicketRows, type RowsHandle } from './list/rows/ticket-rows';
import { useAgents } from './list/rows/use-agents';
import { useHold } from './list/rows/use-hold';
import { useOwnerNames } from './list/rows/use-owner-names';
import { useFoundCount } from './search/use-found-count';
import { createCountsStore } from './tabs/counts-store';
import { ListTabs } from './tabs/list-tabs';
import { ListHeader } from './list-header';
import { Export, ListMenu, useExport } from './export/export-menu';
import { useBulkWork } from './bulk/use-bulk-work';
import { createListStore } from './list/store/list-store';
import { rememberedStatus, rememberStatus } from './tabs/remembered-status';
import { useLiveList } from './list/use-live-list';
import { useStoredList } from './list/stored/use-stored-list';

// In the file that comes behind the rows.
const FoundLine = lazyPart(() => import(/* webpackChunkName: "later" */ './search/found-line'));

const SKELETON_ROWS = 12;

const Region = styled.section`
  position: relative;
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  min-inline-size: 0;
  background: ${color.surface};
`;

/** All but the filters, which lie over it. */
const List = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
`;

const Body = styled.div`
  position: relative;
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
`;

const Skeletons = styled.div`
  overflow: hidden;
`;

/** What the page that mounts the panel may say. */
export interface TicketListProps {
  /** The list to show, by what differs from the agent's usual one; what the page's address names when left out. */
  filters?: Partial<ListFilters>;
}

/** The list of the agent who is signed in: another agent has another remembered tab, and begins anew. */
export function TicketList({ filters }: TicketListProps) {
  const session = useTopic('session');
  // The page is about to leave for the login: what would be asked now is refused.
  if (session?.signedIn === false) return <Region aria-label={messages.region} />;
  const me = session?.profile.current_user_id ?? null;
  return <AgentsList key={me ?? 'nobody'} me={me} ofProps={filters} />;
}

function AgentsList({ me, ofProps }: { me: AgentId | null; ofProps: TicketListProps['filters'] }) {
  const { api, navigate } = usePanel();
  const storage = usePanelStorage();
  const named = useNamedFilters(me, ofProps);
  const asked = named?.filters ?? null;
  const settings = useTopic('settings');
  const [home] = useState(() => ({ ...defaultFilters(me), ticket_status: rememberedStatus(storage) }));
  const [counts] = useState(() => createCountsStore({ api, me, filters: asked ?? home }));
  const [store] = useState(() => createListStore({ api, filters: asked ?? home, onCountsStale: counts.ask }));
  const view = useStore(store);
  const numbers = useStore(counts.current);
  const countsFailed = useStore(counts.hasFailed);
  const { filters, phase, asOf } = view;
  const loaded = phase.kind === 'ready';
  const isLoading = phase.kind === 'loading' || asOf !== null;
  const body = useId();
  const sheet = useId();
  const rows = useRef<RowsHandle>(null);
  const searchBox = useRef<HTMLInputElement>(null);

  useLiveList(store, counts);
  useStoredList(store, counts);
  usePublishedFilters(filters);
  const panel = useFiltersPanel();
  const choice = useFilters({
    store,
    filters,
    home,
    named,
    onTab: (status) => rememberStatus(storage, status),
    onShow: panel.close,
  });
  const agents = useAgents(loaded, panel.Panel !== null);
  const add = useAdd(agents);
  const ownerName = useOwnerNames(agents);
  const report = useExport();
  const work = useBulkWork({ store, view, counts: numbers, agents });
  useUnsent(async () => {
    const { countUnsent } = await import(/* webpackChunkName: "later" */ './unsent/unsent-work');
    return countUnsent(storage);
  });
  const markReady = usePanelReady();
  // The rows come first: the numbers on the tabs are asked for when they stand.
  useEffect(() => {
    if (!isLoading) counts.count(filters);
  }, [isLoading, filters, counts]);
  useEffect(() => {
    if (phase.kind !== 'loading') markReady();
  }, [phase.kind, markReady]);

  const open = useCallback((ticket: Ticket) => navigate({ to: 'ticket', id: ticket.id }), [navigate]);
  const active = countActive(filters, me);
  const clearFilters = active === 0 ? undefined : () => choice.change(panelFilters(defaultFilters(me)));
  const emptyAction = emptyActionOf(filters, choice, clearFilters);
  const found = useFoundCount(filters, loaded ? view.rows.length : null);
  const isNarrowed = filters.agent_ids.length > 0;
  const ofEverybody = isNarrowed ? () => choice.change({ agent_ids: [] }) : undefined;
  const canStep = loaded && view.rows.length > 0;
  usePanelActions({
    next: canStep ? () => rows.current?.step(1) : undefined,
    previous: canStep ? () => rows.current?.step(-1) : undefined,
    // The box is away while the bar for chosen tickets stands in its place.
    search: work.bar === null ? () => searchBox.current?.focus() : undefined,
    filters: panel.open,
    clear_filters: clearFilters,
    everybody: ofEverybody,
    export: report.show,
    ...add.actions,
  });

  return (
    <Region aria-label={messages.region}>
      {panel.Panel && (
        <panel.Panel
          id={sheet}
          filters={filters}
          me={me}
          agents={agents}
          onApply={choice.change}
          onClose={panel.close}
        />
      )}
      <Export control={report} filters={filters} />
      {add.screen}
      <List inert={panel.Panel !== null || add.coversList}>
        {work.bar ?? (
          <ListHeader
            bots={filters.search === null && filters.ticket_status === 'assigned_to_bot'}
            onBots={choice.toggleBots}
            searched={filters.search}
            onSearch={choice.search}
            onClearSearch={choice.clearSearch}
            searchRef={searchBox}
          >
            <FilterButton
              active={active}
              open={panel.Panel !== null}
              controls={sheet}
              onToggle={panel.open}
              onNear={panel.preload}
              onClear={
                clearFilters &&
                (() => {
                  // The badge goes away: the keyboard goes on beside it.
                  panel.button.current?.focus();
                  clearFilters();
                })
              }
              buttonRef={panel.button}
            />
            <AddMenu add={add} />
            <ListMenu onExport={report.show} />
          </ListHeader>
        )}
        <ListTabs
          filters={filters}
          counts={numbers}
          countsFailed={countsFailed}
          controls={body}
          onStatus={choice.chooseStatus}
          onSource={choice.chooseSource}
        />
        {work.messages}
        {filters.search !== null && <FoundLine found={found} onEverybody={ofEverybody} />}
        <Body id={body} aria-busy={phase.kind === 'loading'} {...useHold(store.hold)}>
          {phase.kind === 'loading' && (
            <Skeletons>
              <SkeletonRows rows={SKELETON_ROWS} height={ROW_HEIGHT} />
            </Skeletons>
          )}
          {phase.kind === 'failed' && <ErrorState text={messages.loadFailed} onRetry={store.load} />}
          {asOf !== null && <AsOf at={asOf} onRetry={loaded && !phase.refreshing ? store.load : undefined} />}
          {loaded && (
            <TicketRows
              handle={rows}
              me={me}
              view={view}
              store={store}
              ownerName={ownerName}
              onOpen={open}
              check={work.check}
              onRowKey={work.onRowKey}
              onRowHold={work.onRowHold}
              emptyAction={emptyAction}
              firstSteps={settings?.has_channels === false ? (settings.first_steps ?? null) : undefined}
            />
          )}
        </Body>
      </List>
    </Region>
  );
}

/** A list of some agents' tickets may be empty while there are others; a search is made to find, whosever it is. */
function emptyActionOf(
  { agent_ids, search }: ListFilters,
  choice: FilterChoice,
  clearFilters: (() => void) | undefined,
): EmptyAction | undefined {
  const ofEverybody = () => choice.change({ agent_ids: [] });
  if (agent_ids.length > 0 && search !== null) return { label: messages.searchEverybody, act: ofEverybody };
  if (clearFilters) return { label: messages.clearFilters, act: clearFilters };
  return agent_ids.length > 0 ? { label: messages.showEverybody, act: ofEverybody } : undefined;
}

/** Tells the page what the list shows. */
function usePublishedFilters(filters: ListFilters): void {
  const { bus } = usePanel();
  useEffect(() => {
    const topic = bus.own('list.filters');
    topic.set(filters);
    return () => topic.release();
  }, [bus, filters]);
}
