import type { AgentId, MerchantId } from '@inbox/domain';
import { subHours } from 'date-fns/subHours';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { dropPartitions } from '../platform/db/partitions/drop-partitions';
import { LIVE_EVENTS, otherName } from '../platform/db/partitions/partitioned';
import type { LiveEventsTable } from './tables';

export interface StoredEvent {
  seq: number;
  /** For this agent alone; null for all of the merchant. */
  agent_id: AgentId | null;
  event: LiveEventsTable['event']['__select__'];
  /** Of the work that published it, as a `traceparent`. */
  trace: string | null;
}

/** What came after `since`, in order, at most `limit`. The sequence has no gaps but those of pruning. */
export async function readEventsAfter(
  db: Queryable,
  merchantId: MerchantId,
  since: number,
  limit: number,
): Promise<StoredEvent[]> {
  return db
    .selectFrom('live_events')
    .select(['seq', 'agent_id', 'event', 'trace'])
    .where('merchant_id', '=', merchantId)
    .where('seq', '>', since)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Can everything after `since` still be told? */
export async function canReplay(
  db: Queryable,
  merchantId: MerchantId,
  since: number,
  newest: number,
): Promise<boolean> {
  if (since === newest) return true;
  if (since > newest) return false;
  const next = await db
    .selectFrom('live_events')
    .select('seq')
    .where('merchant_id', '=', merchantId)
    .where('seq', '=', since + 1)
    .executeTakeFirst();
  return next !== undefined;
}

export const KEPT_EVENTS = 10_000;
export const KEPT_HOURS = 24;

/**
 * Forgets what is more than 10,000 events back, and each day whose events are all older than a day: always a whole beginning,
 * never a hole.
 */
export async function pruneEvents(db: Queryable, now: Date): Promise<void> {
  await sql`
    delete from live_events e using merchants m
    where m.id = e.merchant_id and e.seq <= m.live_seq - ${KEPT_EVENTS}::bigint`.execute(db);
  const old = subHours(now, KEPT_HOURS);
  await dropPartitions(db, LIVE_EVENTS, old, async (tx, { name, end }) => {
    // A transaction that began before midnight may have its place after one that began later.
    await forgetUpTo(tx, sql`select merchant_id, max(seq) as seq from ${sql.table(name)} group by 1`, end);
    return true;
  });
  // Those for whose day there was no partition.
  const other = sql`${sql.table(otherName(LIVE_EVENTS))} where created_at < ${old}`;
  await forgetUpTo(db, sql`select merchant_id, max(seq) as seq from ${other} group by 1`, new Date(0));
}

/** @param since events of before it go with their partition, and are not looked for */
async function forgetUpTo(db: Queryable, last: RawBuilder<unknown>, since: Date): Promise<void> {
  await sql`
    delete from live_events e using (${last}) gone
    where e.merchant_id = gone.merchant_id and e.seq <= gone.seq and e.created_at >= ${since}`.execute(db);
}
