import { NO_FILTERS, type AgentId, type ListFilters, type LiveEvent, type TicketCounts } from '@inbox/domain';
import { createStore, type Store } from '@inbox/panel/store';

/** Milliseconds before changes are counted, so that those of one moment are counted once. */
const SOON_MS = 300;
/** Milliseconds between two counts, however much happens. */
const REST_MS = 5_000;

/** What never changes whether a ticket is read. */
const NEVER_UNREAD: readonly LiveEvent['type'][] = [
  'conversations.message_delivered',
  'conversations.message_read',
  'conversations.message_failed',
  'tickets.priority_updated',
  'tickets.tags_added',
  'tickets.tags_removed',
  'tickets.subscriber_added',
  'tickets.subscriber_removed',
];

/** The statuses that ask for an agent. */
const WAITING = ['unassigned', 'assigned', 'open', 'follow_up'] as const;

/** Unread tickets of the agent and of nobody. */
export interface UnreadCount {
  count: Store<number>;
  /** Something may have changed. */
  touch(): void;
  onEvent(event: LiveEvent): void;
  stop(): void;
}

/** The server counts: it alone knows the tickets that this page has not loaded. */
export function createUnreadCount(
  countUnder: (filters: ListFilters, signal: AbortSignal) => Promise<TicketCounts>,
  me: () => AgentId,
): UnreadCount {
  const ended = new AbortController();
  const count = createStore(0);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastCounted = -Infinity;

  async function load(): Promise<void> {
    timer = undefined;
    lastCounted = performance.now();
    try {
      const counts = await countUnder({ ...NO_FILTERS, unread: true, agent_ids: [me()] }, ended.signal);
      if (!ended.signal.aborted) count.set(WAITING.reduce((sum, status) => sum + (counts[status] ?? 0), 0));
    } catch {
      // The next event, or the connection when it is back, counts anew.
    }
  }

  function touch(): void {
    if (ended.signal.aborted) return;
    timer ??= setTimeout(() => void load(), Math.max(SOON_MS, lastCounted + REST_MS - performance.now()));
  }
  return {
    count,
    touch,
    onEvent: ({ type }) => {
      if (!NEVER_UNREAD.includes(type)) touch();
    },
    stop() {
      ended.abort();
      clearTimeout(timer);
    },
  };
}
