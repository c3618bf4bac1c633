import type { FoundUnsent } from './collect-unsent';
import { signOutMessages as texts } from './messages';

/** Milliseconds between two looks at what is left. */
export const LOOK_MS = 500;
/** Milliseconds without progress after which the agent is asked again. */
export const PATIENCE_MS = 20_000;

export interface SendFirstDeps {
  collect(send: boolean): Promise<FoundUnsent>;
  isOffline(): boolean;
  /** Called with how many are left. */
  onLeft(left: number): void;
  /** The agent waits no longer. */
  signal: AbortSignal;
  pause?(ms: number): Promise<void>;
  now?(): number;
}

/** What it came to: all has left, or why not, in words. */
export interface SentFirst {
  found: FoundUnsent;
  problem: string | null;
}

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Has the panels send what waits, and follows it until all has left or something is in the way. */
export async function sendFirst(deps: SendFirstDeps): Promise<SentFirst> {
  const { collect, isOffline, onLeft, signal, pause = pauseFor, now = Date.now } = deps;
  let found = await collect(true);
  let least = found.waiting;
  let since = now();
  for (;;) {
    onLeft(found.waiting);
    const [silent] = found.silent;
    if (silent !== undefined) return { found, problem: texts.noAnswer(silent) };
    if (found.waiting === 0) return { found, problem: found.held > 0 ? texts.refused(found.held) : null };
    if (isOffline()) return { found, problem: texts.offline };
    if (signal.aborted) return { found, problem: null };
    if (now() - since > PATIENCE_MS) return { found, problem: texts.slow };
    await pause(LOOK_MS);
    found = await collect(false);
    if (found.waiting < least) {
      least = found.waiting;
      since = now();
    }
  }
}
