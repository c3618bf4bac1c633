import { ticketIdSchema, type Schema, type TicketId } from '@inbox/domain';
import * as z from 'zod/mini';

/** What is written down of an upload until it is done or given up: with the heap's bytes it goes on after a reload. */
export interface BegunUpload {
  /** A random UUID. */
  key: string;
  ticket_id: TicketId;
  name: string;
  /** Bytes. */
  size: number;
  is_voice: boolean;
}

export const begunUploadsSchema: Schema<BegunUpload[]> = z.array(
  z.object({ key: z.uuid(), ticket_id: ticketIdSchema, name: z.string(), size: z.int(), is_voice: z.boolean() }),
);
