import { describe, expect, it } from '@jest/globals';
import type { TicketListAnswer } from '@inbox/api';
import { END_OF_LIST, NO_FILTERS, type ListFilters, type Ticket, type TicketId } from '@inbox/domain';
import { aTicket, type Overrides } from '@inbox/panel/testing';
import { changesCounts, emptyList, listReducer, SPARE, type Fact, type ListAction, type ListState } from './list-state';

const NOON = Date.UTC(2026, 10, 20, 12);
const OPEN: ListFilters = { ...NO_FILTERS, ticket_status: 'open' };

/** An open ticket received at the given minute after ten. */
const ticket = (id: number, minute: number, change: Overrides<Ticket> = {}): Ticket =>
  aTicket({
    id,
    rev: 1,
    status: 'open',
    received_at: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString(),
    ...change,
  });

const answer = (tickets: Ticket[], oldest_timestamp = 'more', seq = 10): TicketListAnswer => ({
  tickets,
  oldest_timestamp,
  seq,
});
const firstPage = (tickets: Ticket[], marker?: string, seq?: number): ListAction => ({
  type: 'first-page',
  answer: answer(tickets, marker, seq),
  drawn: [],
  at: NOON,
});
const told = (...tickets: Ticket[]): ListAction => ({
  type: 'facts',
  facts: tickets.map((one, index): Fact => ({ ticket: one, seq: 11 + index })),
  drawn: [],
});
const play = (...actions: ListAction[]): ListState => actions.reduce(listReducer, emptyList(OPEN, NOON));

describe('the list', () => {
  it('shows the newest received first, and the higher number first among equals', () => {
    expect(play(firstPage([ticket(1, 5), ticket(2, 9), ticket(3, 5)], END_OF_LIST)).order).toEqual([2, 3, 1]);
  });

  it('shows a ticket once when two pages carry it', () => {
    const pages = play(firstPage([ticket(2, 9), ticket(1, 5)]), {
      type: 'next-page',
      answer: answer([ticket(1, 5), ticket(3, 4)], END_OF_LIST),
    });
    expect(pages.order).toEqual([2, 1, 3]);
  });

  it('moves a ticket up when a message came', () => {
    const list = play(firstPage([ticket(2, 9), ticket(1, 5)]), told(ticket(1, 12, { rev: 2 })));
    expect(list.order).toEqual([1, 2]);
  });

  it('never moves a ticket back down for an older fact that comes late', () => {
    const late = told(ticket(1, 12, { rev: 3 }), ticket(1, 6, { rev: 2 }));
    expect(play(firstPage([ticket(2, 9), ticket(1, 5)]), late).order).toEqual([1, 2]);
  });

  it('lets go of a ticket that left the filter, and takes it back when it returns', () => {
    const gone = play(firstPage([ticket(2, 9), ticket(1, 5)]), told(ticket(2, 9, { rev: 2, status: 'closed' })));
    expect(gone.order).toEqual([1]);
    expect(listReducer(gone, told(ticket(2, 9, { rev: 3 }))).order).toEqual([2, 1]);
  });

  it('takes in a ticket it did not know when it matches and lies inside what is loaded', () => {
    expect(play(firstPage([ticket(2, 9), ticket(1, 5)]), told(ticket(3, 7))).order).toEqual([2, 3, 1]);
  });

  it('leaves a ticket below what is loaded to the next page, then shows it with its news', () => {
    const list = play(firstPage([ticket(2, 9), ticket(1, 5)]), told(ticket(3, 3, { rev: 2, subject: 'news' })));
    expect(list.order).toEqual([2, 1]);
    const more = listReducer(list, { type: 'next-page', answer: answer([ticket(3, 3)], END_OF_LIST) });
    expect(more.order).toEqual([2, 1, 3]);
    expect(more.known.get(3 as TicketId)?.ticket.subject).toBe('news');
  });

  it('is not changed by a fact that the loaded page includes already', () => {
    const list = play(firstPage([ticket(2, 9)], END_OF_LIST, 10));
    const old: ListAction = { type: 'facts', facts: [{ ticket: ticket(9, 9), seq: 10 }], drawn: [] };
    expect(listReducer(list, old).order).toEqual([2]);
    expect(listReducer(list, { ...old, facts: [{ ticket: ticket(2, 9), seq: 10 }] })).toBe(list);
  });

  it('believes a call’s own answer at once, but no older one', () => {
    const list = play(firstPage([ticket(2, 9, { rev: 2 }), ticket(1, 5)]));
    const stale = listReducer(list, {
      type: 'facts',
      facts: [{ ticket: ticket(2, 9, { status: 'closed' }), seq: null }],
      drawn: [],
    });
    expect(stale.order).toEqual([2, 1]);
    const closed = ticket(2, 9, { rev: 3, status: 'closed' });
    expect(listReducer(list, { type: 'facts', facts: [{ ticket: closed, seq: null }], drawn: [] }).order).toEqual([1]);
  });

  it('keeps a searched list to what the server found', () => {
    const search = emptyList({ ...NO_FILTERS, search: 'kurta' }, NOON);
    const found = listReducer(search, firstPage([ticket(1, 5)], END_OF_LIST));
    expect(listReducer(found, told(ticket(1, 12, { rev: 2 }), ticket(2, 13))).order).toEqual([1]);
  });

  it('knows a drawn row still after a load that does not name it, so that it can stay under the pointer', () => {
    const list = listReducer(play(firstPage([ticket(2, 9), ticket(1, 5)])), {
      type: 'first-page',
      answer: answer([ticket(1, 5)], END_OF_LIST, 20),
      drawn: [2 as TicketId, 1 as TicketId],
      at: NOON,
    });
    expect(list.order).toEqual([1]);
    expect(list.known.has(2 as TicketId)).toBe(true);
  });

  it('takes no late answer about a ticket that left before the list was loaded', () => {
    const left = { ticket: ticket(2, 6, { rev: 2, status: 'closed' }), seq: 9 };
    const late = { ticket: ticket(2, 6), seq: null };
    const list = play(
      firstPage([ticket(1, 5)], END_OF_LIST),
      { type: 'facts', facts: [left], drawn: [] },
      { type: 'facts', facts: [late], drawn: [] },
    );
    expect(list.order).toEqual([1]);
  });

  it('keeps few that are no rows, those told of last, and all that are drawn', () => {
    const strangers = Array.from({ length: 3 * SPARE }, (_, index) => ticket(10 + index, 5, { status: 'closed' }));
    const drawn = [10 as TicketId];
    const list = play(firstPage([ticket(1, 5)], END_OF_LIST), {
      type: 'facts',
      facts: strangers.map((one, index) => ({ ticket: one, seq: 11 + index })),
      drawn,
    });
    expect(list.order).toEqual([1]);
    expect([...list.known.keys()].slice(0, 3)).toEqual([1, 10, 10 + 2 * SPARE]);
    expect(list.known.size).toBe(2 + SPARE);
  });

  it('starts empty and loading when the filter changes', () => {
    const list = listReducer(play(firstPage([ticket(1, 5)])), { type: 'filters', filters: NO_FILTERS, at: NOON });
    expect(list).toEqual(emptyList(NO_FILTERS, NOON));
  });
});

describe('loading', () => {
  it('shows a failure only when there is nothing else to show', () => {
    expect(play({ type: 'failed', what: 'first' }).phase).toEqual({ kind: 'failed' });
    const shown = play(
      firstPage([ticket(1, 5)]),
      { type: 'loading', what: 'first' },
      { type: 'failed', what: 'first' },
    );
    expect(shown.phase).toEqual({ kind: 'ready', more: 'idle', refreshing: false });
    expect(shown.order).toEqual([1]);
  });

  it('knows that it reached the end', () => {
    expect(play(firstPage([ticket(1, 5)], END_OF_LIST)).window?.marker).toBeNull();
    expect(play(firstPage([ticket(1, 5)], 'marker')).window?.marker).toBe('marker');
  });
});

describe('the counts', () => {
  const list = play(firstPage([ticket(1, 5)]), told(ticket(1, 5, { rev: 2 })));
  const fact = (change: Overrides<Ticket>, seq: number | null = 12): Fact[] => [
    { ticket: ticket(1, 5, { rev: 3, ...change }), seq },
  ];

  it.each([
    ['change with a new status', fact({ status: 'closed' }), true],
    ['change with a new owner', fact({ owner_id: 2 }), true],
    ['stay with a message alone', fact({ subject: 'hello' }), false],
    ['stay with what was told before', fact({ rev: 2, status: 'closed' }, 11), false],
    ['stay with an older answer', fact({ rev: 1, status: 'closed' }, null), false],
    ['may have changed with what an answer named before it was told', fact({ rev: 2 }), true],
    ['change with a ticket not known before', [{ ticket: ticket(2, 6), seq: 12 }], true],
  ])('%s', (_name, facts, expected) => {
    expect(changesCounts(list, facts)).toBe(expected);
  });

  it.each<[Partial<ListFilters>, Overrides<Ticket>]>([
    [{ priority_filter: 1 }, { priority: 1 }],
    [{ unread: true }, { conversation_read: false }],
    [{ tag_filter: ['refund'] }, { tags: 'refund' }],
    [{ date_filter_end: '2026-11-19' }, { received_at: '2026-11-20T12:00:00.000Z' }],
  ])('change under %j with %j, and without that filter do not', (filters, change) => {
    expect(changesCounts(list, fact(change))).toBe(false);
    expect(changesCounts({ ...list, filters: { ...list.filters, ...filters } }, fact(change))).toBe(true);
  });
});
