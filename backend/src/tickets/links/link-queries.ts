import type { AgentId, MerchantId, Ticket, TicketId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import { toTicket } from '../lifecycle/ticket-rows';

/** The tickets that are linked with this one, newest link first. */
export async function listLinkedTickets(db: Queryable, merchantId: MerchantId, id: TicketId): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('ticket_links as l', (join) =>
      join
        .onRef('l.merchant_id', '=', 't.merchant_id')
        .on((on) =>
          on.or([
            on.and([on('l.low_id', '=', id), on('t.id', '=', on.ref('l.high_id'))]),
            on.and([on('l.high_id', '=', id), on('t.id', '=', on.ref('l.low_id'))]),
          ]),
        ),
    )
    .selectAll('t')
    .where('t.merchant_id', '=', merchantId)
    .orderBy('l.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .execute();
  return rows.map(toTicket);
}

/** Links two tickets of the merchant. False when they were linked already. */
export async function insertLink(
  db: Queryable,
  merchantId: MerchantId,
  pair: readonly [TicketId, TicketId],
  { agentId, at }: { agentId: AgentId; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ticket_links')
    .values({
      merchant_id: merchantId,
      ...ordered(pair),
      agent_id: agentId,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'low_id', 'high_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Takes the link of two tickets away. False when there was none. */
export async function deleteLink(
  db: Queryable,
  merchantId: MerchantId,
  pair: readonly [TicketId, TicketId],
): Promise<boolean> {
  const { low_id, high_id } = ordered(pair);
  const { numDeletedRows } = await db
    .deleteFrom('ticket_links')
    .where('merchant_id', '=', merchantId)
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

const ordered = ([one, other]: readonly [TicketId, TicketId]) =>
  one < other ? { low_id: one, high_id: other } : { low_id: other, high_id: one };
