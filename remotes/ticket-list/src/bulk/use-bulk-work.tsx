import {
  countKey,
  listedStatus,
  type Acting,
  type Agent,
  type BulkTarget,
  type ListFilters,
  type Ticket,
  type TicketCounts,
} from '@inbox/domain';
import { useTopic } from '@inbox/panel';
import { useStore } from '@inbox/panel/store';
import { lazyPart } from '@inbox/ui';
import { useMemo, type ReactNode } from 'react';
import { HeaderBar } from '../ui/header-bar';
import type { ListView } from '../list/store/drawn-list';
import type { ListStore } from '../list/store/list-store';
import { afterWork, isEmpty, type Selection } from './selection/selection-state';
import { useSelection, type SelectionControl } from './selection/use-selection';
import type { Chosen } from './bulk-bar';
import { useMessagesToMany } from './message/use-messages-to-many';
import { useBulk } from './use-bulk';

interface BulkWorkOptions {
  store: ListStore;
  view: ListView;
  counts: TicketCounts | null;
  agents: readonly Agent[];
}

export interface BulkWork extends Pick<SelectionControl, 'check' | 'onRowKey' | 'onRowHold'> {
  /** What stands in the header's place; null: the header. */
  bar: ReactNode;
  /** A message to many tickets that is under way, or what became of it. */
  messages: ReactNode;
}

/** Choosing tickets and what is done with them: the list needs to know no more of it. */
export function useBulkWork({ store, view, counts, agents }: BulkWorkOptions): BulkWork {
  const { filters, rows } = view;
  const session = useTopic('session');
  const profile = session?.signedIn ? session.profile : null;
  const acting = useMemo<Acting | null>(() => profile && { ...profile, id: profile.current_user_id }, [profile]);
  const selection = useSelection({ acting, filters, rows });
  const current = useStore(selection.store);
  const served = (target: BulkTarget) => selection.store.change((now) => afterWork(now, target, store.get().filters));
  const bulk = useBulk({
    self: acting?.id ?? null,
    onDone: served,
    reload: store.reload,
  });
  const chosen = isEmpty(current) ? null : chosenOf(current, filters, rows, counts);
  const wanted = acting !== null && (chosen !== null || bulk.run.kind !== 'idle');
  const toMany = useMessagesToMany({ acting, onStarted: served });

  return {
    check: selection.check,
    onRowKey: selection.onRowKey,
    onRowHold: selection.onRowHold,
    messages: toMany.view,
    bar: !wanted ? null : (
      <BulkBar
        chosen={chosen}
        acting={acting}
        bulk={bulk}
        agents={agents}
        loaded={selection.selectable().length}
        matching={matchingOf(filters, counts)}
        onMessage={(target) => toMany.ask({ target, rows })}
        onChooseLoaded={selection.chooseLoaded}
        onChooseAll={selection.chooseAll}
        onClear={selection.store.clear}
      />
    ),
  };
}

/** Loaded when something is first chosen. */
const BulkBar = lazyPart(() => import('./bulk-bar'), <HeaderBar />);

/** Tickets under the filters that may be chosen, as the tabs count them; a search is counted by nobody. */
function matchingOf({ search, ticket_status, conversation_source }: ListFilters, counts: TicketCounts | null) {
  if (counts === null || search !== null) return null;
  const of = (status: typeof ticket_status) => counts[countKey(status, conversation_source)] ?? 0;
  return ticket_status === null ? of(null) - of('closed') : of(ticket_status);
}

function chosenOf(
  selection: Selection,
  filters: ListFilters,
  rows: readonly Ticket[],
  counts: TicketCounts | null,
): Chosen {
  if (selection.kind === 'all') {
    const matching = matchingOf(filters, counts);
    const status = listedStatus(filters);
    return {
      all: true,
      target: { filters, except: [...selection.except] },
      count: matching === null ? null : Math.max(0, matching - selection.except.size),
      statuses: status === null ? 'unknown' : [status],
    };
  }
  const { ids } = selection;
  return {
    all: false,
    target: { ticket_ids: [...ids] },
    count: ids.size,
    statuses: [...new Set(rows.flatMap(({ id, status }) => (ids.has(id) ? [status] : [])))],
  };
}
