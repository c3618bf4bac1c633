import type { AgentId, ListFilters, Ticket } from '@inbox/domain';
import { usePanel, usePanelReady, usePanelStorage, useTopic } from '@inbox/panel';
import { color, ErrorState, SkeletonRows, styled } from '@inbox/ui';
import { useCallback, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { messages } from '../../messages';
import { ROW_HEIGHT } from '../rows/ticket-row';
import { TicketRows } from '../rows/ticket-rows';
import { useHold } from '../rows/use-hold';
import { useOwnerNames } from '../rows/use-owner-names';
import { createCountsStore } from '../tabs/counts-store';
import { ListTabs } from '../tabs/list-tabs';
import { defaultFilters } from '../filters/filter-rules';
import { useFilters } from '../filters/use-filters';
import { ListHeader } from './list-header';
import { createListStore } from './list-store';
import { rememberedStatus, rememberStatus } from './remembered-status';
import { useLiveList } from './use-live-list';

const SKELETON_ROWS = 12;

const Region = styled.section`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-block-size: 0;
  min-inline-size: 0;
  background: ${color.surface};
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

/** The list of the agent who is signed in: another agent has another remembered tab, and begins anew. */
export function TicketList() {
  const session = useTopic('session');
  const me = session?.signedIn ? session.profile.current_user_id : null;
  return <AgentsList key={me ?? 'nobody'} me={me} />;
}

function AgentsList({ me }: { me: AgentId | null }) {
  const { api, navigate } = usePanel();
  const storage = usePanelStorage();
  const openId = useTopic('ticket.open')?.id ?? null;
  const asked = useTopic('list.asked')?.filters ?? null;
  const [home] = useState(() => ({ ...defaultFilters(me), ticket_status: rememberedStatus(storage) }));
  const [counts] = useState(() => createCountsStore({ api }));
  const [store] = useState(() => createListStore({ api, filters: asked ?? home, onCountsStale: counts.ask }));
  const view = useSyncExternalStore(store.subscribe, store.getView);
  const numbers = useSyncExternalStore(counts.subscribe, counts.getCounts);
  const { filters, phase } = view;
  const loaded = phase.kind === 'ready';
  const body = useId();

  useLiveList(store, counts);
  usePublishedFilters(filters);
  const choice = useFilters({
    store,
    filters,
    home,
    onTab: (status) => rememberStatus(storage, status),
    onShow: () => undefined,
  });
  const ownerName = useOwnerNames(loaded);
  const markReady = usePanelReady();
  // The rows come first: the numbers on the tabs are asked for when they stand.
  useEffect(() => {
    if (loaded) counts.ask();
  }, [loaded, counts]);
  useEffect(() => {
    if (phase.kind !== 'loading') markReady();
  }, [phase.kind, markReady]);

  const open = useCallback((ticket: Ticket) => navigate({ to: 'ticket', id: ticket.id }), [navigate]);

  return (
    <Region aria-label={messages.region}>
      <ListHeader
        bots={filters.search === null && filters.ticket_status === 'assigned_to_bot'}
        onBots={choice.toggleBots}
        searched={filters.search}
        onSearch={choice.search}
        onClearSearch={choice.clearSearch}
      />
      <ListTabs
        filters={filters}
        counts={numbers}
        controls={body}
        onStatus={choice.chooseStatus}
        onSource={choice.chooseSource}
      />
      <Body id={body} aria-busy={phase.kind === 'loading'} {...useHold(store.hold)}>
        {phase.kind === 'loading' && (
          <Skeletons>
            <SkeletonRows rows={SKELETON_ROWS} height={ROW_HEIGHT} />
          </Skeletons>
        )}
        {phase.kind === 'failed' && <ErrorState text={messages.loadFailed} onRetry={store.load} />}
        {loaded && <TicketRows view={view} store={store} openId={openId} ownerName={ownerName} onOpen={open} />}
      </Body>
    </Region>
  );
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
