import * as z from 'zod/mini';
import type { AttachedFile, CommentDraft, Outgoing, ReplyDraft } from '../sending/outgoing';
import { MAIL_KINDS } from '../email/mail-kinds';
import { contentItemSchema } from './content';
import { uploadedFileSchema } from './entities';
import {
  attachmentIdSchema,
  contentIdSchema,
  conversationIdSchema,
  conversationSourceSchema,
  tempIdSchema,
  ticketIdSchema,
} from './names';
import { isoTime, type Schema } from './primitives';

const addresses = () => z.array(z.string());
const fields = () => ({ to: addresses(), cc: addresses(), bcc: addresses() });

/** What a mail of the drawer has beside a reply. */
const mailParts = () => ({
  answered: z.nullable(contentIdSchema),
  from: z.optional(z.string()),
  subject: z.optional(z.string()),
  left_out: z.array(attachmentIdSchema),
  no_quote: z.optional(z.literal(true)),
  signature: z.optional(z.nullable(z.string())),
});

/** An unconfirmed send as a browser stores it. */
export const outgoingSchema: Schema<Outgoing> = z.object({
  temp_id: tempIdSchema,
  ticket_id: ticketIdSchema,
  conversation_id: conversationIdSchema,
  conversation_source: conversationSourceSchema,
  message: z.string(),
  recipients: z.optional(z.object({ ...fields(), chosen: addresses() })),
  mail: z.optional(
    z.object({
      ...mailParts(),
      kind: z.enum(MAIL_KINDS),
      customer: z.nullable(z.string()),
      html: z.string(),
      forwarded: z.array(attachmentIdSchema),
    }),
  ),
  answers: z.optional(z.object({ answered: contentIdSchema, from: z.optional(z.string()), subject: z.string() })),
  again_of: z.optional(contentIdSchema),
  attachments: z._default(z.array(uploadedFileSchema), []),
  seen: z._default(z.nullable(contentIdSchema), null),
  newer: z._default(z.array(contentItemSchema), []),
  created_at: isoTime,
  after_rev: z.int(),
  waiting: z._default(z.nullable(z.enum(['offline', 'server'])), null),
  busy: z.optional(z.boolean()),
  behind_change: z.optional(z.boolean()),
  refused: z.nullable(z.string()),
  uncertain: z.optional(z.boolean()),
});

/** Several of them, as versions before the records of their own stored them. */
export const outboxSchema: Schema<Outgoing[]> = z.array(outgoingSchema);

const attachedFileSchema: Schema<AttachedFile> = z.intersection(
  uploadedFileSchema,
  z.object({ chosen: z._default(z.int(), 0) }),
);

/** A draft, kept the same way. */
export const draftSchema: Schema<ReplyDraft> = z.object({
  text: z.string(),
  attachments: z._default(z.array(attachedFileSchema), []),
  recipients: z.optional(z.object({ ...fields(), customer: z.nullable(z.string()) })),
  mail: z.optional(z.object(mailParts())),
});

/** Addresses whose mails may load images from other servers, as an agent has decided. */
export const trustedSendersSchema: Schema<string[]> = z.array(z.string());

/** An answer to a comment that is being written; its send carries the `temp_id`, also when it is tried again. */
export const commentDraftSchema: Schema<CommentDraft> = z.object({
  text: z.string(),
  hide_comment: z.boolean(),
  temp_id: tempIdSchema,
});
