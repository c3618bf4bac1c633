import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { inTransaction } from '../transaction';
import { codeOf } from '../../errors/errors';

/** Any fixed number of our own: of several processes that look at once, one changes partitions. */
const PARTITIONS_LOCK = 4_020_914;

/** Milliseconds for which whoever uses the table may have to wait behind a change that itself waits for others. */
const LOCK_MS = 300;

/** SQLSTATEs of who has to step aside: lock_not_available, deadlock_detected. */
const NOT_FREE: ReadonlySet<unknown> = new Set(['55P03', '40P01']);

/**
 * Changes the partitions of a table, in a transaction of its own. Does nothing when another process is at it, or the table
 * is not free: the next look tries again.
 */
export async function changePartitions(db: Queryable, work: (tx: Queryable) => Promise<void>): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(${PARTITIONS_LOCK}) as mine`.execute(tx);
      if (rows[0]?.mine !== true) return;
      await sql.raw(`set local lock_timeout = ${LOCK_MS}`).execute(tx);
      await work(tx);
    });
  } catch (error) {
    if (!NOT_FREE.has(codeOf(error))) throw error;
  }
}
