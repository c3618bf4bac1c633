import {
  abandonedCheckoutSchema,
  orderSchema,
  type AbandonedCheckout,
  type ConversationId,
  type MerchantId,
  type Order,
} from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';
import { customerOfConversation } from './join-queries';

/** One customer's orders; whoever has more buys to sell. */
const MOST = 1000;

/** Orders of the conversation's customer, newest first; undefined when there is no such conversation. */
export async function listOrders(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<Order[] | undefined> {
  const customerId = await customerOfConversation(db, merchantId, conversationId);
  if (customerId === undefined) return undefined;
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .orderBy('order_created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ details, order_created_at, ...columns }) =>
    orderSchema.parse({ ...fieldsOf(details), ...columns, order_created_at: order_created_at.toISOString() }),
  );
}

/** What the conversation's customer left in the basket, newest first; undefined when there is no such conversation. */
export async function listCheckouts(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<AbandonedCheckout[] | undefined> {
  const customerId = await customerOfConversation(db, merchantId, conversationId);
  if (customerId === undefined) return undefined;
  const rows = await db
    .selectFrom('abandoned_checkouts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ details, created_at, ...columns }) =>
    abandonedCheckoutSchema.parse({ ...fieldsOf(details), ...columns, created_at: created_at.toISOString() }),
  );
}

const fieldsOf = (details: unknown): object => (details !== null && typeof details === 'object' ? details : {});
