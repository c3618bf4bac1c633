import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { changePartitions } from './change-partitions';
import type { Partitioned } from './partitioned';
import { readPartitions, type Partition } from './read-partitions';

/**
 * Drops the partitions whose rows are all of before `until`: their files go at once, and nothing is left to be cleaned up.
 * @param before what is to be done in the same transaction; false keeps the partition
 */
export async function dropPartitions(
  db: Queryable,
  of: Partitioned,
  until: Date,
  before: (tx: Queryable, partition: Partition) => Promise<boolean>,
): Promise<void> {
  const over = (await readPartitions(db, of)).filter(({ end }) => end <= until);
  for (const partition of over) {
    await changePartitions(db, async (tx) => {
      if (await before(tx, partition)) await sql`drop table if exists ${sql.table(partition.name)}`.execute(tx);
    });
  }
}
