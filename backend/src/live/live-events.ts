import type { AgentId, MerchantId } from '@inbox/domain';
import { subHours } from 'date-fns/subHours';
import { sql } from 'kysely';
import type { Queryable } from '../db/connection';
import type { LiveEventsTable } from '../db/schema';

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

/** Forgets what is more than 10,000 events back or older than a day: always a whole beginning, never a hole. */
export async function pruneEvents(db: Queryable, now: Date): Promise<void> {
  const old = subHours(now, KEPT_HOURS);
  await sql`
    delete from live_events e using merchants m
    where m.id = e.merchant_id and e.seq <= greatest(
      m.live_seq - ${KEPT_EVENTS}::bigint,
      (select max(o.seq) from live_events o where o.merchant_id = m.id and o.created_at < ${old})
    )`.execute(db);
}
