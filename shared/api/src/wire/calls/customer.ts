import {
  conversationIdSchema,
  customerSchema,
  orderSchema,
  rowsOf,
  siblingTicketSchema,
  type ConversationId,
  type Customer,
  type CustomerInfo,
  type Order,
  type Schema,
  type SiblingTicket,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get } from '../call';
import { conversationParams } from './parts';

export interface CustomerInfoQuery {
  phone?: string | undefined;
  email?: string | undefined;
}

const customerInfoQuery = (): Schema<CustomerInfoQuery> =>
  z.object({
    phone: z.optional(z.string().check(z.maxLength(50))),
    email: z.optional(z.string().check(z.maxLength(320))),
  });

/** What stands on the wire for what is not known (spec section 3). */
export const NOT_KNOWN = 'NA';

const known = () =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((text: string | null) => (text === NOT_KNOWN ? null : text)),
  );

/** Who the customer is. */
export const customerCalls = {
  customerDetails: get<Customer, { conversation_id: ConversationId }>(
    '/api/inbox/conversations/:conversation_id/customer_details/',
    () => ({ params: conversationParams(), answer: customerSchema }),
  ),
  /** Newest first. */
  customerOrders: get<Order[], { conversation_id: ConversationId }>(
    '/api/inbox/conversations/:conversation_id/orders/',
    () => ({ params: conversationParams(), answer: rowsOf('order', orderSchema) }),
  ),
  customerTickets: get<SiblingTicket[], { conversation_id: ConversationId }>(
    '/api/inbox/conversation/:conversation_id/tickets/',
    () => ({ params: conversationParams(), answer: rowsOf('ticket', siblingTicketSchema) }),
  ),
  /** Who has this phone, by its last ten digits, or this e-mail address; it needs one of them. */
  customerInfo: get<CustomerInfo, null, CustomerInfoQuery>('/api/inbox/customer-info/', () => ({
    query: customerInfoQuery(),
    answer: z.object({
      phone: known(),
      email: known(),
      first_name: known(),
      last_name: known(),
      conversation_id: z._default(z.nullable(conversationIdSchema), null),
    }),
  })),
} as const;
