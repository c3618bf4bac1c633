import {
  compareContent,
  END_OF_LIST,
  newer,
  type ContentItem,
  type ConversationId,
  type LiveFacts,
  type ThreadTicket,
  type Ticket,
  type TicketId,
} from '@inbox/domain';

/** A page of the thread as the server answers it. */
export interface ThreadPage {
  ticket: Ticket;
  siblings: readonly ThreadTicket[];
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
  /** All tickets of the conversation. */
  readonly tickets: ReadonlyMap<TicketId, ThreadTicket>;
  /** Each item once, oldest first: by the channel's own time, then by sequence. */
  readonly ordered: readonly ContentItem[];
  /**
   * The oldest item of the loaded pages: from here on the thread is known without gaps. A live fact about something
   * older is kept for when its page comes, but not shown. Null: known from its beginning.
   */
  readonly floor: ContentItem | null;
  /** The marker of the next older page; `na` when there is none. */
  readonly older: string;
}

/** So many new items at once are sorted in; fewer find their places one by one. */
const MANY = 32;

export function openThread(page: ThreadPage): ThreadState {
  const { ticket } = page;
  const empty: ThreadState = {
    conversation_id: ticket.conversation_id,
    ticket,
    tickets: new Map(),
    ordered: [],
    floor: null,
    older: END_OF_LIST,
  };
  return withNewestPage(empty, page);
}

/** A load of the newest page, at the start or in place: the thread is gapless from this page on. */
export function withNewestPage(state: ThreadState, page: ThreadPage): ThreadState {
  return { ...withPage(state, page), ...boundary(page) };
}

/** The page before the oldest known one. A page that answers an older state of the thread changes nothing. */
export function withOlderPage(state: ThreadState, page: ThreadPage, cursor: string): ThreadState {
  const merged = withPage(state, page);
  return state.older === cursor ? { ...merged, ...boundary(page) } : merged;
}

/**
 * The page with what is shown already in place of what it says the same of: that is not drawn anew. Nothing else stays of what
 * is shown, which the server may know better by now, whatever its `rev`.
 */
export function withShownItems(page: ThreadPage, { ordered }: ThreadState): ThreadPage {
  const shown = new Map(ordered.map((item) => [item.id, item]));
  const same = (item: ContentItem): ContentItem => {
    const known = shown.get(item.id);
    return known?.rev === item.rev ? known : item;
  };
  return { ...page, content: page.content.map(same) };
}

function withPage(state: ThreadState, page: ThreadPage): ThreadState {
  const merged = withFacts(state, { tickets: [page.ticket], items: [...page.content] });
  return { ...merged, tickets: new Map([...merged.tickets, ...page.siblings.map((one) => [one.id, one] as const)]) };
}

/** Live facts; those of other conversations change nothing. Returns the same state when none did. */
export function withFacts(state: ThreadState, facts: LiveFacts): ThreadState {
  let ticket = state.ticket;
  for (const changed of facts.tickets) if (changed.id === ticket.id) ticket = newer(ticket, changed);

  const own = facts.items.filter((item) => item.conversation_id === state.conversation_id);
  const told = own.length > MANY ? withMany(state.ordered, own) : own.reduce(withOne, state.ordered);
  const ordered = withoutErased(told, facts.tickets);
  const tickets = withTickets(state, facts);
  const isSame = ticket === state.ticket && tickets === state.tickets && ordered === state.ordered;
  return isSame ? state : { ...state, ticket, tickets, ordered };
}

/** Of an erased ticket nothing stays but what agents did, whatever the page has from before. */
function withoutErased(ordered: readonly ContentItem[], tickets: readonly Ticket[]): readonly ContentItem[] {
  const erased = new Set(tickets.flatMap(({ id, erased_at }) => (erased_at === undefined ? [] : [id])));
  return erased.size === 0
    ? ordered
    : ordered.filter((item) => item.content_type === 'log' || !erased.has(item.ticket_id));
}

/** What is shown, oldest first. */
export function visibleItems({ ordered, floor }: ThreadState): readonly ContentItem[] {
  return floor === null ? ordered : ordered.slice(placeOf(ordered, floor));
}

export const hasOlder = (state: ThreadState): boolean => state.older !== END_OF_LIST;

/** A ticket that the conversation has begun meanwhile is among its tickets too. */
function withTickets(state: ThreadState, facts: LiveFacts): ReadonlyMap<TicketId, ThreadTicket> {
  let tickets: Map<TicketId, ThreadTicket> | null = null;
  const changed = facts.tickets.filter((one) => one.conversation_id === state.conversation_id);
  for (const { id, created_at } of changed) {
    if (state.tickets.has(id)) continue;
    const first = facts.items.find((item) => item.ticket_id === id);
    (tickets ??= new Map(state.tickets)).set(id, { id, created_at, first_item_id: first?.id ?? null });
  }
  return tickets ?? state.tickets;
}

function boundary(page: ThreadPage): Pick<ThreadState, 'floor' | 'older'> {
  const [oldest] = sorted(page.content);
  // A page without items has nothing before it either, whatever its marker says.
  if (page.oldest_timestamp === END_OF_LIST || oldest === undefined) return { floor: null, older: END_OF_LIST };
  return { floor: oldest, older: page.oldest_timestamp };
}

/** By the order of `compareContent`, with each time read once. */
function sorted(items: Iterable<ContentItem>): ContentItem[] {
  return [...items]
    .map((item) => ({ item, time: Date.parse(item.created_at) }))
    .sort((a, b) => a.time - b.time || a.item.id - b.item.id)
    .map(({ item }) => item);
}

/** Where the item stands, or would. */
function placeOf(ordered: readonly ContentItem[], item: ContentItem): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = ordered[middle];
    if (other !== undefined && compareContent(other, item) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Nothing is built but the new array: in a long thread, too, an event is looked up in no time. */
function withOne(ordered: readonly ContentItem[], item: ContentItem): readonly ContentItem[] {
  const at = ordered.findLastIndex(({ id }) => id === item.id);
  const before = ordered[at];
  if (newer(before, item) === before) return ordered;
  const others = before ? ordered.toSpliced(at, 1) : ordered;
  return others.toSpliced(placeOf(others, item), 0, item);
}

function withMany(ordered: readonly ContentItem[], items: readonly ContentItem[]): readonly ContentItem[] {
  const known = new Map(ordered.map((item) => [item.id, item]));
  let isSame = true;
  for (const item of items) {
    const before = known.get(item.id);
    if (newer(before, item) === before) continue;
    known.set(item.id, item);
    isSame = false;
  }
  return isSame ? ordered : sorted(known.values());
}
