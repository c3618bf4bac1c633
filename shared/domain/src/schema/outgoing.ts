import * as z from 'zod/mini';
import type { CommentDraft, Outgoing, ReplyDraft } from '../outgoing';
import {
  contentIdSchema,
  contentItemSchema,
  conversationIdSchema,
  conversationSourceSchema,
  tempIdSchema,
  ticketIdSchema,
  uploadedFileSchema,
} from './entities';
import { isoTime, type Schema } from './primitives';

/** Unconfirmed sends as a browser keeps them through a reload. */
export const outboxSchema: Schema<Outgoing[]> = z.array(
  z.object({
    temp_id: tempIdSchema,
    ticket_id: ticketIdSchema,
    conversation_id: conversationIdSchema,
    conversation_source: conversationSourceSchema,
    message: z.string(),
    attachments: z._default(z.array(uploadedFileSchema), []),
    seen: z._default(z.nullable(contentIdSchema), null),
    newer: z._default(z.array(contentItemSchema), []),
    created_at: isoTime,
    after_rev: z.int(),
    refused: z.nullable(z.string()),
  }),
);

/** A draft, kept the same way. */
export const draftSchema: Schema<ReplyDraft> = z.object({
  text: z.string(),
  attachments: z._default(z.array(uploadedFileSchema), []),
});

/** Addresses whose mails may load images from other servers, as an agent has decided. */
export const trustedSendersSchema: Schema<string[]> = z.array(z.string());

/** An answer to a comment that is being written; its send carries the `temp_id`, also when it is tried again. */
export const commentDraftSchema: Schema<CommentDraft> = z.object({
  text: z.string(),
  hide_comment: z.boolean(),
  temp_id: tempIdSchema,
});
