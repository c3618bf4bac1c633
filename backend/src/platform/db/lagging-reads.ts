import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { codeOf, wordsOf } from '../errors/errors';
import type { Queryable } from './connection';
import { isLostConnection } from './transient-error';

/** Reads that may be a little behind what was committed: of a standby, where there is one that is good for it. */
export interface LaggingReads {
  /** For what may be some seconds old. Nothing that an agent expects to see at once is read so. */
  recent<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  /** Has all that was committed before it was asked for. */
  caughtUp<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
}

/** Bytes of changes that a standby may be behind: a second of a busy day. */
const MOST_BEHIND = 16_000_000;
/** Milliseconds for which it is believed to be as it was. */
const BELIEVED_MS = 2_000;
/** Milliseconds in which it answers, and in which it catches up with a busy primary. */
const ANSWERS_MS = 2_000;
const CATCHES_UP_MS = 10_000;

/** Where there is no standby. */
export const readsOf = (db: Queryable): LaggingReads => ({ recent: (work) => work(db), caughtUp: (work) => work(db) });

/**
 * Reads from a standby while it answers and follows the primary. A read that fails there is repeated on the primary, so that a
 * standby that is stopped, cut off or promoted fails no call.
 * @param log is told, in one line each, when it is used no more, and when it is again
 */
export function readsWithStandby(
  primary: Queryable,
  standby: Queryable,
  log: (line: string) => void,
  { believedMs = BELIEVED_MS, catchesUpMs = CATCHES_UP_MS } = {},
): LaggingReads {
  let isGood = false;
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;
  let said: string | null = null;

  function note(problem: string | null): void {
    isGood = problem === null;
    if (problem === said) return;
    said = problem;
    log(problem === null ? 'The standby is read from again.' : `The standby is not read from: ${problem}`);
  }

  async function look(): Promise<void> {
    const problem = await standbyProblem(primary, standby);
    note(problem);
    lookedAt = performance.now();
    looking = undefined;
  }

  async function tried<T>(work: (db: Queryable) => Promise<T>, withinMs?: number): Promise<T> {
    try {
      return await (withinMs === undefined ? work(standby) : within(withinMs, work(standby)));
    } catch (error) {
      if (!(error instanceof LateError) && !isLostConnection(error) && codeOf(error) === undefined) throw error;
      const answered = await work(primary);
      // Only now: what is wrong with the work itself is wrong there, too.
      note(wordsOf(error));
      return answered;
    }
  }

  return {
    async recent(work) {
      if (performance.now() - lookedAt >= believedMs) looking ??= look();
      // Only the first read waits for the check.
      if (lookedAt === -Infinity || believedMs === 0) await looking;
      return isGood ? tried(work, ANSWERS_MS) : work(primary);
    },
    async caughtUp(work) {
      const position = await positionOf(primary);
      const until = performance.now() + catchesUpMs;
      for (;;) {
        const behind = await behindBy(position, standby).catch(() => null);
        if (behind !== null && behind <= 0) return tried(work);
        if (behind === null || performance.now() > until) return work(primary);
        await delay(100);
      }
    },
  };
}

async function positionOf(primary: Queryable): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(primary);
  return rows[0]?.position ?? '';
}

class LateError extends Error {
  override readonly name = 'LateError';
}

async function within<T>(ms: number, asked: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = delay(ms, undefined, { signal: ended.signal, ref: false }).then(() => {
    throw new LateError('it does not answer');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    ended.abort();
    // What comes of it later is nobody's.
    asked.catch(() => undefined);
  }
}

/** Bytes that it is behind; null of a server that follows nobody. */
async function behindBy(position: string, standby: Queryable): Promise<number | null> {
  const asked = sql<{ behind: number | null }>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn())::float8 end
      as behind`.execute(standby);
  const { rows } = await within(ANSWERS_MS, asked);
  return rows[0]?.behind ?? null;
}

/** Why a standby is not read from; null of one that is. */
export async function standbyProblem(primary: Queryable, standby: Queryable): Promise<string | null> {
  const behind = await behindBy(await positionOf(primary), standby).catch(wordsOf);
  if (typeof behind === 'string') return behind;
  if (behind === null) return 'it follows nobody';
  return behind > MOST_BEHIND ? `it is ${Math.round(behind / 1_000_000)} MB behind` : null;
}
