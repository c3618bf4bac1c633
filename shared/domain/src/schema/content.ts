import * as z from 'zod/mini';
import { MESSAGE_MARKS, REFERRAL_SOURCES, SENT_FROM } from '../messages/channel-facts';
import type { ChannelFacts, MessageMark, Reaction, Referral, TextVersion } from '../messages/channel-facts';
import type { SocialPost } from '../messages/comment';
import type {
  AutomaticMail,
  ContentItem,
  EmailAddress,
  FoundItem,
  ParentMessage,
  SenderCheck,
  SiblingTicket,
  ThreadTicket,
} from '../messages/content';
import {
  AUTOMATIC_MAILS,
  LOG_EVENTS,
  MAIL_PROBLEMS,
  MESSAGE_TYPES,
  SENDER_DOUBTS,
  STORY_KINDS,
  UNREADABLE_PARTS,
} from '../messages/content';
import { MEDIA_KINDS, SEND_STATUSES, type Attachment } from '../messages/message-base';
import {
  actorRead,
  agentIdSchema,
  attachmentIdSchema,
  contentIdSchema,
  conversationIdSchema,
  mediaKindRead,
  statusRead,
  tempIdSchema,
  ticketIdSchema,
} from './names';
import { nameOf, noteNewer, readableOf } from './newer';
import { isoTime, type Schema } from './primitives';

const attachmentSchema: Schema<Attachment> = z.object({
  id: attachmentIdSchema,
  kind: mediaKindRead,
  url: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size: z.int(),
  content_disposition: nameOf('attachment.content_disposition', ['inline', 'attachment'], 'attachment'),
  content_id: z._default(z.nullable(z.string()), null),
  external_url: z.optional(z.string()),
  infected: z.optional(z.literal(true)),
});

export const emailAddressSchema: Schema<EmailAddress> = z.object({ email: z.string(), name: z.string() });

const senderCheckSchema: Schema<SenderCheck> = z.object({
  verified: z.boolean(),
  doubt: z.optional(nameOf('sender_check.doubt', SENDER_DOUBTS, undefined)),
  proven_domain: z.optional(z.string()),
});

const automaticMailSchema: Schema<AutomaticMail> = z.object({
  kind: nameOf('email.automatic', AUTOMATIC_MAILS, 'auto_reply'),
  recipient: z.optional(z.string()),
  reason: z.optional(z.string()),
});

const parentMessageSchema: Schema<ParentMessage> = z.object({
  id: contentIdSchema,
  actor: actorRead,
  message: z.string(),
  attachment: z.nullable(mediaKindRead),
  deleted: z.exactOptional(z.boolean()),
});

const contentBase = {
  id: contentIdSchema,
  rev: z.int(),
  conversation_id: conversationIdSchema,
  ticket_id: ticketIdSchema,
  created_at: isoTime,
};

const messageBase = {
  ...contentBase,
  sent_at: z._default(z.nullable(isoTime), null),
  actor: actorRead,
  temp_id: z.nullable(tempIdSchema),
  send_status: nameOf('message.send_status', SEND_STATUSES, 'sending'),
  delivered: z.boolean(),
  read: z.boolean(),
  deleted: z.boolean(),
  error_message: z.nullable(z.string()),
  message_sent_by: z.nullable(z.object({ id: agentIdSchema, first_name: z.string(), last_name: z.string() })),
  attachments: readableOf('message.attachments', attachmentSchema),
  message: z.string(),
};

const textVersionSchema: Schema<TextVersion> = z.object({
  message: z.string(),
  at: isoTime,
  attachments: z.exactOptional(readableOf('version.attachments', attachmentSchema)),
});
const reactionSchema: Schema<Reaction> = z.object({
  actor: actorRead,
  name: z.nullable(z.string()),
  emoji: z.string(),
});
const referralSchema: Schema<Referral> = z.object({
  source: nameOf('referral.source', REFERRAL_SOURCES, 'other'),
  headline: z.string(),
  text: z.string(),
  url: z.nullable(z.string()),
});
const marksSchema: Schema<MessageMark[]> = z.pipe(
  z.array(nameOf('channel.marks', MESSAGE_MARKS, null)),
  z.transform((marks: (MessageMark | null)[]) => marks.filter((mark) => mark !== null)),
);
const channelFactsSchema: Schema<ChannelFacts> = z.object({
  marks: z.exactOptional(marksSchema),
  sent_from: z.exactOptional(nameOf('channel.sent_from', SENT_FROM, 'other_tool')),
  group: z.exactOptional(z.object({ sender: z.string() })),
  referral: z.exactOptional(referralSchema),
  number_change: z.exactOptional(z.object({ from: z.string(), to: z.string() })),
  edits: z.exactOptional(readableOf('channel.edits', textVersionSchema)),
  reactions: z.exactOptional(readableOf('channel.reactions', reactionSchema)),
  raw_url: z.exactOptional(z.string()),
});

const socialPostSchema: Schema<SocialPost> = z.object({
  post_id: z.string(),
  merchant_name: z.string(),
  post_url: z.nullable(z.string()),
  permalink: z.nullable(z.string()),
  post_caption: z.nullable(z.string()),
  post_type: z.nullable(z.string()),
  post_ad_type: z.nullable(z.string()),
});

/** An item of a kind that is known here. */
const knownItemSchema = z.lazy(() =>
  z.discriminatedUnion('content_type', [
    z.object({
      ...messageBase,
      content_type: z.enum(['message', ...MEDIA_KINDS]),
      message_type: nameOf('message.message_type', MESSAGE_TYPES, 'unsupported'),
      msg_type: z.nullable(nameOf('message.msg_type', STORY_KINDS, null)),
      parent: z.nullable(parentMessageSchema),
      channel: z.exactOptional(channelFactsSchema),
      newer_kind: z.exactOptional(z.string()),
    }),
    z.object({
      ...messageBase,
      content_type: z.literal('email'),
      subject: z.string(),
      from: z.array(emailAddressSchema),
      to: z.array(emailAddressSchema),
      cc: z.array(emailAddressSchema),
      bcc: z.array(emailAddressSchema),
      reply_to: z.optional(z.array(emailAddressSchema)),
      sent_through: z.optional(emailAddressSchema),
      sender_check: z.optional(senderCheckSchema),
      html: z.nullable(z.string()),
      whole: z.optional(z.object({ url: z.string(), length: z.number() })),
      original_url: z._default(z.nullable(z.string()), null),
      problem: z.optional(z.nullable(nameOf('email.problem', MAIL_PROBLEMS, 'not_understood'))),
      left_out: z.optional(
        z.object({
          attachments: z.number(),
          recipients: z.number(),
          text: z.boolean(),
          letters: z.optional(z.literal(true)),
          unreadable: z.optional(nameOf('email.left_out.unreadable', UNREADABLE_PARTS, 'not_opened')),
        }),
      ),
      automatic: z.optional(automaticMailSchema),
      sent_from: z.optional(nameOf('email.sent_from', SENT_FROM, 'other_tool')),
    }),
    z.object({
      ...messageBase,
      content_type: z.literal('comment'),
      post: socialPostSchema,
      comment_id: z.nullable(z.string()),
      parent_id: z.nullable(z.string()),
      root_comment_id: z.nullable(z.string()),
      username: z.string(),
      comment_dt_time: isoTime,
      hidden: z.boolean(),
      edits: z.exactOptional(readableOf('comment.edits', textVersionSchema)),
    }),
    z.object({
      ...contentBase,
      content_type: z.literal('log'),
      event: nameOf('log.event', LOG_EVENTS, 'other'),
      comment: z.string(),
    }),
  ]),
);

// The name `catch` is a promise's everywhere else.
const { catch: otherwise } = z;

/** What is read of an item of any other kind: its place, and as much of a message as it has. */
const newerItemSchema = z.lazy(() =>
  z.object({
    ...contentBase,
    content_type: z.string(),
    sent_at: otherwise(messageBase.sent_at, null),
    actor: otherwise(actorRead, 'merchant'),
    temp_id: otherwise(messageBase.temp_id, null),
    send_status: otherwise(messageBase.send_status, 'sent'),
    delivered: otherwise(z.boolean(), false),
    read: otherwise(z.boolean(), false),
    deleted: otherwise(z.boolean(), false),
    error_message: otherwise(messageBase.error_message, null),
    message_sent_by: otherwise(messageBase.message_sent_by, null),
    attachments: otherwise(messageBase.attachments, []),
    message: otherwise(z.string(), ''),
  }),
);

/**
 * The largest of all, made when it is first used: a list shows no content. An item that is newer than this version is an
 * unsupported message in its own place, with the name of its kind.
 */
export const contentItemSchema: Schema<ContentItem> = z.pipe(
  z.unknown(),
  z.transform((value: unknown, context): ContentItem => {
    const known = z.safeParse(knownItemSchema, value);
    if (known.success) return known.data;
    const { data: item } = z.safeParse(newerItemSchema, value);
    if (item === undefined) {
      context.issues.push(...known.error.issues.map((issue) => ({ ...issue, input: undefined, continue: false })));
      return z.NEVER;
    }
    noteNewer('content_type', item.content_type);
    const shown = { content_type: 'message', message_type: 'unsupported', msg_type: null, parent: null } as const;
    return { ...item, ...shown, newer_kind: item.content_type };
  }),
);

export const siblingTicketSchema: Schema<SiblingTicket> = z.object({
  id: ticketIdSchema,
  status: statusRead,
  created_at: isoTime,
});
export const threadTicketSchema: Schema<ThreadTicket> = z.object({
  id: ticketIdSchema,
  created_at: isoTime,
  tags: z.optional(z.string()),
  first_item_id: z.nullable(contentIdSchema),
});
export const foundItemSchema: Schema<FoundItem> = z.object({
  id: contentIdSchema,
  ticket_id: ticketIdSchema,
  created_at: isoTime,
});
