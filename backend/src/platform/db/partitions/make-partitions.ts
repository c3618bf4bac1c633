import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { changePartitions } from './change-partitions';
import { PARTITIONED, partitionName, spanStart, type Partitioned } from './partitioned';
import { newestOther, readPartitions } from './read-partitions';

/** Makes the partitions of the spans that are running and of those that come next, as far as they are missing. */
export async function makePartitions(db: Queryable, now: Date): Promise<void> {
  for (const of of PARTITIONED) {
    if ((await missingSpans(db, of, now)).length === 0) continue;
    await changePartitions(db, async (tx) => {
      for (const start of await missingSpans(tx, of, now)) await makePartition(tx, of, start);
    });
  }
}

/**
 * When the spans begin that can have a partition and have none. Rows that came before it was made stay where they are, so
 * that their span has none.
 */
export async function missingSpans(db: Queryable, of: Partitioned, now: Date): Promise<Date[]> {
  const end = (await readPartitions(db, of)).at(-1)?.end ?? null;
  const other = await newestOther(db, of);
  const wanted = Array.from({ length: of.ahead + 1 }, (_, later) => spanStart(of.span, now, later));
  return wanted.filter((start) => (end === null || start >= end) && (other === null || start > other));
}

/** The partition is made beside the table, and joins it when it is ready: the table itself is held for a moment alone. */
async function makePartition(tx: Queryable, of: Partitioned, start: Date): Promise<void> {
  const { table, span, guard } = of;
  const name = partitionName(of, start);
  const [from, to] = [start, spanStart(span, start, 1)].map((each) => sql.lit(each.toISOString()));
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all)`.execute(tx);
  await sql`
    alter table ${sql.table(table)} attach partition ${sql.table(name)} for values from (${from}) to (${to})`.execute(
    tx,
  );
  if (guard !== undefined) await sql`select ${sql.ref(guard)}(${name}::regclass)`.execute(tx);
}
