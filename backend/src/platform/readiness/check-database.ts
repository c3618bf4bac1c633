import { sql } from 'kysely';
import type { Queryable } from '../db/connection';
import { inTransaction } from '../db/transaction';
import { isLostConnection } from '../db/transient-error';
import { codeOf } from '../errors/errors';
import { NotReady } from './readiness';

/** Milliseconds after which the server ends a check that nobody waits for any more. */
const STATEMENT_MS = 10_000;
/** As many numbers take about ten times of the 64 kB of memory that they are allowed, so that they go to the disk. */
const NUMBERS = 20_000;

/**
 * Checks that the database can write: a commit reaches its log, and a sort file its disk. Nothing of it stays, and no table
 * grows by it.
 * @throws NotReady
 */
export async function checkDatabase(db: Queryable): Promise<void> {
  const isReadOnly = await inTransaction(db, async (tx) => {
    await sql`
      select set_config('work_mem', '64kB', true), set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`.execute(
      tx,
    );
    const { rows } = await sql<{
      read_only: string;
    }>`select current_setting('transaction_read_only') as read_only`.execute(tx);
    if (rows[0]?.read_only === 'on') return true;
    await sql`select pg_logical_emit_message(true, 'inbox', 'ready')`.execute(tx);
    await sql`select count(*) from generate_series(1, ${NUMBERS}::int)`.execute(tx);
    return false;
  }).catch((error: unknown) => {
    throw new NotReady(reasonOf(error), { cause: error });
  });
  if (isReadOnly) throw new NotReady('The database takes no writes: it is a standby, or set to read-only.');
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === '53100') return 'The disk of the database is full (53100).';
  if (isLostConnection(error)) return `The database cannot be reached (${code ?? 'connection lost'}).`;
  return `The database cannot be written (${code ?? 'unknown error'}).`;
}
