import { ticketIdSchema, type Schema, type TicketId } from '@inbox/domain';
import * as z from 'zod/mini';

/** Some time in which the agent handled a ticket, as the server is told of it: once, whatever fails. */
export interface Stretch {
  ticket_id: TicketId;
  stretch_id: string;
  seconds: number;
}

export const stretchSchema: Schema<Stretch> = z.object({
  ticket_id: ticketIdSchema,
  stretch_id: z.uuid(),
  seconds: z.int(),
});
