import type { Api } from '@inbox/api';
import type { ConversationId } from '@inbox/domain';
import { hasPlaceholders, resolvePlaceholders } from '@inbox/domain/conversation';
import { createCached } from '../storage/cached';

/** Milliseconds for which a customer and their orders are believed. */
const BELIEVED = 60_000;

/** Puts what is known of the conversation's customer and first order into a text (spec section 3). */
export type Fill = (conversation: ConversationId, text: string) => Promise<string>;

export function createFill(api: Pick<Api, 'customerDetails' | 'customerOrders'>): Fill {
  const known = createCached(async (conversation_id: ConversationId) => {
    const params = { conversation_id };
    const [customer, orders] = await Promise.all([api.customerDetails({ params }), api.customerOrders({ params })]);
    return { customer, orders };
  }, BELIEVED);
  return async (conversation, text) =>
    hasPlaceholders(text) ? resolvePlaceholders(text, await known(conversation)) : text;
}
