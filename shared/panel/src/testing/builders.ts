import {
  abandonedCheckoutSchema,
  agentSchema,
  contentItemSchema,
  customFieldSchema,
  customerSchema,
  liveEventSchema,
  orderSchema,
  profileSchema,
  noteSchema,
  quickReplySchema,
  siblingTicketSchema,
  templateSchema,
  ticketSchema,
  type AbandonedCheckout,
  type Agent,
  type Attachment,
  type ChatMessage,
  type CommentItem,
  type ContentItem,
  type CustomField,
  type Customer,
  type EmailMessage,
  type LiveEvent,
  type LogEntry,
  type Order,
  type Profile,
  type Note,
  type QuickReply,
  type SiblingTicket,
  type TempId,
  type Ticket,
  type WhatsappTemplate,
} from '@inbox/domain';

/** An entity with plain numbers and texts where it has ids: what a test writes down. The schema makes the ids. */
export type Plain<T> = T extends number
  ? number
  : T extends TempId
    ? string
    : T extends string | boolean | null | undefined
      ? T
      : T extends readonly (infer Item)[]
        ? Plain<Item>[]
        : { [Key in keyof T]: Plain<T[Key]> };

export type Overrides<T> = Partial<Plain<T>>;

/** The moment at which the built entities live: 21 Nov 2026, 10:00 in India. */
export const SOME_TIME = '2026-11-21T04:30:00.000Z';

export function aTicket(overrides: Overrides<Ticket> = {}): Ticket {
  const id = overrides.id ?? 48207;
  return ticketSchema.parse({
    id,
    rev: 1,
    conversation_id: id + 100_000,
    conversation_source: 'whatsapp',
    conv_source_acc_id: 1,
    subject: null,
    full_name: 'Rohit Khanna',
    status: 'open',
    owner_id: 1,
    priority: 0,
    tags: 'delivery',
    subscribers: [],
    conversation_read: true,
    unread_count: 0,
    last_message: {
      actor: 'customer',
      sent_by: null,
      message: 'My order was to come yesterday.',
      attachment: null,
      is_bot: false,
      delivered: true,
      read: false,
      deleted: false,
      created_at: SOME_TIME,
      subject: null,
    },
    received_at: SOME_TIME,
    replied_at: null,
    session_expiry_at: null,
    follow_up_at: null,
    is_csat_sent: false,
    created_at: SOME_TIME,
    ...(overrides.conversation_source === 'email' && { customer_email: 'vikram@mail.example' }),
    ...overrides,
  });
}

export function aCustomField(overrides: Overrides<CustomField> = {}): CustomField {
  return customFieldSchema().parse({
    id: 1,
    field_name: 'Reason',
    field_type: 'single_input',
    is_required: false,
    is_fixed_values: false,
    pre_defined_options: [],
    ...overrides,
  });
}

const itemBase = { id: 1, rev: 1, conversation_id: 148207, ticket_id: 48207, created_at: SOME_TIME };

const messageBase = {
  ...itemBase,
  actor: 'customer',
  temp_id: null,
  send_status: 'sent',
  delivered: false,
  read: false,
  deleted: false,
  error_message: null,
  message_sent_by: null,
  attachments: [],
};

/** The schema answers the union; the one kind that was put in comes out. */
function isKind<Kind extends ContentItem['content_type']>(
  item: ContentItem,
  ...kinds: Kind[]
): item is Extract<ContentItem, { content_type: Kind }> {
  return kinds.some((kind) => kind === item.content_type);
}

export function aMessage(overrides: Overrides<ChatMessage> = {}): ChatMessage {
  const item = contentItemSchema.parse({
    ...messageBase,
    content_type: 'message',
    message_type: 'session',
    msg_type: null,
    message: 'My order was to come yesterday.',
    parent: null,
    ...overrides,
  });
  if (isKind(item, 'email', 'comment', 'log')) throw new Error('aMessage builds chat messages');
  return item;
}

export function anEmail(overrides: Overrides<EmailMessage> = {}): EmailMessage {
  const item = contentItemSchema.parse({
    ...messageBase,
    content_type: 'email',
    subject: 'Invoice for order 10482',
    from: [{ email: 'vikram@mail.example', name: 'Vikram Mehta' }],
    to: [{ email: 'care@shop.example', name: 'Shop' }],
    cc: [],
    bcc: [],
    html: '<p>Please send the invoice again.</p>',
    message: 'Please send the invoice again.',
    ...overrides,
  });
  if (!isKind(item, 'email')) throw new Error('anEmail builds e-mails');
  return item;
}

export function aComment(overrides: Overrides<CommentItem> = {}): CommentItem {
  const item = contentItemSchema.parse({
    ...messageBase,
    content_type: 'comment',
    message: 'Is this available in blue?',
    post: {
      post_id: '17895695668004550',
      merchant_name: 'Kurta House',
      post_url: null,
      permalink: 'https://www.instagram.com/p/CxYz/',
      post_caption: 'The festive collection is here.',
      post_type: 'IMAGE',
      post_ad_type: null,
    },
    comment_id: '17858893269000001',
    parent_id: null,
    root_comment_id: '17858893269000001',
    username: 'rohit.k',
    comment_dt_time: SOME_TIME,
    hidden: false,
    ...overrides,
  });
  if (!isKind(item, 'comment')) throw new Error('aComment builds comments');
  return item;
}

export function aLog(overrides: Overrides<LogEntry> = {}): LogEntry {
  const item = contentItemSchema.parse({
    ...itemBase,
    content_type: 'log',
    event: 'assigned',
    comment: 'Assigned to Asha by Dev',
    ...overrides,
  });
  if (!isKind(item, 'log')) throw new Error('aLog builds log entries');
  return item;
}

export function anAttachment(overrides: Overrides<Attachment> = {}): Attachment {
  const [attachment] = aMessage({
    attachments: [
      {
        id: 1,
        kind: 'image',
        url: '/api/inbox/attachments/1/',
        filename: 'building.jpg',
        content_type: 'image/jpeg',
        size: 184_000,
        content_disposition: 'inline',
        content_id: null,
        ...overrides,
      },
    ],
  }).attachments;
  if (!attachment) throw new Error('the schema dropped the attachment');
  return attachment;
}

export const anAgent = (overrides: Overrides<Agent> = {}): Agent =>
  agentSchema.parse({
    id: 1,
    first_name: 'Asha',
    last_name: 'Menon',
    can_assign_ticket_to_self: true,
    can_assign_ticket_to_other_agent: true,
    ...overrides,
  });

export const aProfile = (overrides: Overrides<Profile> = {}): Profile =>
  profileSchema.parse({
    current_user_id: 1,
    id: 1,
    full_name: 'Asha Menon',
    first_name: 'Asha',
    last_name: 'Menon',
    email: 'asha@shop.example',
    merchant_name: 'Kurta House',
    user_permissions: ['access_connect_chat_page', 'manage_quick_replies'],
    is_store_admin: false,
    is_csat_enabled: true,
    inbox_audio_notifications_enabled: false,
    email_accounts: [],
    can_assign_ticket_to_self: true,
    can_assign_ticket_to_other_agent: true,
    ...overrides,
  });

export const aCustomer = (overrides: Overrides<Customer> = {}): Customer =>
  customerSchema.parse({
    first_name: 'Rohit',
    last_name: 'Khanna',
    full_name: 'Rohit Khanna',
    email: 'rohit.k@mail.example',
    phone: '98765 43210',
    city: 'Pune',
    pin: '411001',
    address: '12 Temple Road',
    analytics: {
      total_spent: 124_860,
      spent: [{ amount: 124_860, currency: 'INR' }],
      total_orders: 14,
      orders_cancelled: 1,
      orders_delivered: 12,
      orders_rtod: 1,
      total_abandoned_checkouts: 3,
      abandoned_checkouts_converted: 1,
    },
    ...overrides,
  });

const bought = {
  order_url: 'https://shop.example/admin/orders/10482',
  is_cod: true,
  is_cancelled: false,
  fulfillment_status: 'in_transit',
  currency: 'INR',
  total_order_price: 124_860,
  total_discounts: 140,
  user_email: 'rohit.k@mail.example',
  user_phone_number: '919876543210',
  line_items: [
    { name: 'Silk kurta', sku: 'KUR-7', price: 120_000 },
    { name: 'Dupatta', sku: null, price: 5_000 },
  ],
};

export const anOrder = (overrides: Overrides<Order> = {}): Order =>
  orderSchema.parse({
    ...bought,
    order_number: '10482',
    order_created_at: SOME_TIME,
    shipment_details: {
      fulfillment_status: 'in_transit',
      shipment_company: 'Delhivery',
      shipment_tracking_id: 'AWB10482',
      shipment_tracking_url: 'https://track.example/AWB10482',
    },
    ...overrides,
  });

export const aCheckout = (overrides: Overrides<AbandonedCheckout> = {}): AbandonedCheckout =>
  abandonedCheckoutSchema.parse({
    ...bought,
    checkout_id: 'CHK900',
    created_at: SOME_TIME,
    fulfillment_status: null,
    shipment_details: null,
    ...overrides,
  });

export const aTemplate = (overrides: Overrides<WhatsappTemplate> = {}): WhatsappTemplate =>
  templateSchema().parse({
    id: 1,
    account_id: 1,
    template_name: 'order_on_its_way',
    language: 'en',
    status: 'approved',
    header: { kind: 'none', text: '' },
    content: 'Hello {{1}}, your order {{2}} is on its way.',
    footer: '',
    buttons: [],
    not_supported: null,
    ...overrides,
  });

export const aSibling = (overrides: Overrides<SiblingTicket> = {}): SiblingTicket =>
  siblingTicketSchema.parse({ id: 48207, status: 'open', created_at: SOME_TIME, ...overrides });

export const aNote = (overrides: Overrides<Note> = {}): Note =>
  noteSchema().parse({
    id: 1,
    ticket_id: 48207,
    notes: '<div>Calls back at six</div>',
    agent_id: 2,
    agent_name: 'Dev Patel',
    created_at: SOME_TIME,
    media: [],
    temp_id: null,
    ...overrides,
  });

export const aQuickReply = (overrides: Overrides<QuickReply> = {}): QuickReply =>
  quickReplySchema.parse({
    id: 1,
    shortcut: '/thanks',
    message: 'Thank you for writing to us!',
    uses: 0,
    ...overrides,
  });

export const aLiveEvent = (overrides: Overrides<LiveEvent> = {}): LiveEvent =>
  liveEventSchema.parse({
    type: 'conversations.new_message',
    seq: 1,
    at: SOME_TIME,
    by: null,
    tickets: [],
    items: [],
    ...overrides,
  });
