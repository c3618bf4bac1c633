import {
  abandonedCheckoutSchema,
  conversationIdSchema,
  CUSTOMER_SUBJECTS,
  customerFiguresSchema,
  customerIdSchema,
  customerSchema,
  idFromText,
  isoTime,
  nameOf,
  orderSchema,
  readableOf,
  rowsOf,
  siblingTicketSchema,
  ticketIdSchema,
  type AbandonedCheckout,
  type ConversationId,
  type Customer,
  type Correction,
  type CustomerFigures,
  type CustomerId,
  type CustomerInfo,
  type CustomerJoin,
  type CustomerMatch,
  type CustomerSubject,
  type Order,
  type SameCustomers,
  type Schema,
  type ShopState,
  type SiblingTicket,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from '../call';
import { conversationParams, nothing, oneTicket } from './parts';

export interface CustomerInfoQuery {
  /** Its last ten digits. */
  phone?: string | undefined;
  /** With the country, where that was typed; `phone` is its end. */
  whole_phone?: string | undefined;
  email?: string | undefined;
}

const customerInfoQuery = (): Schema<CustomerInfoQuery> =>
  z.object({
    phone: z.optional(z.string().check(z.maxLength(50))),
    whole_phone: z.optional(z.string().check(z.maxLength(50))),
    email: z.optional(z.string().check(z.maxLength(320))),
  });

/** What stands on the wire for what is not known (spec section 3). */
export const NOT_KNOWN = 'NA';

const known = () =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((text: string | null) => (text === NOT_KNOWN ? null : text)),
  );

/** Longer than any field may be, so that what is wrong is said in words. */
const typed = () => z.optional(z.string().check(z.maxLength(1000)));

/** Corrects the customer of a ticket that the agent may act on. */
export interface CorrectionRequest extends Correction {
  ticket_id: TicketId;
}

const matchSchema = (): Schema<CustomerMatch> =>
  z.object({
    id: customerIdSchema,
    full_name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    tickets: z.int(),
    by: nameOf('customer.match', ['phone', 'email', 'both'], 'both'),
  });

const joinSchema = (): Schema<CustomerJoin> =>
  z.object({
    id: z.int(),
    full_name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    joined_at: isoTime,
  });

/** Who the customer is. */
export const customerCalls = {
  customerDetails: get<Customer, { conversation_id: ConversationId }>(
    '/api/inbox/conversations/:conversation_id/customer_details/',
    () => ({ params: conversationParams(), answer: customerSchema }),
  ),
  /** How the customer's orders went. It waits for a shop that has yet to say, for some seconds at most. */
  customerFigures: get<CustomerFigures, { conversation_id: ConversationId }>(
    '/api/inbox/conversations/:conversation_id/customer_figures/',
    () => ({ params: conversationParams(), answer: customerFiguresSchema }),
  ),
  correctCustomer: post<Customer, { conversation_id: ConversationId }, CorrectionRequest>(
    '/api/inbox/conversations/:conversation_id/customer_details/',
    () => ({
      params: conversationParams(),
      body: z.object({ ticket_id: ticketIdSchema, full_name: typed(), email: typed(), phone: typed(), city: typed() }),
      answer: customerSchema,
    }),
  ),
  /** Other entries with the same phone or e-mail, and those that were joined into this one. */
  sameCustomers: get<SameCustomers, { conversation_id: ConversationId }>(
    '/api/inbox/conversations/:conversation_id/same_customers/',
    () => ({
      params: conversationParams(),
      answer: z.object({ matches: readableOf('match', matchSchema()), joins: readableOf('join', joinSchema()) }),
    }),
  ),
  /** Makes the other entry one with the customer of the conversation; for store admins. */
  joinCustomers: post<Record<string, never>, { conversation_id: ConversationId }, { customer_id: CustomerId }>(
    '/api/inbox/conversations/:conversation_id/same_customers/join/',
    () => ({ params: conversationParams(), body: z.object({ customer_id: customerIdSchema }), answer: nothing() }),
  ),
  /** Undoes a join exactly; for store admins. */
  partCustomers: post<Record<string, never>, { conversation_id: ConversationId }, { join_id: number }>(
    '/api/inbox/conversations/:conversation_id/same_customers/part/',
    () => ({
      params: conversationParams(),
      body: z.object({ join_id: z.int().check(z.positive()) }),
      answer: nothing(),
    }),
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
  /** Newest first. */
  customerCheckouts: get<AbandonedCheckout[], { conversation_id: ConversationId }>(
    '/api/inbox/conversations/:conversation_id/abandoned_checkouts/',
    () => ({ params: conversationParams(), answer: rowsOf('checkout', abandonedCheckoutSchema) }),
  ),
  /** How old orders and checkouts are, after they were asked for; null where no shop is connected. */
  customerShop: get<ShopState | null, { conversation_id: ConversationId }>(
    '/api/inbox/conversations/:conversation_id/shop/',
    () => ({
      params: conversationParams(),
      answer: z.nullable(z.object({ as_of: z.nullable(isoTime), is_stale: z.boolean() })),
    }),
  ),
  customerTickets: get<SiblingTicket[], { conversation_id: ConversationId }>(
    '/api/inbox/conversation/:conversation_id/tickets/',
    () => ({ params: conversationParams(), answer: rowsOf('ticket', siblingTicketSchema) }),
  ),
  /** Who has this phone, ten digits without a country being the shop's, or this e-mail address; it needs one of them. */
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
