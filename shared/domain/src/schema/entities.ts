import * as z from 'zod/mini';
import type { Agent, EmailAccount, Profile } from '../agent';
import type { Customer, CustomerAnalytics, CustomerFigures } from '../customers/customer';
import type { UploadedFile } from '../sending/files';
import type { CurrencyCode, QuickReplyId } from '../ids';
import { readCurrency } from '../text/money';
import type { AbandonedCheckout, Order } from '../customers/order';
import type { QuickReply } from '../templates/quick-reply';
import type { InboxSettings } from '../settings';
import type { LastMessage, Ticket } from '../tickets/ticket';
import {
  accountIdSchema,
  actorRead,
  agentIdSchema,
  conversationIdSchema,
  customerIdSchema,
  mediaKindRead,
  merchantIdSchema,
  priorityRead,
  sourceRead,
  statusRead,
  ticketIdSchema,
  uploadIdSchema,
} from './names';
import { nameOf, readableOf } from './newer';
import { idSchema, isoTime, type Schema } from './primitives';

const lastMessageSchema: Schema<LastMessage> = z.object({
  actor: actorRead,
  sent_by: z.nullable(agentIdSchema),
  message: z.string(),
  attachment: z.nullable(mediaKindRead),
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
  conversation_source: sourceRead,
  conv_source_acc_id: accountIdSchema,
  subject: z.nullable(z.string()),
  full_name: z.string(),
  customer_email: z.optional(z.nullable(z.string())),
  status: statusRead,
  owner_id: z.nullable(agentIdSchema),
  priority: priorityRead,
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
  erased_at: z.optional(isoTime),
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
  aliases: z.optional(z.array(z.string())),
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
  email_accounts: readableOf('profile.email_accounts', emailAccountSchema),
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
  kind: mediaKindRead,
});

const known = z._default(z.nullable(z.string()), null);

/** Null for none, and for what is no code: an amount whose currency is not known shows as a number. */
const currencyCode: Schema<CurrencyCode | null> = z.pipe(z.unknown(), z.transform(readCurrency));
const currency = z._default(currencyCode, null);

const orderLike = {
  order_url: known,
  is_cod: z.boolean(),
  is_cancelled: z.boolean(),
  fulfillment_status: known,
  currency,
  total_order_price: z.number(),
  total_discounts: z._default(z.number(), 0),
  user_email: known,
  user_phone_number: known,
  line_items: z._default(
    readableOf(
      'order.line_items',
      z.object({ name: z.string(), sku: known, price: z.number(), currency: z.optional(currencyCode) }),
    ),
    [],
  ),
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
};

export const orderSchema: Schema<Order> = z.object({
  order_number: z.string(),
  order_created_at: isoTime,
  ...orderLike,
});

export const abandonedCheckoutSchema: Schema<AbandonedCheckout> = z.object({
  checkout_id: z.string(),
  created_at: isoTime,
  ...orderLike,
  is_cod: z._default(z.boolean(), false),
  is_cancelled: z._default(z.boolean(), false),
  is_converted: z._default(z.boolean(), false),
  total_order_price: z._default(z.number(), 0),
});

const analyticsSchema: Schema<CustomerAnalytics | null> = z.nullable(
  z.object({
    total_spent: z.number(),
    spent: z.optional(z.array(z.object({ amount: z.number(), currency }))),
    total_orders: z.int(),
    orders_cancelled: z.int(),
    orders_delivered: z.int(),
    orders_rtod: z.int(),
    total_abandoned_checkouts: z.int(),
    abandoned_checkouts_converted: z.int(),
  }),
);

export const customerSchema: Schema<Customer> = z.object({
  id: z.optional(customerIdSchema),
  first_name: text,
  last_name: text,
  full_name: text,
  email: text,
  phone: text,
  city: text,
  pin: text,
  address: text,
  analytics: analyticsSchema,
  analytics_pending: z.optional(z.boolean()),
});

export const customerFiguresSchema: Schema<CustomerFigures> = z.object({
  analytics: analyticsSchema,
  is_known: z.boolean(),
});

export const quickReplyIdSchema = idSchema<QuickReplyId>();

/** `uses` is missing in what a browser stored, and an older server answered, before uses were counted. */
export const quickReplySchema: Schema<QuickReply> = z.object({
  id: quickReplyIdSchema,
  shortcut: z.string(),
  message: z.string(),
  uses: z._default(z.int(), 0),
});

export const inboxSettingsSchema: Schema<InboxSettings> = z.object({
  redirect: z.boolean(),
  redirect_url: text,
  dashboard_notification: z.nullable(
    z.object({
      message: z.string(),
      level: nameOf('dashboard_notification.level', ['info', 'warning', 'danger'], 'info'),
      redirect_link: text,
    }),
  ),
  inbox_enabled: z.boolean(),
  disable_reason: text,
  has_channels: z.optional(z.boolean()),
  first_steps: z.optional(z.nullable(z.object({ merchant: z.string(), webhook: z.string() }))),
  mailbox_problems: z.optional(z.array(z.string())),
  server_problems: z.optional(z.array(z.string())),
});
