import {
  customerSchema,
  orderSchema,
  rowsOf,
  siblingTicketSchema,
  type ConversationId,
  type Customer,
  type Order,
  type SiblingTicket,
} from '@inbox/domain';
import { get } from '../call';
import { conversationParams } from './parts';

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
} as const;
