import { conversationIdSchema, customerIdSchema, ticketIdSchema, type CustomerSubject } from '@inbox/domain';

/** What the page that mounts the panel may say: whose customer to show. The first that is there counts. */
export interface CustomerPanelProps {
  ticketId?: number;
  conversationId?: number;
  customerId?: number;
}

/**
 * Whose customer the props ask for; null when they leave it to the bus.
 * @throws ZodError for what is no id
 */
export function subjectOf({ ticketId, conversationId, customerId }: CustomerPanelProps): CustomerSubject | null {
  if (ticketId !== undefined) return { of: 'ticket', id: ticketIdSchema.parse(ticketId) };
  if (conversationId !== undefined) return { of: 'conversation', id: conversationIdSchema.parse(conversationId) };
  return customerId === undefined ? null : { of: 'customer', id: customerIdSchema.parse(customerId) };
}
