/** A table whose rows are in partitions by time, each of one day or month (UTC). See migration 069. */
export interface Partitioned {
  table: 'live_events' | 'audit_records';
  /** The time by which a row's partition is found; infinity for rows that belong to no time. */
  column: 'created_at' | 'made_at';
  span: 'day' | 'month';
  /** How many spans after the one that is running have a partition. */
  ahead: number;
  /** The database's function that is called with each new partition. */
  guard?: 'audit_guard';
}

export const LIVE_EVENTS: Partitioned = { table: 'live_events', column: 'created_at', span: 'day', ahead: 2 };

export const AUDIT_RECORDS: Partitioned = {
  table: 'audit_records',
  column: 'made_at',
  span: 'month',
  ahead: 1,
  guard: 'audit_guard',
};

export const PARTITIONED: readonly Partitioned[] = [LIVE_EVENTS, AUDIT_RECORDS];

/** When the span begins that `at` is in, or the one that is `later` spans after it. */
export function spanStart(span: Partitioned['span'], at: Date, later = 0): Date {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return span === 'day'
    ? new Date(Date.UTC(year, month, at.getUTCDate() + later))
    : new Date(Date.UTC(year, month + later, 1));
}

/** A partition's name says when it begins: `live_events_20261129`, `audit_records_202611`. */
export function partitionName({ table, span }: Partitioned, start: Date): string {
  const day = start.toISOString().slice(0, 10).replaceAll('-', '');
  return `${table}_${span === 'day' ? day : day.slice(0, 6)}`;
}

/** The partition for rows for which there is no other. */
export const otherName = ({ table }: Partitioned): string => `${table}_other`;
