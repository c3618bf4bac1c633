import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Api } from '@inbox/api';
import { NO_FILTERS, type AgentId, type ListFilters, type TicketCounts } from '@inbox/domain';
import { defaultFilters } from '../filters/filter-rules';
import { COUNT_EVERY_MS, createCountsStore, OLD_COUNTS_MS } from './counts-store';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const ME = 1 as AgentId;

interface Waiting {
  filters: ListFilters;
  signal: AbortSignal | undefined;
  answer(counts: TicketCounts): void;
  fail(): void;
}

function setUp(filters = defaultFilters(ME)) {
  const waiting: Waiting[] = [];
  const api: Pick<Api, 'ticketCounter'> = {
    ticketCounter: ({ body }, options) =>
      new Promise((resolve, reject) => {
        waiting.push({
          filters: body.filters,
          signal: options?.signal,
          answer: resolve,
          fail: () => reject(new Error('no answer')),
        });
      }),
  };
  return { waiting, counts: createCountsStore({ api, me: ME, filters }) };
}
const settle = () => jest.advanceTimersByTimeAsync(0);

describe('the counts', () => {
  it('are not known before the first answer', async () => {
    const { waiting, counts } = setUp();
    counts.ask();
    expect(counts.current.get()).toBeNull();
    waiting[0]!.answer({ open: 27 });
    await settle();
    expect(counts.current.get()).toEqual({ open: 27 });
  });

  it('are asked for once for many askers, and never two at a time', async () => {
    const { waiting, counts } = setUp();
    for (let times = 0; times < 1_000; times += 1) counts.ask();
    await jest.advanceTimersByTimeAsync(10 * COUNT_EVERY_MS);
    expect(waiting).toHaveLength(1);
    waiting[0]!.answer({ open: 1 });
    await settle();
    expect(waiting).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(COUNT_EVERY_MS);
    expect(waiting).toHaveLength(2);
  });

  it('are not asked for again when nobody wants them', async () => {
    const { waiting, counts } = setUp();
    counts.ask();
    waiting[0]!.answer({ open: 1 });
    await jest.advanceTimersByTimeAsync(10 * COUNT_EVERY_MS);
    expect(waiting).toHaveLength(1);
    counts.ask();
    expect(waiting).toHaveLength(2);
  });

  it('stand when a count fails, and the next one is heard', async () => {
    const { waiting, counts } = setUp();
    counts.ask();
    waiting[0]!.answer({ open: 1 });
    await jest.advanceTimersByTimeAsync(COUNT_EVERY_MS);
    counts.ask();
    waiting[1]!.fail();
    await jest.advanceTimersByTimeAsync(COUNT_EVERY_MS);
    expect(counts.current.get()).toEqual({ open: 1 });
    counts.ask();
    waiting[2]!.answer({ open: 2 });
    await settle();
    expect(counts.current.get()).toEqual({ open: 2 });
  });

  describe('that cannot be had', () => {
    const other = { ...NO_FILTERS, unread: true };

    it('under other filters are not known: the numbers of the filters before would not be true', async () => {
      const { waiting, counts } = setUp();
      counts.ask();
      waiting[0]!.answer({ open: 27 });
      await settle();
      counts.count(other);
      expect(counts.current.get()).toEqual({ open: 27 });
      waiting[1]!.fail();
      await settle();
      expect([counts.current.get(), counts.hasFailed.get()]).toEqual([null, true]);
    });

    it('are not known either while the call hangs', async () => {
      const { waiting, counts } = setUp();
      counts.ask();
      waiting[0]!.answer({ open: 27 });
      await settle();
      counts.count(other);
      await jest.advanceTimersByTimeAsync(OLD_COUNTS_MS);
      expect([counts.current.get(), counts.hasFailed.get()]).toEqual([null, false]);
      waiting[1]!.answer({ open: 3 });
      await settle();
      expect(counts.current.get()).toEqual({ open: 3 });
    });

    it('are asked for again by themselves, less and less often', async () => {
      const { waiting, counts } = setUp();
      counts.ask();
      waiting[0]!.fail();
      await jest.advanceTimersByTimeAsync(2_000);
      waiting[1]!.fail();
      await jest.advanceTimersByTimeAsync(3_999);
      expect(waiting).toHaveLength(2);
      await jest.advanceTimersByTimeAsync(1);
      waiting[2]!.answer({ open: 1 });
      await settle();
      expect([counts.current.get(), counts.hasFailed.get()]).toEqual([{ open: 1 }, false]);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(waiting).toHaveLength(3);
    });
  });

  it('are those under the filters that are no tabs', () => {
    const { waiting, counts } = setUp();
    counts.count({ ...defaultFilters(ME), search: 'kurta', conversation_source: 'email', priority_filter: 1 });
    expect(waiting.map(({ filters }) => filters)).toEqual([{ ...NO_FILTERS, agent_ids: [ME], priority_filter: 1 }]);
  });

  it('under other filters do not wait, and the answer for earlier ones is not heard', async () => {
    const { waiting, counts } = setUp();
    counts.ask();
    counts.count({ ...NO_FILTERS, unread: true });
    expect(waiting[0]!.signal?.aborted).toBe(true);
    waiting[1]!.answer({ open: 3 });
    await settle();
    waiting[0]!.answer({ open: 27 });
    await settle();
    expect(counts.current.get()).toEqual({ open: 3 });
    counts.count(NO_FILTERS);
    expect(waiting).toHaveLength(3);
  });

  it('are not asked for again by another tab', async () => {
    const { waiting, counts } = setUp();
    counts.ask();
    waiting[0]!.answer({ open: 3 });
    await settle();
    counts.count({ ...defaultFilters(ME), ticket_status: 'open', conversation_source: 'whatsapp' });
    await jest.advanceTimersByTimeAsync(COUNT_EVERY_MS);
    expect(waiting).toHaveLength(1);
  });

  describe('that the live channel tells', () => {
    it('are the agent’s own and those that nobody owns together', () => {
      const { counts } = setUp();
      counts.apply('own', { open: 2, 'email:open': 1 });
      expect(counts.current.get()).toBeNull();
      counts.apply('unowned', { unassigned: 4, open: 0 });
      expect(counts.current.get()).toEqual({ open: 2, 'email:open': 1, unassigned: 4 });
    });

    it('say nothing under other filters', () => {
      const { counts } = setUp({ ...defaultFilters(ME), priority_filter: 1 });
      counts.apply('own', { open: 2 });
      counts.apply('unowned', { unassigned: 4 });
      expect(counts.current.get()).toBeNull();
    });

    it('are forgotten when the channel was away', () => {
      const { counts } = setUp();
      counts.apply('own', { open: 2 });
      counts.forgetCounters();
      counts.apply('unowned', { unassigned: 4 });
      expect(counts.current.get()).toBeNull();
    });
  });

  it('are given up when they are disposed of', async () => {
    const { waiting, counts } = setUp();
    counts.ask();
    counts.ask();
    counts.dispose();
    expect(waiting[0]!.signal?.aborted).toBe(true);
    waiting[0]!.fail();
    await jest.runAllTimersAsync();
    expect(waiting).toHaveLength(1);
  });
});
