import { orderSchema, type ConversationId, type MerchantId, type Order } from '@inbox/domain';
import type { Queryable } from '../db/connection';

const MOST = 200;

/** Orders of the conversation's customer, newest first; undefined when there is no such conversation. */
export async function listOrders(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<Order[] | undefined> {
  const conversation = await db
    .selectFrom('conversations')
    .select('customer_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', conversationId)
    .executeTakeFirst();
  if (conversation === undefined) return undefined;
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', conversation.customer_id)
    .orderBy('order_created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ details, order_created_at, ...columns }) =>
    orderSchema.parse({
      ...(details !== null && typeof details === 'object' && details),
      ...columns,
      order_created_at: order_created_at.toISOString(),
    }),
  );
}
