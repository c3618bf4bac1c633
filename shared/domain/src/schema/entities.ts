import * as z from 'zod/mini';
import type { Agent, EmailAccount, Profile } from '../agent';
import { MESSAGE_MARKS, REFERRAL_SOURCES, SENT_FROM } from '../channel-facts';
import type { ChannelFacts, Reaction, Referral, TextVersion } from '../channel-facts';
import type { SocialPost } from '../comment';
import type {
  ContentItem,
  EmailAddress,
  FoundItem,
  ParentMessage,
  SenderCheck,
  SiblingTicket,
  ThreadTicket,
} from '../content';
import { MAIL_PROBLEMS, SENDER_DOUBTS } from '../content';
import type { Customer } from '../customer';
import type { UploadedFile } from '../files';
import type {
  AccountId,
  AgentId,
  AttachmentId,
  ContentId,
  ConversationId,
  MerchantId,
  QuickReplyId,
  TempId,
  TicketId,
  UploadId,
} from '../ids';
import { MEDIA_KINDS, SEND_STATUSES, type Attachment } from '../message-base';
import type { Order } from '../order';
import type { QuickReply } from '../quick-reply';
import type { InboxSettings } from '../settings';
import type { LastMessage, Ticket } from '../ticket';
import { CONVERSATION_SOURCES, TICKET_STATUSES } from '../ticket';
import { idSchema, isoTime, type Schema } from './primitives';

export const ticketIdSchema = idSchema<TicketId>();
export const agentIdSchema = idSchema<AgentId>();
export const merchantIdSchema = idSchema<MerchantId>();
export const conversationIdSchema = idSchema<ConversationId>();
export const contentIdSchema = idSchema<ContentId>();
export const uploadIdSchema = idSchema<UploadId>();
export const accountIdSchema = idSchema<AccountId>();

/** Made by a composer, once per send: a UUID. */
export const tempIdSchema: Schema<TempId> = z.pipe(
  z.uuid(),
  z.transform((text: string) => text as TempId),
);

export const ticketStatusSchema = z.enum(TICKET_STATUSES);
export const conversationSourceSchema = z.enum(CONVERSATION_SOURCES);
export const prioritySchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const actorSchema = z.enum(['customer', 'merchant']);
const mediaKindSchema = z.enum(MEDIA_KINDS);

const lastMessageSchema: Schema<LastMessage> = z.object({
  actor: actorSchema,
  sent_by: z.nullable(agentIdSchema),
  message: z.string(),
  attachment: z.nullable(mediaKindSchema),
  is_bot: z.boolean(),
  delivered: z.boolean(),
  read: z.boolean(),
  deleted: z.boolean(),
  created_at: isoTime,
  subject: z.nullable(z.string()),
});

export const ticketSchema: Schema<Ticket> = z.object({
  id: ticketIdSchema,
  rev: z.int(),
  conversation_id: conversationIdSchema,
  conversation_source: conversationSourceSchema,
  conv_source_acc_id: accountIdSchema,
  subject: z.nullable(z.string()),
  full_name: z.string(),
  customer_email: z.optional(z.nullable(z.string())),
  status: ticketStatusSchema,
  owner_id: z.nullable(agentIdSchema),
  priority: prioritySchema,
  tags: z.string(),
  subscribers: z.array(agentIdSchema),
  conversation_read: z.boolean(),
  unread_count: z.int(),
  last_message: z.nullable(lastMessageSchema),
  received_at: isoTime,
  replied_at: z.nullable(isoTime),
  session_expiry_at: z.nullable(isoTime),
  follow_up_at: z.nullable(isoTime),
  is_csat_sent: z.boolean(),
  created_at: isoTime,
});

const attachmentSchema: Schema<Attachment> = z.object({
  id: idSchema<AttachmentId>(),
  kind: mediaKindSchema,
  url: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size: z.int(),
  content_disposition: z.enum(['inline', 'attachment']),
  content_id: z._default(z.nullable(z.string()), null),
});

export const emailAddressSchema: Schema<EmailAddress> = z.object({ email: z.string(), name: z.string() });

const senderCheckSchema: Schema<SenderCheck> = z.object({
  verified: z.boolean(),
  doubt: z.optional(z.enum(SENDER_DOUBTS)),
  proven_domain: z.optional(z.string()),
});

const parentMessageSchema: Schema<ParentMessage> = z.object({
  id: contentIdSchema,
  actor: actorSchema,
  message: z.string(),
  attachment: z.nullable(mediaKindSchema),
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
  actor: actorSchema,
  temp_id: z.nullable(tempIdSchema),
  send_status: z.enum(SEND_STATUSES),
  delivered: z.boolean(),
  read: z.boolean(),
  deleted: z.boolean(),
  error_message: z.nullable(z.string()),
  message_sent_by: z.nullable(z.object({ id: agentIdSchema, first_name: z.string(), last_name: z.string() })),
  attachments: z.array(attachmentSchema),
  message: z.string(),
};

const textVersionSchema: Schema<TextVersion> = z.object({ message: z.string(), at: isoTime });
const reactionSchema: Schema<Reaction> = z.object({
  actor: actorSchema,
  name: z.nullable(z.string()),
  emoji: z.string(),
});
const referralSchema: Schema<Referral> = z.object({
  source: z.enum(REFERRAL_SOURCES),
  headline: z.string(),
  text: z.string(),
  url: z.nullable(z.string()),
});
const channelFactsSchema: Schema<ChannelFacts> = z.object({
  marks: z.exactOptional(z.array(z.enum(MESSAGE_MARKS))),
  sent_from: z.exactOptional(z.enum(SENT_FROM)),
  group: z.exactOptional(z.object({ sender: z.string() })),
  referral: z.exactOptional(referralSchema),
  edits: z.exactOptional(z.array(textVersionSchema)),
  reactions: z.exactOptional(z.array(reactionSchema)),
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

/** The largest of all, made when it is first used: a list shows no content. */
export const contentItemSchema: Schema<ContentItem> = z.lazy(() =>
  z.discriminatedUnion('content_type', [
    z.object({
      ...messageBase,
      content_type: z.enum(['message', ...MEDIA_KINDS]),
      message_type: z.enum(['session', 'session_outbound_bot', 'template', 'interactive', 'unsupported']),
      msg_type: z.nullable(z.enum(['story_mention', 'story_replies'])),
      parent: z.nullable(parentMessageSchema),
      channel: z.exactOptional(channelFactsSchema),
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
      sender_check: z.optional(senderCheckSchema),
      html: z.nullable(z.string()),
      whole: z.optional(z.object({ url: z.string(), length: z.number() })),
      original_url: z._default(z.nullable(z.string()), null),
      problem: z.optional(z.nullable(z.enum(MAIL_PROBLEMS))),
      left_out: z.optional(z.object({ attachments: z.number(), recipients: z.number(), text: z.boolean() })),
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
    }),
    z.object({
      ...contentBase,
      content_type: z.literal('log'),
      event: z.enum([
        'created',
        'assigned',
        'transferred',
        'status',
        'closed',
        'reopened',
        'follow_up',
        'priority',
        'tags',
        'subscribers',
        'linked',
        'csat',
        'call',
        'undone',
      ]),
      comment: z.string(),
    }),
  ]),
);

export const siblingTicketSchema: Schema<SiblingTicket> = z.object({
  id: ticketIdSchema,
  status: ticketStatusSchema,
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

export const agentSchema: Schema<Agent> = z.object({
  id: agentIdSchema,
  first_name: z.string(),
  last_name: z.string(),
  can_assign_ticket_to_self: z.boolean(),
  can_assign_ticket_to_other_agent: z.boolean(),
});

const emailAccountSchema: Schema<EmailAccount> = z.object({
  id: accountIdSchema,
  email: z.string(),
  name: z.string(),
});

export const profileSchema: Schema<Profile> = z.object({
  current_user_id: agentIdSchema,
  id: merchantIdSchema,
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  merchant_name: z.string(),
  user_permissions: z.array(z.string()),
  is_store_admin: z.boolean(),
  is_csat_enabled: z.boolean(),
  inbox_audio_notifications_enabled: z.boolean(),
  email_accounts: z.array(emailAccountSchema),
  can_assign_ticket_to_self: z.boolean(),
  can_assign_ticket_to_other_agent: z.boolean(),
});

const text = z.nullable(z.string());

export const uploadedFileSchema: Schema<UploadedFile> = z.object({
  id: uploadIdSchema,
  url: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  size: z.int(),
  kind: mediaKindSchema,
});

const known = z._default(z.nullable(z.string()), null);

export const orderSchema: Schema<Order> = z.object({
  order_number: z.string(),
  order_url: known,
  order_created_at: isoTime,
  is_cod: z.boolean(),
  is_cancelled: z.boolean(),
  fulfillment_status: known,
  total_order_price: z.number(),
  total_discounts: z._default(z.number(), 0),
  user_email: known,
  user_phone_number: known,
  line_items: z._default(z.array(z.object({ name: z.string(), sku: known, price: z.number() })), []),
  shipment_details: z._default(
    z.nullable(
      z.object({
        fulfillment_status: known,
        shipment_company: known,
        shipment_tracking_id: known,
        shipment_tracking_url: known,
      }),
    ),
    null,
  ),
});

export const customerSchema: Schema<Customer> = z.object({
  first_name: text,
  last_name: text,
  full_name: text,
  email: text,
  phone: text,
  city: text,
  pin: text,
  address: text,
  analytics: z.nullable(
    z.object({
      total_spent: z.number(),
      total_orders: z.int(),
      orders_cancelled: z.int(),
      orders_delivered: z.int(),
      orders_rtod: z.int(),
      total_abandoned_checkouts: z.int(),
      abandoned_checkouts_converted: z.int(),
    }),
  ),
});

export const quickReplySchema: Schema<QuickReply> = z.object({
  id: idSchema<QuickReplyId>(),
  shortcut: z.string(),
  message: z.string(),
});

export const inboxSettingsSchema: Schema<InboxSettings> = z.object({
  redirect: z.boolean(),
  redirect_url: text,
  dashboard_notification: z.nullable(
    z.object({ message: z.string(), level: z.enum(['info', 'warning', 'danger']), redirect_link: text }),
  ),
  inbox_enabled: z.boolean(),
  disable_reason: text,
  has_channels: z.optional(z.boolean()),
  first_steps: z.optional(z.nullable(z.object({ merchant: z.string(), webhook: z.string() }))),
});
