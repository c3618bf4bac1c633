import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { MoveError } from './session';

/** Milliseconds for which whoever comes after may have to wait for a table that is to be locked. */
const LOCK_MS = 500;
const TRIES = 60;

/** SQLSTATE of lock_not_available. */
const LOCKED = '55P03';

/**
 * Does to one table after the other what needs it to itself for a moment. Behind a long query it gives up after half a second
 * and tries again, so that nobody else waits behind it for longer. Only the next thing that is stored after all of them waits
 * for disks and standbys, and what was stored before is there with it.
 * @throws MoveError when a table is never free
 */
export async function withTables<Table>(
  client: pg.Client,
  tables: readonly Table[],
  { nameOf, work }: { nameOf(table: Table): string; work(table: Table): Promise<unknown> },
): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_MS}; set synchronous_commit = off`);
  try {
    for (const table of tables) await untilFree(nameOf(table), () => work(table));
  } finally {
    await client.query('reset lock_timeout; reset synchronous_commit').catch(() => undefined);
  }
}

async function untilFree(table: string, work: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCKED) throw error;
      if (tried === TRIES) throw new MoveError(`The table ${table} is in use all the time.`);
      await delay(LOCK_MS * Math.random());
    }
  }
}
