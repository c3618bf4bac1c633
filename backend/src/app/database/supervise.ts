import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseLaunchError } from './errors';

export interface Supervision {
  /** Called, in one line, when the server had to be started again. */
  log: (line: string) => void;
  /** The server does not stay up, and is not tried again. */
  giveUp: (error: DatabaseLaunchError) => void;
  /** Milliseconds between two looks at the server. */
  everyMs?: number;
  /** Milliseconds for which the server must run for earlier failures to be forgotten. */
  steadyMs?: number;
  /** How often in a row it may die, or not start. */
  mostFailures?: number;
}

interface Server {
  isAlive(): Promise<boolean>;
  restart(): Promise<void>;
}

const EVERY_MS = 300;
const STEADY_MS = 60_000;
const MOST_FAILURES = 5;
/** Milliseconds after a failed start, times the number of failures: sessions of the dead server may need to end first. */
const PAUSE_MS = 300;

/** Starts a server again whenever it has died. @returns what ends that, and waits for a start that is under way */
export function supervise(server: Server, supervision: Supervision): () => Promise<void> {
  const { log, giveUp, everyMs = EVERY_MS, steadyMs = STEADY_MS, mostFailures = MOST_FAILURES } = supervision;
  const stopped = new AbortController();
  const { signal } = stopped;
  let failures = 0;
  let failedAt = 0;

  async function bringBack(): Promise<void> {
    if (performance.now() - failedAt > steadyMs) failures = 0;
    let why = 'it died again and again';
    for (;;) {
      failures += 1;
      failedAt = performance.now();
      if (failures > mostFailures) {
        throw new DatabaseLaunchError('keeps-dying', `The database does not stay up, the inbox ends: ${why}.`);
      }
      log(`The database has ended. It is started again (${failures} of ${mostFailures}).`);
      try {
        await server.restart();
        return log('The database runs again.');
      } catch (error) {
        why = error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be started';
        await delay(PAUSE_MS * failures, undefined, { signal });
      }
    }
  }

  async function look(): Promise<void> {
    for (;;) {
      await delay(everyMs, undefined, { signal, ref: false });
      // What cannot be looked at now is looked at again.
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
