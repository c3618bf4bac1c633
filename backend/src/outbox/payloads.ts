import { emailAddressSchema, idSchema, MEDIA_KINDS, type AttachmentId, type CustomerId } from '@inbox/domain';
import * as z from 'zod/mini';

/** A file on the disk that goes along. */
const filePart = z.object({
  storage_key: z.string(),
  filename: z.string(),
  content_type: z.string(),
  kind: z.enum(MEDIA_KINDS),
  /** Bytes. */
  size: z.int(),
});
export type FilePart = z.infer<typeof filePart>;

const contact = z.string().check(z.minLength(1));

/** A WhatsApp text; `to` is the conversation's contact. */
const whatsappTextPayload = z.object({
  to: z.string().check(z.minLength(1)),
  text: z.string().check(z.minLength(1)),
  /** The channel's id of the message that this one quotes. */
  reply_to_wamid: z.nullable(z.string()),
});
export type WhatsappTextPayload = z.infer<typeof whatsappTextPayload>;

/** Message-IDs stand as in the header: with their angle brackets. */
const emailReplyPayload = z.object({
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
  files: z._default(z.array(filePart), []),
});
export type EmailReplyPayload = z.infer<typeof emailReplyPayload>;

/** Bytes of an incoming attachment, which the channel still has. */
const mediaPayload = z.object({
  attachment_id: idSchema<AttachmentId>(),
  /** WhatsApp's id of it; its address on the other channels. */
  media_id: z.string(),
  /** What the message said it is. */
  kind: z.enum(MEDIA_KINDS),
  content_type: z.string(),
});

/** A WhatsApp message that is a file; the caption may be empty. */
const whatsappFilePayload = z.object({
  to: contact,
  file: filePart,
  caption: z.string(),
  reply_to_wamid: z.nullable(z.string()),
});
export type WhatsappFilePayload = z.infer<typeof whatsappFilePayload>;

/** Instagram and Messenger; `to` is the customer's id as the page or account knows them. */
const metaTextPayload = z.object({
  to: contact,
  text: z.string().check(z.minLength(1)),
  reply_to_mid: z.nullable(z.string()),
});
const metaFilePayload = z.object({ to: contact, file: filePart });

const oneComment = z.object({ comment_id: contact });

/** What leaves, by the outbox row's `kind`; parsed where a row is taken out. */
export const outboxJobSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('whatsapp.text'), payload: whatsappTextPayload }),
  z.object({ kind: z.literal('email.reply'), payload: emailReplyPayload }),
  z.object({ kind: z.literal('whatsapp.file'), payload: whatsappFilePayload }),
  z.object({ kind: z.literal('meta.text'), payload: metaTextPayload }),
  z.object({ kind: z.literal('meta.file'), payload: metaFilePayload }),
  z.object({
    kind: z.literal('comment.reply'),
    payload: z.object({ comment_id: contact, text: z.string().check(z.minLength(1)) }),
  }),
  z.object({ kind: z.literal('comment.hide'), payload: oneComment }),
  z.object({ kind: z.literal('comment.delete'), payload: oneComment }),
  z.object({ kind: z.literal('whatsapp.media'), payload: mediaPayload }),
  z.object({ kind: z.literal('meta.media'), payload: mediaPayload }),
  z.object({
    kind: z.literal('meta.profile'),
    payload: z.object({ customer_id: idSchema<CustomerId>(), contact }),
  }),
  z.object({
    kind: z.literal('meta.post'),
    payload: z.object({ post_id: z.int(), external_id: contact }),
  }),
]);
export type OutboxJob = z.infer<typeof outboxJobSchema>;
export type JobOf<Kind extends OutboxJob['kind']> = Extract<OutboxJob, { kind: Kind }>;
