import { idSchema, MEDIA_KINDS, type AttachmentId, type CustomerId } from '@inbox/domain';
import * as z from 'zod/mini';

/** A file on the disk that goes along. */
export const filePartSchema = z.object({
  storage_key: z.string(),
  filename: z.string(),
  content_type: z.string(),
  kind: z.enum(MEDIA_KINDS),
  /** Bytes. */
  size: z.int(),
  /** E-mail: its Content-ID, when it is shown in the text. */
  cid: z.optional(z.string()),
});
export type FilePart = z.infer<typeof filePartSchema>;

/**
 * What an outbox row carries: all that the channel must be told, so that a send needs nothing else. What leaves as a
 * message is composed, and read again, by the channel that owns the kind.
 */
export interface OutboxPayload {
  kind: string;
  payload: object;
}

/** The channel's own id of a customer, comment or post. */
export const externalIdSchema = z.string().check(z.minLength(1));

/** Bytes of an incoming attachment, which the channel still has. */
const media = z.object({
  attachment_id: idSchema<AttachmentId>(),
  /** WhatsApp's id of it; its address on the other channels. */
  media_id: z.string(),
  /** What the message said it is. */
  kind: z.enum(MEDIA_KINDS),
  content_type: z.string(),
});
const comment = z.object({ comment_id: externalIdSchema });

/** What use cases have a channel do that changes nothing when it is done twice, by the row's kind. */
export const repeatableSchemas = {
  'comment.hide': comment,
  'comment.delete': comment,
  'whatsapp.media': media,
  'meta.media': media,
  'meta.profile': z.object({ customer_id: idSchema<CustomerId>(), contact: externalIdSchema }),
  'meta.post': z.object({ post_id: z.int(), external_id: externalIdSchema }),
} as const;

type Schemas = typeof repeatableSchemas;
export type RepeatableKind = keyof Schemas;
export type RepeatablePayloads = { [Kind in RepeatableKind]: z.infer<Schemas[Kind]> };
export type RepeatablePayload = {
  [Kind in RepeatableKind]: { kind: Kind; payload: RepeatablePayloads[Kind] };
}[RepeatableKind];
