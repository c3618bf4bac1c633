import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Api, TicketListAnswer } from '@inbox/api';
import { END_OF_LIST, NO_FILTERS, type Ticket } from '@inbox/domain';
import { aTicket, type Overrides } from '@inbox/panel/testing';
import { createListStore, GATHER_MS, type ListStore } from './list-store';

const ticket = (id: number, minute: number, change: Overrides<Ticket> = {}): Ticket =>
  aTicket({ id, received_at: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString(), ...change });

type Asked = Parameters<Api['ticketList']>[0]['body'];

/** A server whose answers come when the test says so. */
function slowServer() {
  const waiting: { body: Asked; signal: AbortSignal; answer(answer: TicketListAnswer): void; fail(): void }[] = [];
  const api: Pick<Api, 'ticketList'> = {
    ticketList: ({ body }, { signal = new AbortController().signal } = {}) =>
      new Promise((resolve, reject) => {
        waiting.push({ body, signal, answer: resolve, fail: () => reject(new Error('no answer')) });
      }),
  };
  return { api, waiting };
}

const page = (tickets: Ticket[], oldest_timestamp = END_OF_LIST, seq = 10): TicketListAnswer => ({
  tickets,
  oldest_timestamp,
  seq,
});
const ids = (store: ListStore) => store.get().rows.map(({ id }) => id);
/** Lets promises that have their answers go on. */
const settle = () => jest.advanceTimersByTimeAsync(0);

function setUp() {
  const server = slowServer();
  const onCountsStale = jest.fn();
  const store = createListStore({ api: server.api, filters: NO_FILTERS, onCountsStale });
  return { ...server, store, onCountsStale };
}

async function loaded(tickets: Ticket[], marker?: string) {
  const parts = setUp();
  parts.store.load();
  parts.waiting[0]!.answer(page(tickets, marker));
  await settle();
  return parts;
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('loading', () => {
  it('asks for 25 from the top, and for the next by the marker', async () => {
    const { store, waiting } = await loaded([ticket(2, 9)], 'below-2');
    expect(waiting[0]!.body).toMatchObject({ page_size: 25, fetch_since: null, inbox_version: 'old' });
    store.loadMore();
    expect(waiting[1]!.body).toMatchObject({ page_size: 25, fetch_since: 'below-2' });
    waiting[1]!.answer(page([ticket(1, 5)]));
    await settle();
    expect(ids(store)).toEqual([2, 1]);
    expect(store.get().atEnd).toBe(true);
  });

  it('asks for one page at a time, and for none at the end', async () => {
    const { store, waiting } = await loaded([ticket(2, 9)], 'below-2');
    store.loadMore();
    store.loadMore();
    expect(waiting).toHaveLength(2);
    waiting[1]!.answer(page([]));
    await settle();
    store.loadMore();
    expect(waiting).toHaveLength(2);
  });

  it('never shows a late answer to an earlier question', async () => {
    const { store, waiting } = setUp();
    store.load();
    store.setFilters({ ...NO_FILTERS, ticket_status: 'closed' });
    expect(waiting[0]!.signal.aborted).toBe(true);
    waiting[1]!.answer(page([ticket(2, 9, { status: 'closed' })]));
    await settle();
    waiting[0]!.answer(page([ticket(1, 5)]));
    await settle();
    expect(ids(store)).toEqual([2]);
  });

  it('drops a page below when the filter changed meanwhile', async () => {
    const { store, waiting } = await loaded([ticket(2, 9)], 'below-2');
    store.loadMore();
    store.setFilters({ ...NO_FILTERS, ticket_status: 'closed' });
    waiting[1]!.answer(page([ticket(1, 5)]));
    await settle();
    expect(ids(store)).toEqual([]);
    expect(store.get().phase).toEqual({ kind: 'loading' });
  });

  it('tells a first load that failed, and loads on request', async () => {
    const { store, waiting } = setUp();
    store.load();
    waiting[0]!.fail();
    await settle();
    expect(store.get().phase).toEqual({ kind: 'failed' });
    store.load();
    waiting[1]!.answer(page([ticket(1, 5)]));
    await settle();
    expect(ids(store)).toEqual([1]);
  });

  it('tells a page below that failed, and asks for the same again', async () => {
    const { store, waiting } = await loaded([ticket(2, 9)], 'below-2');
    store.loadMore();
    waiting[1]!.fail();
    await settle();
    expect(store.get().phase).toMatchObject({ more: 'failed' });
    store.loadMore();
    expect(waiting[2]!.body.fetch_since).toBe('below-2');
  });
});

describe('a reload', () => {
  it('keeps the rows while it asks, and as many as there were', async () => {
    const many = Array.from({ length: 130 }, (_, index) => ticket(index + 1, index));
    const { store, waiting } = await loaded([...many].reverse());
    const done = store.reload();
    expect(store.get().phase).toMatchObject({ kind: 'ready', refreshing: true });
    expect(store.get().rows).toHaveLength(130);
    waiting[1]!.answer(page([...many].reverse().slice(0, 100), 'below-100'));
    await settle();
    expect(waiting[2]!.body).toMatchObject({ page_size: 100, fetch_since: 'below-100' });
    waiting[2]!.answer(page([...many].reverse().slice(100)));
    await done;
    expect(store.get().rows).toHaveLength(130);
  });

  it('leaves the rows as they are when it fails', async () => {
    const { store, waiting } = await loaded([ticket(1, 5)]);
    const done = store.reload();
    waiting[1]!.fail();
    await expect(done).rejects.toThrow('no answer');
    expect(ids(store)).toEqual([1]);
  });
});

describe('facts', () => {
  it('are applied together, once', async () => {
    const { store } = await loaded([ticket(2, 9), ticket(1, 5)]);
    const changed = jest.fn();
    store.subscribe(changed);
    for (let rev = 2; rev < 1_000; rev += 1) store.apply([{ ticket: ticket(1, 10, { rev }), seq: 10 + rev }]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(ids(store)).toEqual([1, 2]);
  });

  it('that came while the first page was on its way are in the list', async () => {
    const { store, waiting } = setUp();
    store.load();
    store.apply([{ ticket: ticket(3, 12), seq: 11 }]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    waiting[0]!.answer(page([ticket(1, 5)]));
    await settle();
    expect(ids(store)).toEqual([3, 1]);
  });

  it('ask for new counts only when they change one', async () => {
    const { store, onCountsStale } = await loaded([ticket(1, 5)]);
    store.apply([{ ticket: ticket(1, 6, { rev: 2 }), seq: 11 }]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(onCountsStale).not.toHaveBeenCalled();
    store.apply([{ ticket: ticket(1, 6, { rev: 3, status: 'closed' }), seq: 12 }]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(onCountsStale).toHaveBeenCalledTimes(1);
  });
});

describe('while the agent is at the rows', () => {
  async function held() {
    const parts = await loaded([ticket(3, 9), ticket(2, 7), ticket(1, 5)]);
    parts.store.hold(true);
    parts.store.apply([
      { ticket: ticket(1, 12, { rev: 2, subject: 'news' }), seq: 11 },
      { ticket: ticket(4, 13), seq: 12 },
    ]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    return parts;
  }

  it('no row moves, what rows say changes, and the waiting are counted', async () => {
    const { store } = await held();
    expect(ids(store)).toEqual([3, 2, 1]);
    expect(store.get().rows[2]!.subject).toBe('news');
    expect(store.get().updates).toBe(2);
  });

  it('the order applies when the agent is done', async () => {
    const { store } = await held();
    store.hold(false);
    expect(ids(store)).toEqual([4, 1, 3, 2]);
    expect(store.get().updates).toBe(0);
  });

  it('the order applies when the agent asks for it, and then holds again', async () => {
    const { store } = await held();
    store.applyUpdates();
    expect(ids(store)).toEqual([4, 1, 3, 2]);
    store.apply([{ ticket: ticket(2, 14, { rev: 2 }), seq: 13 }]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(ids(store)).toEqual([4, 1, 3, 2]);
  });

  it('a row that a reload does not name any more stays drawn', async () => {
    const { store, waiting } = await held();
    const done = store.reload();
    waiting[1]!.answer(page([ticket(3, 9)], END_OF_LIST, 20));
    await done;
    expect(ids(store)).toEqual([3, 2, 1]);
    store.hold(false);
    expect(ids(store)).toEqual([3]);
  });

  it('another filter shows at once', async () => {
    const { store, waiting } = await held();
    store.setFilters({ ...NO_FILTERS, ticket_status: 'closed' });
    waiting[1]!.answer(page([ticket(9, 1, { status: 'closed' })]));
    await settle();
    expect(ids(store)).toEqual([9]);
  });
});

it('asks for nothing and tells nobody after it was disposed of', async () => {
  const { store, waiting } = await loaded([ticket(1, 5)], 'more');
  const changed = jest.fn();
  store.subscribe(changed);
  store.loadMore();
  store.apply([{ ticket: ticket(1, 6, { rev: 2 }), seq: 11 }]);
  changed.mockClear();
  store.dispose();
  expect(waiting[1]!.signal.aborted).toBe(true);
  await jest.runAllTimersAsync();
  expect(changed).not.toHaveBeenCalled();
});

describe('what an earlier page had', () => {
  const AT = Date.parse('2026-11-20T09:00:00.000Z');
  const old = page([ticket(2, 9), ticket(1, 5)], 'below', 4);

  it('shows until the server has answered, and no more is loaded meanwhile', async () => {
    const { store, waiting } = setUp();
    store.load();
    expect(store.show(old, AT)).toBe(true);
    expect(store.get()).toMatchObject({ asOf: AT, phase: { kind: 'ready', refreshing: true } });
    expect(ids(store)).toEqual([2, 1]);
    expect(store.known(NO_FILTERS)).toBeNull();
    store.loadMore();
    expect(waiting).toHaveLength(1);
    waiting[0]!.answer(page([ticket(3, 12), ticket(2, 9)]));
    await settle();
    expect(store.get().asOf).toBeNull();
    expect(ids(store)).toEqual([3, 2]);
    expect(store.known(NO_FILTERS)).toMatchObject({ list: { seq: 10, tickets: [{ id: 3 }, { id: 2 }] } });
  });

  it('is not shown in place of an answer, nor when it is empty', async () => {
    const { store } = await loaded([ticket(3, 12)]);
    expect(store.show(old, AT)).toBe(false);
    expect(ids(store)).toEqual([3]);
    const { store: other } = setUp();
    other.load();
    expect(other.show(page([]), AT)).toBe(false);
    expect(other.get().phase.kind).toBe('loading');
  });

  it('does not move under the pointer when the answer comes', async () => {
    const { store, waiting } = setUp();
    store.load();
    store.show(old, AT);
    store.hold(true);
    waiting[0]!.answer(page([ticket(3, 12), ticket(1, 11)]));
    await settle();
    expect(ids(store)).toEqual([2, 1]);
    expect(store.get().updates).toBeGreaterThan(0);
    store.applyUpdates();
    expect(ids(store)).toEqual([3, 1]);
  });

  it('stays when the server cannot be asked, and when it comes after that', async () => {
    const { store, waiting } = setUp();
    store.load();
    waiting[0]!.fail();
    await settle();
    expect(store.show(old, AT)).toBe(true);
    expect(store.get()).toMatchObject({ asOf: AT, phase: { kind: 'ready', refreshing: false } });
    store.load();
    waiting[1]!.fail();
    await settle();
    expect(store.get()).toMatchObject({ asOf: AT, phase: { kind: 'ready', refreshing: false } });
    expect(store.known(NO_FILTERS)).toBeNull();
  });

  it('is known with the newest live number, and only under its own filters', async () => {
    const { store } = await loaded([ticket(2, 9)]);
    store.apply([{ ticket: ticket(3, 12), seq: 15 }]);
    await jest.advanceTimersByTimeAsync(GATHER_MS);
    expect(store.known(store.get().filters)).toMatchObject({ list: { seq: 15, tickets: [{ id: 3 }, { id: 2 }] } });
    expect(store.known({ ...NO_FILTERS })).toBeNull();
  });
});
