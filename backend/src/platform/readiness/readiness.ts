import { setTimeout as delay } from 'node:timers/promises';
import { wordsOf } from '../errors/errors';

/** The needs of an inbox. A process checks those of its roles. */
export const NEEDS = ['database', 'files', 'page', 'panels'] as const;
export type Need = (typeof NEEDS)[number];

/** A need that is not met, and why, for operators. Anybody may read the reason: it has no paths, secrets or customers' data. */
export interface Problem {
  need: Need;
  reason: string;
}

/** A problem with what the log alone has: paths, and the words of the system. */
interface Found extends Problem {
  detail: string;
}

/** Thrown by a check. The message is the reason that anybody may read; the cause is for the log alone. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Resolves when the need is met. */
export type Check = () => Promise<void>;

/** Milliseconds for which an answer counts, however often it is requested. */
const FRESH_MS = 3_000;
/** Milliseconds that a check may take: a database or a disk that takes longer is of no use to agents. */
const WITHIN_MS = 2_000;
/** Milliseconds between two checks that nobody requested. */
const EVERY_MS = 5_000;

export interface ReadinessOptions {
  /** Called, in one line, when a need is not met, or all are met again. */
  log: (line: string) => void;
  /** Called when `lasting` has changed. */
  onLasting: () => void;
  report: (error: unknown) => void;
  freshMs?: number;
  withinMs?: number;
  everyMs?: number;
  /** Milliseconds since any moment. */
  now?: () => number;
}

export interface Readiness {
  add(need: Need, check: Check): void;
  /** The needs that are not met now. Requests at the same time share one check. */
  problems(): Promise<readonly Problem[]>;
  /** Needs that the last two checks both found not to be met: a busy moment is no news for agents. */
  lasting(): readonly Need[];
  /** Needs that this process has, and whether the last check found each of them met: for metrics. */
  last(): ReadonlyMap<Need, boolean>;
  stop(): void;
}

/** Checks the needs of the inbox, on request and periodically, so that it notices failures and recoveries. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { freshMs = FRESH_MS, withinMs = WITHIN_MS, everyMs = EVERY_MS, now = () => performance.now() } = options;
  const checks = new Map<Need, Check>();
  const running = new Map<Need, Promise<Found | null>>();
  let current: { at: number; problems: Promise<readonly Problem[]> } | undefined;
  let last: readonly Problem[] = [];
  let lasting: readonly Need[] = [];

  /** A check that hangs is not begun a second time: its writes would pile up. */
  function run(need: Need, check: Check): Promise<Found | null> {
    const result =
      running.get(need) ??
      check()
        .then(
          () => null,
          (error: unknown) => foundBy(need, error),
        )
        .finally(() => running.delete(need));
    running.set(need, result);
    const late = { need, reason: `There is no answer within ${withinMs / 1000} seconds.`, detail: '' };
    return Promise.race([result, delay(withinMs, late, { ref: false })]);
  }

  async function checkAll(): Promise<readonly Problem[]> {
    const results = await Promise.all([...checks].map(([need, check]) => run(need, check)));
    const found = results.filter((each) => each !== null);
    note(found);
    return found.map(({ need, reason }) => ({ need, reason }));
  }

  function note(found: readonly Found[]): void {
    const before = last;
    last = found;
    for (const { need, reason, detail } of found) {
      if (!before.some((each) => each.need === need && each.reason === reason))
        options.log(`The inbox is not ready (${need}): ${reason}${detail}`);
    }
    if (before.length > 0 && found.length === 0) options.log('The inbox is ready again.');
    const both = found.map(({ need }) => need).filter((need) => before.some((each) => each.need === need));
    const isNews = both.join() !== lasting.join();
    lasting = both;
    if (isNews) options.onLasting();
  }

  function problems(): Promise<readonly Problem[]> {
    if (current === undefined || now() - current.at >= freshMs) current = { at: now(), problems: checkAll() };
    return current.problems;
  }

  const timer = setInterval(() => void problems().catch(options.report), everyMs);
  timer.unref();
  return {
    add: (need, check) => void checks.set(need, check),
    problems,
    lasting: () => lasting,
    last: () => new Map([...checks.keys()].map((need) => [need, !last.some((each) => each.need === need)])),
    stop: () => clearInterval(timer),
  };
}

function foundBy(need: Need, error: unknown): Found {
  if (!(error instanceof NotReady)) return { need, reason: 'It could not be checked.', detail: ` ${wordsOf(error)}` };
  return { need, reason: error.message, detail: error.cause === undefined ? '' : ` ${wordsOf(error.cause)}` };
}
