import { afterEach, describe, expect, it } from '@jest/globals';
import { DatabaseLaunchError } from './errors';
import { supervise, type Server } from './supervise';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The result of a start after `takes` milliseconds. A running server dies after `lives` milliseconds, or never. */
type Start =
  | { ends: 'running'; takes?: number; lives?: number }
  | { ends: 'dead' | 'slow' | 'full disk' | 'no process'; takes?: number };

const ERRORS = {
  dead: new DatabaseLaunchError('start-failed', 'PostgreSQL did not start: a file is missing.'),
  slow: new DatabaseLaunchError('not-ready', 'PostgreSQL does not become ready.'),
  'full disk': new DatabaseLaunchError('disk-full', 'No space left for the database.'),
  'no process': Object.assign(new Error('spawn EAGAIN'), { code: 'EAGAIN' }),
};

let stop: (() => Promise<void>) | undefined;
afterEach(async () => stop?.());

/** A server that dies at once, and then does as planned, by a clock that only its waits move. @returns what was said */
async function watch(plan: readonly Start[]): Promise<{ lines: string[]; gaveUp: string | null; starts: number }> {
  let now = 0;
  let diesAt = 0;
  let starts = 0;
  const lines: string[] = [];
  const server: Server = {
    isAlive: async () => now < diesAt,
    async restart() {
      const start = plan[starts] ?? { ends: 'running' };
      starts += 1;
      now += start.takes ?? 0;
      if (start.ends !== 'running') throw ERRORS[start.ends];
      diesAt = now + (start.lives ?? Infinity);
    },
  };
  const gaveUp = await new Promise<string | null>((resolve) => {
    const clock = {
      now: () => now,
      async wait(ms: number, signal: AbortSignal) {
        signal.throwIfAborted();
        now += ms;
        // The last server of the plan keeps running.
        if (diesAt === Infinity) resolve(null);
      },
    };
    const options = { log: (line: string) => void lines.push(line), clock, everyMs: 1_000 };
    stop = supervise(server, { ...options, giveUp: (error) => resolve(error.message) });
  });
  return { lines, gaveUp, starts };
}

const times = (count: number, start: Start): Start[] => Array.from({ length: count }, () => start);
const GIVEN_UP = /^The database does not stay up, the inbox ends: it died again and again\.$/;

describe('the supervisor of the database', () => {
  it.each<[string, Start[]]>([
    ['takes long to start, again and again', times(20, { ends: 'slow', takes: 2 * MINUTE })],
    ['has a full disk for hours', times(2_000, { ends: 'full disk' })],
    ['cannot be started because the machine is busy', times(50, { ends: 'no process' })],
    ['dies once an hour', times(8, { ends: 'running', lives: HOUR })],
    ['dies a few times and then stays up', times(4, { ends: 'running', lives: MINUTE })],
    [
      'is slow between deaths that are far apart',
      [
        ...times(30, { ends: 'slow', takes: MINUTE }),
        { ends: 'running', lives: HOUR },
        ...times(30, { ends: 'slow', takes: MINUTE }),
      ],
    ],
  ])('never gives up on a server that %s', async (_what, plan) => {
    const { gaveUp, starts } = await watch(plan);
    expect([gaveUp, starts]).toEqual([null, plan.length + 1]);
  });

  it.each<[string, Start[], RegExp]>([
    ['soon after each start', times(20, { ends: 'running', lives: 1_000 }), GIVEN_UP],
    [
      'soon after each start, which takes minutes',
      times(20, { ends: 'running', takes: 3 * MINUTE, lives: 1_000 }),
      GIVEN_UP,
    ],
    ['while it starts', times(20, { ends: 'dead' }), /the inbox ends: PostgreSQL did not start: a file is missing\.$/],
    [
      'while it starts, after slow tries',
      times(20, { ends: 'slow' }).concat(times(20, { ends: 'dead' })),
      /a file is missing\.$/,
    ],
  ])('gives up, after five deaths within minutes, on a server that dies %s', async (_what, plan, says) => {
    const { gaveUp, lines } = await watch(plan);
    expect(gaveUp).toMatch(says);
    expect(lines.filter((line) => line.startsWith('The database has ended.'))).toHaveLength(5);
  });

  it('says once what a start waits for, and when the server runs again', async () => {
    const { lines } = await watch([...times(9, { ends: 'full disk' }), { ends: 'slow' }]);
    expect(lines).toEqual([
      'The database has ended. It is started again (1 of 5).',
      'The database cannot be started yet: No space left for the database. It is tried again until it can.',
      'The database cannot be started yet: PostgreSQL does not become ready. It is tried again until it can.',
      'The database runs again.',
    ]);
  });
});
