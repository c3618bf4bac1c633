import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Api } from '@inbox/api';
import type { TicketCounts } from '@inbox/domain';
import { COUNT_EVERY_MS, createCountsStore } from './counts-store';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function setUp() {
  const waiting: { signal: AbortSignal | undefined; answer(counts: TicketCounts): void; fail(): void }[] = [];
  const api: Pick<Api, 'ticketCounter'> = {
    ticketCounter: (_input, options) =>
      new Promise((resolve, reject) => {
        waiting.push({ signal: options?.signal, answer: resolve, fail: () => reject(new Error('no answer')) });
      }),
  };
  return { waiting, counts: createCountsStore({ api }) };
}
const settle = () => jest.advanceTimersByTimeAsync(0);

describe('the counts', () => {
  it('are not known before the first answer', async () => {
    const { waiting, counts } = setUp();
    counts.ask();
    expect(counts.getCounts()).toBeNull();
    waiting[0]!.answer({ open: 27 });
    await settle();
    expect(counts.getCounts()).toEqual({ open: 27 });
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
    expect(counts.getCounts()).toEqual({ open: 1 });
    counts.ask();
    waiting[2]!.answer({ open: 2 });
    await settle();
    expect(counts.getCounts()).toEqual({ open: 2 });
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
