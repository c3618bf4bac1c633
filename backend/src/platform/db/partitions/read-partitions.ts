import { sql } from 'kysely';
import type { Queryable } from '../connection';
import { otherName, type Partitioned } from './partitioned';

export interface Partition {
  name: string;
  /** Rows in it are of before this time. */
  end: Date;
}

/** The partitions of a table, oldest first, without the one for all else. */
export async function readPartitions(db: Queryable, { table }: Partitioned): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from $$TO \\('([^']+)'\\)$$)::timestamptz as end
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
    order by 2`.execute(db);
  return rows;
}

/** The newest row that came when there was no partition for its time. */
export async function newestOther(db: Queryable, of: Partitioned): Promise<Date | null> {
  const { rows } = await sql<{ newest: Date | null }>`
    select max(${sql.ref(of.column)}) as newest from ${sql.table(otherName(of))}
    where ${sql.ref(of.column)} < 'infinity'`.execute(db);
  return rows[0]?.newest ?? null;
}
