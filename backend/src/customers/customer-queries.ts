import type { ConversationId, Customer, CustomerAnalytics, CustomerId, MerchantId, SiblingTicket } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../db/connection';

async function readAnalytics(
  db: Queryable,
  merchantId: MerchantId,
  customerId: CustomerId,
): Promise<CustomerAnalytics> {
  const orders = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      // A cancelled order was not paid for.
      sql<number>`coalesce(sum(total_order_price) filter (where not is_cancelled), 0)`.as('total_spent'),
      fn.countAll<number>().as('total_orders'),
      fn.countAll<number>().filterWhere('is_cancelled', '=', true).as('orders_cancelled'),
      fn.countAll<number>().filterWhere('fulfillment_status', '=', 'delivered').as('orders_delivered'),
      // Returned to origin, in any of its stages.
      fn.countAll<number>().filterWhere('fulfillment_status', 'like', 'rto%').as('orders_rtod'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const checkouts = await db
    .selectFrom('abandoned_checkouts')
    .select(({ fn }) => [
      fn.countAll<number>().as('total_abandoned_checkouts'),
      fn.countAll<number>().filterWhere('is_converted', '=', true).as('abandoned_checkouts_converted'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  return { ...orders, ...checkouts };
}

const orNull = (text: string | null): string | null => (text === '' ? null : text);

/** Who writes in this conversation, with what the orders say of them; undefined when there is no such conversation. */
export async function readCustomer(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('conversations as v')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.merchant_id', '=', 'v.merchant_id').onRef('c.id', '=', 'v.customer_id'),
    )
    .selectAll('c')
    .where('v.merchant_id', '=', merchantId)
    .where('v.id', '=', conversationId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    first_name: orNull(row.first_name),
    last_name: orNull(row.last_name),
    full_name: orNull(row.full_name),
    email: orNull(row.email),
    phone: orNull(row.phone),
    city: orNull(row.city),
    pin: orNull(row.pin),
    address: orNull(row.address),
    analytics: await readAnalytics(db, merchantId, row.id),
  };
}

/** All tickets of the conversation's customer, over all channels, newest first; undefined without the conversation. */
export async function listCustomerTickets(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<SiblingTicket[] | undefined> {
  const conversation = await db
    .selectFrom('conversations')
    .select('customer_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', conversationId)
    .executeTakeFirst();
  if (conversation === undefined) return undefined;
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'status', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', conversation.customer_id)
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
