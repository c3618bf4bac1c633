import {
  joinTags,
  type ConversationId,
  type RuledTicket,
  type Ticket,
  type TicketId,
  type MerchantId,
} from '@inbox/domain';
import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { TicketsTable } from './tables';

export type TicketRow = Selectable<TicketsTable>;

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** A row as the wire shows it. */
export function toTicket(row: TicketRow): Ticket {
  return {
    id: row.id,
    rev: row.rev,
    conversation_id: row.conversation_id,
    conversation_source: row.source,
    conv_source_acc_id: row.account_id,
    subject: row.subject,
    full_name: row.full_name,
    ...(row.source === 'email' && { customer_email: row.customer_email }),
    status: row.status,
    owner_id: row.owner_id,
    priority: row.priority,
    tags: joinTags(row.tags),
    subscribers: row.subscribers,
    conversation_read: row.conversation_read,
    unread_count: row.unread_count,
    last_message: row.last_message,
    received_at: row.received_at.toISOString(),
    replied_at: iso(row.replied_at),
    session_expiry_at: iso(row.session_expiry_at),
    follow_up_at: iso(row.follow_up_at),
    is_csat_sent: row.is_csat_sent,
    created_at: row.created_at.toISOString(),
    ...(row.erased_at !== null && { erased_at: row.erased_at.toISOString() }),
  };
}

/** What the domain's rules ask of a ticket. */
export function ruledTicket(row: TicketRow): RuledTicket {
  const { status, owner_id, source, subscribers } = row;
  return {
    status,
    owner_id,
    conversation_source: source,
    session_expiry_at: iso(row.session_expiry_at),
    subscribers,
  };
}

/**
 * Locks these tickets of the merchant in the order of their ids, so that two changes of many never deadlock. One whose
 * customer was erased can be changed no more: it is passed over as if there were none.
 */
export async function lockTickets(
  db: Queryable,
  merchantId: MerchantId,
  ids: readonly TicketId[],
): Promise<TicketRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', 'in', ids)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Nothing can be added to it. Null is no ticket at all. */
export const isErased = (ticket: Pick<TicketRow, 'erased_at'> | null): boolean => (ticket?.erased_at ?? null) !== null;

export async function findTicket(db: Queryable, merchantId: MerchantId, id: TicketId): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** By conversation, the ticket that is not closed, for the conversations of these tickets. */
export async function findRunningTickets(
  db: Queryable,
  merchantId: MerchantId,
  ids: readonly TicketId[],
): Promise<Map<ConversationId, TicketId>> {
  const rows = await db
    .selectFrom('tickets as running')
    .innerJoin('tickets as asked', (join) =>
      join
        .onRef('asked.merchant_id', '=', 'running.merchant_id')
        .onRef('asked.conversation_id', '=', 'running.conversation_id'),
    )
    .select(['running.conversation_id', 'running.id'])
    .where('running.merchant_id', '=', merchantId)
    .where('running.status', '!=', 'closed')
    .where((eb) => eb('asked.id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  return new Map(rows.map(({ conversation_id, id }) => [conversation_id, id]));
}
