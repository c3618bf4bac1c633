import type { TicketListAnswer } from '@inbox/api';
import { END_OF_LIST, matches, newer, type ListFilters, type Ticket, type TicketId } from '@inbox/domain';
import { comparePlaces, placeOf, putIn, stands, takeOut, type Order, type Place } from './list-order';

/** A ticket as it is known here, whether the list shows it or not. */
interface Known extends Place {
  ticket: Ticket;
  /** The newest live sequence that told of it, or that an answer which named it includes. */
  eventSeq: number;
  /** The newest live sequence that told of it itself. */
  heard: number;
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
  /** Carried on from state to state, never copied: a batch of facts costs the same however many are known. */
  known: Map<TicketId, Known>;
  /** The rows in the chosen order. */
  order: readonly TicketId[];
  window: Window | null;
  phase: Phase;
  /** The rows are what an earlier page had at this moment, in milliseconds; null once the server has answered. */
  asOf: number | null;
}

/** A ticket as somebody told it. `seq` is null when it was not the live channel but the answer to a call. */
export interface Fact {
  ticket: Ticket;
  seq: number | null;
}

/** `drawn`: the rows on the screen, which stay known even when they are in the list no more. */
export type ListAction =
  | { type: 'filters'; filters: ListFilters; at: number }
  | { type: 'facts'; facts: readonly Fact[]; drawn: readonly TicketId[] }
  | { type: 'loading'; what: 'first' | 'more' }
  | { type: 'first-page'; answer: TicketListAnswer; drawn: readonly TicketId[]; at: number }
  /** What an earlier page had; `at` in milliseconds. */
  | { type: 'stored'; answer: TicketListAnswer; at: number }
  | { type: 'next-page'; answer: TicketListAnswer }
  | { type: 'failed'; what: 'first' | 'more' };

/**
 * So many tickets beside the rows are known: an answer that comes late to what was told of them since is known for old.
 * Twice as many are the most, so that forgetting costs little.
 */
export const SPARE = 500;

export function emptyList(filters: ListFilters, at: number): ListState {
  return { filters, at, known: new Map(), order: [], window: null, phase: { kind: 'loading' }, asOf: null };
}

const isInside = (window: Window, place: Place) => window.oldest === null || comparePlaces(place, window.oldest) <= 0;

const orderOf = ({ filters, at }: Pick<ListState, 'filters' | 'at'>): Order => ({
  sort: filters.sort_by ?? 'received_at',
  at,
});

function merge(order: Order, known: Known | undefined, ticket: Ticket, eventSeq: number, heard = 0): Known {
  const now = newer(known?.ticket, ticket);
  return {
    ...placeOf(now, order),
    ticket: now,
    eventSeq: Math.max(eventSeq, known?.eventSeq ?? 0),
    heard: Math.max(heard, known?.heard ?? 0),
  };
}

/** The place furthest down. */
const lower = (a: Place | null, b: Place | null): Place | null =>
  a === null || b === null ? (a ?? b) : comparePlaces(a, b) > 0 ? a : b;

/**
 * The list as a function of what was loaded and told, and of nothing else. Facts and pages may come in any order, late
 * and repeated: the ticket's `rev` decides what is newer, the window what belongs in. The state handed in is used up, for
 * the next one knows its tickets by the same map; its order stays as it was. One action costs a copy of the order and
 * O(log n) for each fact in it, so facts are handed over in batches.
 */
export function listReducer(state: ListState, action: ListAction): ListState {
  switch (action.type) {
    case 'filters':
      return emptyList(action.filters, action.at);
    case 'facts':
      return withFacts(state, action.facts, action.drawn);
    case 'loading':
      return { ...state, phase: whileLoading(state, action.what) };
    case 'first-page':
      return withFirstPage(trusted({ ...state, at: action.at }, action.answer.seq), action.answer, action.drawn);
    case 'stored':
      return withStored(state, action.answer, action.at);
    case 'next-page':
      return withNextPage(state, action.answer);
    case 'failed':
      return { ...state, phase: afterFailure(state, action.what) };
  }
}

/** An answer that is older than what an earlier page had is of a sequence that began anew: that page knew another one. */
const trusted = (state: ListState, seq: number): ListState =>
  state.asOf !== null && seq < (state.window?.seq ?? 0) ? { ...state, known: new Map(), asOf: null } : state;

/** Only while there is nothing better. */
function withStored(state: ListState, answer: TicketListAnswer, asOf: number): ListState {
  if (state.phase.kind === 'ready') return state;
  const refreshing = state.phase.kind === 'loading';
  return { ...withFirstPage(state, answer, []), phase: { kind: 'ready', more: 'idle', refreshing }, asOf };
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

function withFacts(state: ListState, facts: readonly Fact[], drawn: readonly TicketId[]): ListState {
  const since = state.window?.seq ?? 0;
  const { known } = state;
  const order = [...state.order];
  let hasNews = false;
  for (const { ticket, seq } of facts) {
    const before = known.get(ticket.id);
    const isLive = seq !== null && seq > since;
    // What is not newer than the window in the live sequence can only be told new from old by its rev.
    if (!isLive && before !== undefined && before.ticket.rev >= ticket.rev) continue;
    hasNews = true;
    const after = merge(orderOf(state), before, ticket, seq ?? since, seq ?? 0);
    const match = matches(state.filters, after.ticket);
    const wasIn = before !== undefined && stands(order, known, before);
    if (before !== undefined && wasIn) takeOut(order, known, before);
    // Anew, so that those told of last stand last.
    known.delete(after.id);
    known.set(after.id, after);
    // The window does not have it, though it was loaded later: it has changed since.
    if (seq !== null && !isLive && before === undefined) continue;
    const belongs = match === 'yes' || (match === 'unknown' && wasIn);
    if (belongs && state.window !== null && isInside(state.window, after)) putIn(order, known, after);
  }
  if (!hasNews) return state;
  if (known.size > order.length + 2 * SPARE) forget(known, order, drawn);
  return { ...state, order };
}

/** Forgets the tickets that are no rows, those told of first before the others, until so many are left as may be. */
function forget(known: Map<TicketId, Known>, order: readonly TicketId[], drawn: readonly TicketId[]): void {
  const rows = new Set([...order, ...drawn]);
  let spare = known.size - rows.size;
  for (const id of known.keys()) {
    if (spare <= SPARE) return;
    if (rows.has(id)) continue;
    known.delete(id);
    spare -= 1;
  }
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
  for (const [id, before] of state.known) {
    const placed = { ...before, ...placeOf(before.ticket, by) };
    known.set(id, placed);
    if (before.eventSeq > answer.seq && matches(state.filters, placed.ticket) === 'yes') members.set(id, placed);
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
  forget(known, order, drawn);
  return { ...state, known, order, window, phase: { kind: 'ready', more: 'idle', refreshing: false }, asOf: null };
}

/** More below. Tickets told of meanwhile that lie in the new part of the window come in with it. */
function withNextPage(state: ListState, answer: TicketListAnswer): ListState {
  if (state.window === null) return state;
  const { seq } = state.window;
  const by = orderOf(state);
  const window = windowAfter(answer, seq, state.window.oldest, by);
  const { known } = state;
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
    if (entry.eventSeq > seq && matches(state.filters, entry.ticket) === 'yes') enter(entry);
  }
  const refreshing = state.phase.kind === 'ready' && state.phase.refreshing;
  return { ...state, order, window, phase: { kind: 'ready', more: 'idle', refreshing } };
}

/** The newest live sequence of those facts of which only the server can say whether they belong in the list; else 0. */
export function unsureUntil({ filters, known, window }: ListState, facts: readonly Fact[]): number {
  let until = window?.seq ?? 0;
  const begun = until;
  for (const { ticket, seq } of facts) {
    // What an answer told, the live channel tells as well.
    if (seq === null || seq <= until || matches(filters, ticket) !== 'unknown') continue;
    const before = known.get(ticket.id);
    if (before === undefined || before.ticket.rev < ticket.rev || before.heard < seq) until = seq;
  }
  return until === begun ? 0 : until;
}

/** What of a ticket decides where it is counted, under the filters that are no tabs. */
function countedBy({ priority_filter, unread, tag_filter, ...filters }: ListFilters): (keyof Ticket)[] {
  const isDated = filters.date_filter_start !== null || filters.date_filter_end !== null;
  return [
    'status',
    'conversation_source',
    'owner_id',
    ...(priority_filter === null ? [] : (['priority'] as const)),
    ...(unread === null ? [] : (['conversation_read'] as const)),
    ...(tag_filter.length === 0 ? [] : (['tags'] as const)),
    ...(isDated ? (['received_at'] as const) : []),
  ];
}

/**
 * Can these facts change what the tabs count? Of a ticket that was not known, or that an answer named before the live
 * channel did, nobody can tell what it was when the tabs were counted.
 */
export function changesCounts({ known, filters }: ListState, facts: readonly Fact[]): boolean {
  const counted = countedBy(filters);
  return facts.some(({ ticket, seq }) => {
    const before = known.get(ticket.id);
    if (before === undefined) return true;
    if (before.ticket.rev >= ticket.rev) return seq !== null && seq > before.heard;
    return counted.some((key) => before.ticket[key] !== ticket[key]);
  });
}
