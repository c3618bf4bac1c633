import type { ConversationId, ListFilters, LogEntry, MerchantId, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { ticketsUnder } from '../search/ticket-filters';

/** The tickets under the filters that are not closed, newest first, at most `limit`. */
export async function findOpenTicketIds(
  db: Queryable,
  merchantId: MerchantId,
  filters: ListFilters,
  except: readonly TicketId[],
  limit: number,
): Promise<TicketId[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where(ticketsUnder(filters, merchantId))
    .where('status', '<>', 'closed')
    .where(sql<boolean>`tickets.id <> all(${except}::bigint[])`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The tickets that the request of this ref has closed and that are closed still, newest first, at most `limit`. */
export async function findClosedBy(
  db: Queryable,
  merchantId: MerchantId,
  ref: string,
  limit: number,
): Promise<TicketId[]> {
  const rows = await db
    .selectFrom('tickets')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('closed_ref', '=', ref)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** With which of these tickets a request of this `ref` has done so before: its log entries say it. */
export async function findChangedUnder(
  db: Queryable,
  merchantId: MerchantId,
  { ref, did }: { ref: string; did: readonly LogEntry['event'][] },
  tickets: readonly { id: TicketId; conversation_id: ConversationId }[],
): Promise<Set<TicketId>> {
  if (tickets.length === 0 || did.length === 0) return new Set();
  const rows = await db
    .selectFrom('contents')
    .select('ticket_id')
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', 'in', [...new Set(tickets.map(({ conversation_id }) => conversation_id))])
    .where(
      'ticket_id',
      'in',
      tickets.map(({ id }) => id),
    )
    .where('content_type', '=', 'log')
    .where(sql<boolean>`details ->> 'ref' = ${ref}`)
    .where(sql<boolean>`details ->> 'event' = any(${did}::text[])`)
    .execute();
  return new Set(rows.map(({ ticket_id }) => ticket_id));
}
