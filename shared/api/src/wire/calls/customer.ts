import {
  CUSTOMER_SUBJECTS,
  customerSchema,
  idFromText,
  orderSchema,
  rowsOf,
  siblingTicketSchema,
  type ConversationId,
  type Customer,
  type CustomerInfo,
  type CustomerSubject,
  type Order,
  type Schema,
  type SiblingTicket,
  type Ticket,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get } from '../call';
import { conversationParams, oneTicket } from './parts';

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
  /** This ticket, or the newest of this conversation or customer: what a page of one customer begins with. */
  customerTicket: get<{ ticket: Ticket }, CustomerSubject>('/api/inbox/customer-ticket/:of/:id/', () => ({
    params: z.object({ of: z.enum(CUSTOMER_SUBJECTS), id: idFromText() }),
    answer: oneTicket(),
  })),
  customerTickets: get<SiblingTicket[], { conversation_id: ConversationId }>(
    '/api/inbox/conversation/:conversation_id/tickets/',
    () => ({ params: conversationParams(), answer: rowsOf('ticket', siblingTicketSchema) }),
  ),
  /** Who has this phone, by its last ten digits, or this e-mail address; it needs one of them. */
  customerInfo: get<CustomerInfo, null, CustomerInfoQuery>('/api/inbox/customer-info/', () => ({
    query: customerInfoQuery(),
    answer: z.object({ phone: known(), email: known(), first_name: known(), last_name: known() }),
  })),
} as const;
