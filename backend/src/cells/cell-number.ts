import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { inTransaction } from '../platform/db/transaction';

/** Ids of rows begin with their cell's number, and have twelve digits after it: they are ids in every cell, and safe as numbers. */
const IDS_EACH = 1_000_000_000_000;
export const MOST_CELLS = 899;

export async function readCellNumber(db: Queryable): Promise<number> {
  const { number } = await db.selectFrom('cell').select('number').executeTakeFirstOrThrow();
  return number;
}

/**
 * Makes an empty database the cell of this number: from here on its ids are of that cell.
 * @returns false when it has merchants already, whose ids are of the cell that it was
 */
export async function makeCell(db: Queryable, number: number): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await sql`lock table merchants in share mode`.execute(tx);
    if ((await tx.selectFrom('merchants').select('id').limit(1).executeTakeFirst()) !== undefined) return false;
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(tx);
    for (const { name } of rows) {
      await sql`alter sequence ${sql.id(name)} restart with ${sql.lit(number * IDS_EACH + 1)}`.execute(tx);
    }
    await tx.updateTable('cell').set({ number }).execute();
    return true;
  });
}
