import { ApiError } from '@inbox/api';

/** Why what has failed waits and is tried again. */
export interface Wait {
  waiting: 'offline' | 'server';
  /** The server was asked too often, and asks to be left alone for a while. */
  busy?: boolean | undefined;
  /** For how many milliseconds at least. */
  leastMs: number;
}

/** Milliseconds: a server that asks to be left alone for longer is asked after this all the same. */
const MOST_MS = 60_000;

/** Why what has failed so waits; null: that is of no use. What comes too soon waits in its place, so that nothing overtakes it. */
export function reasonToWait(error: unknown): Wait | null {
  if (!(error instanceof ApiError)) return null;
  const { retryAfterMs = 0 } = error.details;
  if (error.isTooSoon) return { waiting: 'server', busy: true, leastMs: Math.min(retryAfterMs, MOST_MS) };
  if (error.kind === 'offline') return { waiting: 'offline', leastMs: 0 };
  return error.retryable || error.kind === 'signed-out' ? { waiting: 'server', leastMs: 0 } : null;
}

/** What is stored of it with what waits. */
export const saying = ({ waiting, busy }: Wait): Pick<Wait, 'waiting' | 'busy'> => ({ waiting, busy });

/** Whether what waits says so already. */
export const says = (entry: { waiting: string | null; busy?: boolean | undefined }, { waiting, busy }: Wait): boolean =>
  entry.waiting === waiting && (entry.busy ?? false) === (busy ?? false);
