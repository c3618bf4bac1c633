import { setTimeout as delay } from 'node:timers/promises';
import { wordsOf } from '../../platform/errors/errors';
import { DatabaseLaunchError } from './errors';

/** Time as a supervisor sees it; tests have one of their own. */
export interface Clock {
  /** Milliseconds since any moment. */
  now(): number;
  /** Rejects when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Supervision {
  /** Called, in one line, when the server had to be started again. */
  log: (line: string) => void;
  /** The server does not stay up, and is not tried again. */
  giveUp: (error: DatabaseLaunchError) => void;
  /** Milliseconds between two looks at the server. */
  everyMs?: number;
  /** Milliseconds for which a death counts, in which the server runs: the time that its starts take is left out. */
  windowMs?: number;
  /** Deaths within the window after which the server is started again; one more, and it is given up. */
  mostDeaths?: number;
  clock?: Clock;
}

export interface Server {
  isAlive(): Promise<boolean>;
  /** Waits until the server takes connections. @throws an error, as `diedAtStart` knows it where the server itself ended */
  restart(): Promise<void>;
}

const EVERY_MS = 300;
const WINDOW_MS = 5 * 60_000;
const MOST_DEATHS = 5;
/** Milliseconds after a failed start, longer with each: sessions of the dead server may need to end first. */
const PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;

const CLOCK: Clock = {
  now: () => performance.now(),
  wait: async (ms, signal) => delay(ms, undefined, { signal, ref: false }),
};

/**
 * Whether the server was started and ended. A server that takes long, a full disk, or a start that this process could not
 * make are no deaths: the same start may succeed a while later.
 */
const diedAtStart = (error: unknown): boolean =>
  error instanceof DatabaseLaunchError && error.reason === 'start-failed';

/**
 * Starts a server again whenever it has died, and gives up on one that dies again and again. It waits for a start for as
 * long as it takes.
 * @returns what ends that, and waits for a start that is under way
 */
export function supervise(server: Server, supervision: Supervision): () => Promise<void> {
  const { log, giveUp, everyMs = EVERY_MS, clock = CLOCK } = supervision;
  const stopped = new AbortController();
  const { signal } = stopped;
  const deaths = countDeaths(supervision);

  async function bringBack(): Promise<void> {
    deaths.add(clock.now(), 'it died again and again');
    const died = clock.now();
    let waitsFor = '';
    for (let tries = 1; ; tries += 1) {
      if (waitsFor === '') log(`The database has ended. It is started again (${deaths.progress()}).`);
      try {
        await server.restart();
        deaths.leaveOut(clock.now() - died);
        return log('The database runs again.');
      } catch (error) {
        const why = wordsOf(error).replace(/\.$/, '');
        if (diedAtStart(error)) deaths.add(died, why);
        else if (why !== waitsFor) log(`The database cannot be started yet: ${why}. It is tried again until it can.`);
        waitsFor = diedAtStart(error) ? '' : why;
        await clock.wait(Math.min(PAUSE_MS * tries, LONGEST_PAUSE_MS), signal);
      }
    }
  }

  async function look(): Promise<void> {
    for (;;) {
      await clock.wait(everyMs, signal);
      // A server that cannot be looked at now is looked at again.
      const isAlive = await server.isAlive().catch(() => true);
      if (!isAlive && !signal.aborted) await bringBack();
    }
  }

  const looking = look().catch((error: unknown) => {
    if (error instanceof DatabaseLaunchError) giveUp(error);
    else if (!signal.aborted) throw error;
  });
  return async () => {
    stopped.abort();
    await looking;
  };
}

/** Counts deaths by a clock that stops while the server is started. */
function countDeaths({ windowMs = WINDOW_MS, mostDeaths = MOST_DEATHS }: Supervision) {
  let deaths: number[] = [];
  let leftOutMs = 0;
  return {
    /** @throws DatabaseLaunchError when there are too many */
    add(now: number, why: string): void {
      const at = now - leftOutMs;
      deaths = [...deaths.filter((each) => at - each < windowMs), at];
      if (deaths.length <= mostDeaths) return;
      throw new DatabaseLaunchError('keeps-dying', `The database does not stay up, the inbox ends: ${why}.`);
    },
    /** Milliseconds in which the server did not run. */
    leaveOut(ms: number): void {
      leftOutMs += ms;
    },
    progress: () => `${deaths.length} of ${mostDeaths}`,
  };
}
