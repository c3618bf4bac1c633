import type { TicketId } from '@inbox/domain';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createWaitingNotesQueue } from './waiting-notes-queue';

const [first, second] = [1, 2] as unknown as readonly [TicketId, TicketId];

/** Queue of the notes of these tickets; `leastMs` is what each attempt to add one ends with. */
function aQueue(tickets: readonly TicketId[], leastMs: number | null) {
  const requested: TicketId[] = [];
  let waiting = tickets;
  const queue = createWaitingNotesQueue({
    waiting: { get: () => waiting },
    of: (ticket) => ({
      load: async () => undefined,
      addWaiting: async () => {
        requested.push(ticket);
        return leastMs;
      },
    }),
  });
  return { queue, requested, setWaiting: (now: readonly TicketId[]) => void (waiting = now) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe('the queue of waiting notes', () => {
  it('leaves no timer when it is stopped between two attempts', async () => {
    const { queue, requested } = aQueue([first, second], 0);
    queue.wake();
    await settle();
    expect(jest.getTimerCount()).toBe(1);
    queue.stop();
    await settle(120_000);
    expect([requested, jest.getTimerCount()]).toEqual([[first], 0]);
  });

  it('does not start a timer when it is stopped during an attempt, and does not start again', async () => {
    const { queue, requested } = aQueue([first, second], 7_000);
    queue.wake();
    queue.stop();
    queue.wake();
    await settle(120_000);
    expect([requested, jest.getTimerCount()]).toEqual([[], 0]);
  });

  it('has no timer when no note waits', async () => {
    const { queue, requested } = aQueue([first, second], null);
    queue.wake();
    await settle();
    expect([requested, jest.getTimerCount()]).toEqual([[first, second], 0]);
    queue.wake();
    await settle();
    expect(requested).toHaveLength(4);
  });

  it('also adds a note that has begun to wait while another is tried again', async () => {
    const { queue, requested, setWaiting } = aQueue([first], 50_000);
    queue.wake();
    await settle();
    setWaiting([first, second]);
    queue.wake();
    await settle();
    await settle(50_000);
    expect(requested).toEqual([first, first, second]);
  });
});
