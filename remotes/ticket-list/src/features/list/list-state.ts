import type { TicketListAnswer } from '@inbox/api';
import { END_OF_LIST, matches, newer, type ListFilters, type Ticket, type TicketId } from '@inbox/domain';
import { comparePlaces, placeOf, putIn, stands, takeOut, type Order, type Place } from './list-order';

/** A ticket as it is known here, whether the list shows it or not. */
interface Known extends Place {
  ticket: Ticket;
  /** The newest live sequence that told of it. */
  told: number;
}

/** The part of the list that has been loaded, from its top down. */
interface Window {
  /** The live sequence of the first page: what happened up to it is in, and changes nothing any more. */
  seq: number;
  /** The last place loaded; null when everything is. */
  oldest: Place | null;
  /** What the next page is asked by; null when there is none. */
  marker: string | null;
}

export type Phase =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'ready'; more: 'idle' | 'loading' | 'failed'; refreshing: boolean };

export interface ListState {
  filters: ListFilters;
  /** The moment, in milliseconds, as of which the rows are ordered: that of the newest first page. */
  at: number;
  known: ReadonlyMap<TicketId, Known>;
  /** The rows in the chosen order. */
  order: readonly TicketId[];
  window: Window | null;
  phase: Phase;
}

/** A ticket as somebody told it. `seq` is null when it was not the live channel but the answer to a call. */
export interface Fact {
  ticket: Ticket;
  seq: number | null;
}

export type ListAction =
  | { type: 'filters'; filters: ListFilters; at: number }
  | { type: 'facts'; facts: readonly Fact[] }
  | { type: 'loading'; what: 'first' | 'more' }
  /** `drawn`: the rows on the screen, which stay known even if the answer does not name them any more. */
  | { type: 'first-page'; answer: TicketListAnswer; drawn: readonly TicketId[]; at: number }
  | { type: 'next-page'; answer: TicketListAnswer }
  | { type: 'failed'; what: 'first' | 'more' };

export function emptyList(filters: ListFilters, at: number): ListState {
  return { filters, at, known: new Map(), order: [], window: null, phase: { kind: 'loading' } };
}

const isInside = (window: Window, place: Place) => window.oldest === null || comparePlaces(place, window.oldest) <= 0;

const orderOf = ({ filters, at }: Pick<ListState, 'filters' | 'at'>): Order => ({
  sort: filters.sort_by ?? 'received_at',
  at,
});

function merge(order: Order, known: Known | undefined, ticket: Ticket, told: number): Known {
  const now = newer(known?.ticket, ticket);
  return { ...placeOf(now, order), ticket: now, told: Math.max(told, known?.told ?? 0) };
}

/** The place furthest down. */
const lower = (a: Place | null, b: Place | null): Place | null =>
  a === null || b === null ? (a ?? b) : comparePlaces(a, b) > 0 ? a : b;

/**
 * The list as a pure function of what was loaded and told. Facts and pages may come in any order, late and repeated: the
 * ticket's `rev` decides what is newer, the window what belongs in. One action costs O(n) once for the copy and
 * O(log n) for each fact in it, so facts are handed over in batches.
 */
export function listReducer(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'filters':
      return emptyList(action.filters, action.at);
    case 'facts':
      return withFacts(state, action.facts);
    case 'loading':
      return { ...state, phase: whileLoading(state, action.what) };
    case 'first-page':
      return withFirstPage({ ...state, at: action.at }, action.answer, action.drawn);
    case 'next-page':
      return withNextPage(state, action.answer);
    case 'failed':
      return { ...state, phase: afterFailure(state, action.what) };
  }
}

function whileLoading({ phase }: ListState, what: 'first' | 'more'): Phase {
  if (phase.kind !== 'ready') return { kind: 'loading' };
  return what === 'more' ? { ...phase, more: 'loading' } : { ...phase, more: 'idle', refreshing: true };
}

/** What shows already goes on showing when loading it anew fails. */
function afterFailure({ phase }: ListState, what: 'first' | 'more'): Phase {
  if (phase.kind !== 'ready') return { kind: 'failed' };
  return what === 'more' ? { ...phase, more: 'failed' } : { ...phase, refreshing: false };
}

function withFacts(state: ListState, facts: readonly Fact[]): ListState {
  const since = state.window?.seq ?? 0;
  const news = facts.filter(({ seq }) => seq === null || seq > since);
  if (news.length === 0) return state;
  const known = new Map(state.known);
  const order = [...state.order];
  for (const { ticket, seq } of news) {
    const before = known.get(ticket.id);
    // What has no place in the live sequence can only be told new from old by its rev.
    if (seq === null && before !== undefined && before.ticket.rev >= ticket.rev) continue;
    const after = merge(orderOf(state), before, ticket, seq ?? since);
    const match = matches(state.filters, after.ticket);
    const wasIn = before !== undefined && stands(order, known, before);
    if (before !== undefined && wasIn) takeOut(order, known, before);
    known.set(after.id, after);
    const belongs = match === 'yes' || (match === 'unknown' && wasIn);
    if (belongs && state.window !== null && isInside(state.window, after)) putIn(order, known, after);
  }
  return { ...state, known, order };
}

function windowAfter(answer: TicketListAnswer, seq: number, before: Place | null, by: Order): Window {
  if (answer.oldest_timestamp === END_OF_LIST) return { seq, oldest: null, marker: null };
  // The lowest, not the last: a clock that differs from the server's takes another session for over.
  const oldest = answer.tickets.map((ticket): Place => placeOf(ticket, by)).reduce(lower, before);
  return { seq, oldest, marker: answer.oldest_timestamp };
}

/** The list from its top, anew. What it does not name is out of it, unless something newer was told of it. */
function withFirstPage(state: ListState, answer: TicketListAnswer, drawn: readonly TicketId[]): ListState {
  const by = orderOf(state);
  const window = windowAfter(answer, answer.seq, null, by);
  const known = new Map<TicketId, Known>();
  const members = new Map<TicketId, Known>();
  for (const id of drawn) {
    const row = state.known.get(id);
    if (row) known.set(id, { ...row, ...placeOf(row.ticket, by) });
  }
  for (const [id, before] of state.known) {
    if (before.told <= answer.seq) continue;
    const told = { ...before, ...placeOf(before.ticket, by) };
    known.set(id, told);
    if (matches(state.filters, told.ticket) === 'yes') members.set(id, told);
  }
  for (const ticket of answer.tickets) {
    const entry = merge(by, state.known.get(ticket.id), ticket, answer.seq);
    known.set(ticket.id, entry);
    if (matches(state.filters, entry.ticket) !== 'no') members.set(ticket.id, entry);
  }
  const order = [...members.values()]
    .filter((entry) => isInside(window, entry))
    .sort(comparePlaces)
    .map(({ id }) => id);
  return { ...state, known, order, window, phase: { kind: 'ready', more: 'idle', refreshing: false } };
}

/** More below. Tickets told of meanwhile that lie in the new part of the window come in with it. */
function withNextPage(state: ListState, answer: TicketListAnswer): ListState {
  if (state.window === null) return state;
  const { seq } = state.window;
  const by = orderOf(state);
  const window = windowAfter(answer, seq, state.window.oldest, by);
  const known = new Map(state.known);
  const order = [...state.order];
  const enter = (entry: Known) => {
    if (isInside(window, entry)) putIn(order, known, entry);
  };
  for (const ticket of answer.tickets) {
    const before = known.get(ticket.id);
    const entry = merge(by, before, ticket, answer.seq);
    if (before) takeOut(order, known, before);
    known.set(ticket.id, entry);
    if (matches(state.filters, entry.ticket) !== 'no') enter(entry);
  }
  for (const entry of known.values()) {
    if (entry.told > seq && matches(state.filters, entry.ticket) === 'yes') enter(entry);
  }
  const refreshing = state.phase.kind === 'ready' && state.phase.refreshing;
  return { ...state, known, order, window, phase: { kind: 'ready', more: 'idle', refreshing } };
}

/** Is there a fact of which only the server can say whether it belongs in the list? */
export function asksTheServer({ filters, known, window }: ListState, facts: readonly Fact[]): boolean {
  return facts.some(({ ticket, seq }) => {
    if (seq !== null && seq <= (window?.seq ?? 0)) return false;
    const before = known.get(ticket.id)?.ticket;
    return (before === undefined || before.rev < ticket.rev) && matches(filters, ticket) === 'unknown';
  });
}

/** Do these facts change what the tabs count: a status, a channel or an owner, or a ticket not known before? */
export function changesCounts({ known }: ListState, facts: readonly Fact[]): boolean {
  return facts.some(({ ticket }) => {
    const before = known.get(ticket.id)?.ticket;
    if (before === undefined) return true;
    return (
      before.rev < ticket.rev &&
      (before.status !== ticket.status ||
        before.conversation_source !== ticket.conversation_source ||
        before.owner_id !== ticket.owner_id)
    );
  });
}
