import { MAIL_KINDS, ticketIdSchema, type MailKind, type Schema, type TicketId } from '@inbox/domain';
import * as z from 'zod/mini';

/** What is written down of an upload until it is done or given up: with the heap's bytes it goes on after a reload. */
export interface BegunUpload {
  /** A random UUID. */
  key: string;
  ticket_id: TicketId;
  /** Into which mail of the drawer; absent of the reply box. */
  kind?: MailKind | undefined;
  name: string;
  /** Bytes. */
  size: number;
  is_voice: boolean;
  as_document: boolean;
  /** Its place among the files of the reply; see `AttachedFile`. */
  chosen: number;
}

export const begunUploadSchema: Schema<BegunUpload> = z.object({
  key: z.uuid(),
  ticket_id: ticketIdSchema,
  kind: z.optional(z.enum(MAIL_KINDS)),
  name: z.string(),
  size: z.int(),
  is_voice: z.boolean(),
  as_document: z._default(z.boolean(), false),
  chosen: z._default(z.int(), 0),
});
