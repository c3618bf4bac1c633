import { emailAddressSchema, idSchema, MEDIA_KINDS, type AttachmentId } from '@inbox/domain';
import * as z from 'zod/mini';

/** A WhatsApp text; `to` is the conversation's contact. */
export const whatsappTextPayload = z.object({
  to: z.string().check(z.minLength(1)),
  text: z.string().check(z.minLength(1)),
  /** The channel's id of the message that this one quotes. */
  reply_to_wamid: z.nullable(z.string()),
});
export type WhatsappTextPayload = z.infer<typeof whatsappTextPayload>;

/** Message-IDs stand as in the header: with their angle brackets. */
export const emailReplyPayload = z.object({
  from: emailAddressSchema,
  to: z.array(emailAddressSchema),
  cc: z.array(emailAddressSchema),
  bcc: z.array(emailAddressSchema),
  subject: z.string(),
  text: z.string(),
  in_reply_to: z.nullable(z.string()),
  /** Oldest first. */
  references: z.array(z.string()),
  /** Made once, when the reply is stored: every attempt sends the same message. */
  message_id: z.string().check(z.regex(/^<[^<>\s]+@[^<>\s]+>$/)),
});
export type EmailReplyPayload = z.infer<typeof emailReplyPayload>;

/** Bytes of an incoming attachment, which the channel still has. */
export const whatsappMediaPayload = z.object({
  attachment_id: idSchema<AttachmentId>(),
  media_id: z.string(),
  /** What the message said it is. */
  kind: z.enum(MEDIA_KINDS),
  content_type: z.string(),
});

/** What leaves, by the outbox row's `kind`; parsed where a row is taken out. */
export const outboxJobSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whatsapp.text'), payload: whatsappTextPayload }),
  z.object({ kind: z.literal('email.reply'), payload: emailReplyPayload }),
  z.object({ kind: z.literal('whatsapp.media'), payload: whatsappMediaPayload }),
]);
export type OutboxJob = z.infer<typeof outboxJobSchema>;
