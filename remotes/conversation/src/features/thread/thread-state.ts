import {
  compareContent,
  END_OF_LIST,
  newer,
  type ContentId,
  type ContentItem,
  type ConversationId,
  type LiveFacts,
  type Ticket,
} from '@inbox/domain';

/** A page of the thread as the server answers it. */
export interface ThreadPage {
  ticket: Ticket;
  content: readonly ContentItem[];
  oldest_timestamp: string;
}

/**
 * What is known of one conversation's thread. Facts come from pages and from live events, twice, late and out of order;
 * each item's `rev` decides, so that any order ends where a fresh load would.
 */
export interface ThreadState {
  readonly conversation_id: ConversationId;
  readonly ticket: Ticket;
  readonly items: ReadonlyMap<ContentId, ContentItem>;
  /**
   * The oldest item of the loaded pages: from here on the thread is known without gaps. A live fact about something
   * older is kept for when its page comes, but not shown. Null: known from its beginning.
   */
  readonly floor: ContentItem | null;
  /** The marker of the next older page; `na` when there is none. */
  readonly older: string;
}

export function openThread(page: ThreadPage): ThreadState {
  const { ticket } = page;
  const empty = { conversation_id: ticket.conversation_id, ticket, items: new Map(), floor: null, older: END_OF_LIST };
  return withNewestPage(empty, page);
}

/** A load of the newest page, at the start or in place: the thread is gapless from this page on. */
export function withNewestPage(state: ThreadState, page: ThreadPage): ThreadState {
  return { ...withFacts(state, factsOf(page)), ...boundary(page) };
}

/** The page before the oldest known one. A page that answers an older state of the thread changes nothing. */
export function withOlderPage(state: ThreadState, page: ThreadPage, askedFor: string): ThreadState {
  const merged = withFacts(state, factsOf(page));
  return state.older === askedFor ? { ...merged, ...boundary(page) } : merged;
}

/** Live facts; those of other conversations and other tickets change nothing. Returns the same state when none did. */
export function withFacts(state: ThreadState, facts: LiveFacts): ThreadState {
  let ticket = state.ticket;
  for (const told of facts.tickets) if (told.id === ticket.id) ticket = newer(ticket, told);
  let items: Map<ContentId, ContentItem> | null = null;
  for (const told of facts.items) {
    if (told.conversation_id !== state.conversation_id) continue;
    const known = (items ?? state.items).get(told.id);
    const best = newer(known, told);
    if (best !== known) (items ??= new Map(state.items)).set(best.id, best);
  }
  if (items === null && ticket === state.ticket) return state;
  return { ...state, ticket, items: items ?? state.items };
}

/** What is shown, oldest first. */
export function visibleItems({ items, floor }: ThreadState): ContentItem[] {
  return [...items.values()].filter((item) => floor === null || compareContent(item, floor) >= 0).sort(compareContent);
}

export const hasOlder = (state: ThreadState): boolean => state.older !== END_OF_LIST;

const factsOf = (page: ThreadPage): LiveFacts => ({ tickets: [page.ticket], items: [...page.content] });

function boundary(page: ThreadPage): Pick<ThreadState, 'floor' | 'older'> {
  const oldest = [...page.content].sort(compareContent)[0];
  // A page without items has nothing before it either, whatever its marker says.
  if (page.oldest_timestamp === END_OF_LIST || oldest === undefined) return { floor: null, older: END_OF_LIST };
  return { floor: oldest, older: page.oldest_timestamp };
}
