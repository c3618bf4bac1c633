import {
  idFromText,
  ticketIdSchema,
  ticketSchema,
  type ConversationId,
  type Schema,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import * as z from 'zod/mini';

export const ticketParams: Schema<{ ticket_id: TicketId }> = z.object({ ticket_id: idFromText<TicketId>() });
export const conversationParams: Schema<{ conversation_id: ConversationId }> = z.object({
  conversation_id: idFromText<ConversationId>(),
});

/** Where the next page begins: opaque to the caller, `na` when there is none. */
export const marker = z.string().check(z.maxLength(200));

export const ticketIds = z.array(ticketIdSchema).check(z.minLength(1), z.maxLength(5000));
export const oneTicket: Schema<{ ticket: Ticket }> = z.object({ ticket: ticketSchema });
export const nothing: Schema<Record<string, never>> = z.object({});

/** What a change of one or more tickets did, ticket by ticket; nothing half-done is hidden. */
export interface ChangeAnswer {
  tickets: Ticket[];
  failed: { ticket_id: TicketId; message: string }[];
}

export const changeAnswer: Schema<ChangeAnswer> = z.object({
  tickets: z.array(ticketSchema),
  failed: z.array(z.object({ ticket_id: ticketIdSchema, message: z.string() })),
});
