import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomId, type TicketId } from '@inbox/domain';
import type { TimeEntry } from '../storage/record-types';
import { createHandledTimes, type HandledTimes } from './handled-times';

const ONE = 1 as TicketId;
const TWO = 2 as TicketId;

let stored: TimeEntry[];
let told: TimeEntry[];
/** What the server has counted, by stretch: told twice counts once. */
let counted: Map<string, TimeEntry>;
let answer: 'takes' | 'takes, but the answer is lost' | 'is away' | 'refuses';

beforeEach(() => {
  [stored, told, counted, answer] = [[], [], new Map(), 'takes'];
});

afterEach(() => void jest.useRealTimers());

const sumOf = (ticket: TicketId) =>
  [...counted.values()].filter((each) => each.ticket_id === ticket).reduce((sum, { seconds }) => sum + seconds, 0);

/** One tab. */
const open = (): HandledTimes =>
  createHandledTimes({
    store: {
      loaded: Promise.resolve(),
      load: () => stored,
      add: (stretch) => {
        stored = [...stored, stretch];
      },
      remove: (id) => {
        stored = stored.filter(({ stretch_id }) => stretch_id !== id);
      },
    },
    load: (ticket) => (answer === 'is away' ? Promise.reject(new Error('away')) : Promise.resolve(sumOf(ticket))),
    async report(stretch) {
      told.push(stretch);
      if (answer === 'refuses') throw new Error('refused');
      if (answer === 'is away') throw new Error('away');
      counted.set(stretch.stretch_id, stretch);
      if (answer !== 'takes') throw new Error('lost');
      return sumOf(stretch.ticket_id);
    },
    newId: randomId,
    isRefused: (error) => error instanceof Error && error.message === 'refused',
  });

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the handled time', () => {
  it('goes on from what the server says', async () => {
    const times = open();
    times.load(ONE);
    await settle();
    expect([times.total(ONE), times.total(TWO)]).toEqual([0, null]);
    times.add(ONE, 2_000);
    expect(times.total(ONE)).toBe(2);
    await settle();
    times.add(ONE, 3_000);
    await settle();
    expect([times.total(ONE), sumOf(ONE), stored]).toEqual([5, 5, []]);
  });

  it('reports whole seconds and keeps the rest for the next stretch of the same ticket', async () => {
    const times = open();
    times.add(ONE, 1_600);
    times.add(TWO, 900);
    times.add(ONE, 500);
    await settle();
    expect(told.map(({ ticket_id, seconds }) => [ticket_id, seconds])).toEqual([
      [ONE, 1],
      [ONE, 1],
    ]);
  });

  it.each(['takes, but the answer is lost', 'is away'] as const)(
    'counts each stretch once when the server %s, also in another tab and after a reload',
    async (how) => {
      answer = how;
      open().add(ONE, 4_000);
      await settle();
      expect(stored).toHaveLength(1);
      answer = 'takes';
      const [reloaded, other] = [open(), open()];
      reloaded.wake();
      reloaded.wake();
      other.wake();
      await settle();
      expect([sumOf(ONE), stored]).toEqual([4, []]);
      expect(new Set(told.map(({ stretch_id }) => stretch_id)).size).toBe(1);
    },
  );

  it('of a ticket that was opened off line comes when the line is back', async () => {
    answer = 'is away';
    const times = open();
    times.load(ONE);
    await settle();
    times.add(ONE, 4_000);
    await settle();
    expect(times.total(ONE)).toBeNull();
    answer = 'takes';
    times.wake();
    await settle();
    expect([times.total(ONE), sumOf(ONE)]).toEqual([4, 4]);
  });

  it('is asked for and reported again by itself, until the session ends', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    answer = 'is away';
    const times = open();
    const stop = times.start();
    times.load(ONE);
    times.add(ONE, 4_000);
    await jest.advanceTimersByTimeAsync(3_000);
    expect([told.length, times.total(ONE), stored.length]).toEqual([2, null, 1]);
    answer = 'takes';
    await jest.advanceTimersByTimeAsync(4_000);
    expect([times.total(ONE), sumOf(ONE), stored]).toEqual([4, 4, []]);
    answer = 'is away';
    times.add(ONE, 1_000);
    await jest.advanceTimersByTimeAsync(0);
    stop();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('that an earlier page has left is reported at the start', async () => {
    answer = 'is away';
    open().add(ONE, 4_000);
    await settle();
    answer = 'takes';
    const stop = open().start();
    await settle();
    expect([sumOf(ONE), stored]).toEqual([4, []]);
    stop();
  });

  it('gives a stretch up that the server will never take', async () => {
    answer = 'refuses';
    open().add(ONE, 4_000);
    await settle();
    expect(stored).toEqual([]);
  });
});
