import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, type CallName, type MessageNames, type TicketNames } from '@inbox/api/wire';
import { collectUnknownValues, type AgentId, type ContentId, type MerchantId, type TicketId } from '@inbox/domain';
import * as z from 'zod/mini';
import {
  addAgent,
  addComment,
  addContent,
  addConversation,
  addMerchant,
  addQuickReply,
  addTicket,
  type TestConversation,
} from '../../testing/rows';
import { insertSentFiles } from '../../conversations/thread/attachment-rows';
import { startTestInbox, type CallParts, type TestInbox } from '../../testing/inbox';

const HOUR = 3_600_000;

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let token: string;
let chat: TestConversation;
let ticket: TicketId;
let linked: TicketId;
let loose: TicketId;
let quoted: ContentId;
let mail: TestConversation;
let mailTicket: TicketId;
let comments: TestConversation;
let commentTicket: TicketId;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop, { first_name: 'Asha', last_name: 'Rao' });
  token = await inbox.signIn(shop, asha);
  chat = await addConversation(inbox.db, shop, 'whatsapp', { full_name: 'Rohit Khanna', phone: '919876543210' });
  const session_expiry_at = new Date(Date.now() - HOUR);
  ticket = await addTicket(inbox.db, chat, { status: 'open', owner_id: asha, session_expiry_at, tags: ['VIP'] });
  linked = await addTicket(inbox.db, await addConversation(inbox.db, shop), { subscribers: [asha] });
  loose = await addTicket(inbox.db, await addConversation(inbox.db, shop));
  await inbox.db
    .insertInto('ticket_links')
    .values({ merchant_id: shop, low_id: ticket, high_id: linked, agent_id: asha })
    .execute();
  await inbox.db
    .insertInto('notes')
    .values({ merchant_id: shop, ticket_id: ticket, agent_id: asha, notes: '<p>Calls back</p>' })
    .execute();
  quoted = await addContent(inbox.db, chat, ticket);
  const answer = await addContent(inbox.db, chat, ticket, { content_type: 'image', parent_id: quoted });
  await insertSentFiles(inbox.db, shop, answer, [
    { storage_key: 'key', kind: 'image', filename: 'a.png', content_type: 'image/png', size: 7 },
  ]);
  await addContent(inbox.db, chat, ticket, {
    content_type: 'log',
    actor: null,
    message: 'Asha Rao took the ticket.',
    external_id: null,
    details: JSON.stringify({ event: 'assigned' }),
  });
  mail = await addConversation(inbox.db, shop, 'email', { email: 'rohit@mail.example' });
  mailTicket = await addTicket(inbox.db, mail);
  await addContent(inbox.db, mail, mailTicket, {
    content_type: 'email',
    details: JSON.stringify({ subject: 'Order', from: [{ email: 'rohit@mail.example', name: '' }] }),
  });
  comments = await addConversation(inbox.db, shop, 'comment');
  commentTicket = await addTicket(inbox.db, comments);
  await addComment(inbox.db, comments, commentTicket);
  await addQuickReply(inbox.db, shop, { shortcut: '/hi', message: 'Hello' });
  await inbox.db
    .insertInto('orders')
    .values({
      merchant_id: shop,
      customer_id: chat.customerId,
      order_number: '#1001',
      order_created_at: new Date(),
      is_cod: true,
      is_cancelled: false,
      fulfillment_status: 'delivered',
      total_order_price: 900,
      details: JSON.stringify({ line_items: [{ name: 'Kurta', sku: null, price: 900 }] }),
    })
    .execute();
});

afterAll(() => inbox.close());

const answerSchema = z.object({ success: z.literal(true), data: z.unknown() });

async function ask(name: CallName, parts: CallParts = {}): Promise<unknown> {
  const { body } = await inbox.call(token, name, parts);
  const { data } = answerSchema.parse(body);
  // What this front end reads of it is there as before.
  const { result, newer } = collectUnknownValues(() => calls[name].answer.safeParse(data));
  expect([result.error, newer]).toEqual([undefined, []]);
  return data;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What stands at a path like `tickets.0.last_message`. */
function at(answer: unknown, path: string): unknown {
  return path === ''
    ? answer
    : path.split('.').reduce((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), answer);
}

const TICKET = [
  ...['id', 'subject', 'status', 'owner_id', 'agent_id', 'priority', 'tags', 'subscribers', 'is_subscriber'],
  ...['session_expiry_at', 'is_csat_sent', 'expiration_info', 'notes', 'conversation_source', 'ticket_status'],
  ...['linked_ticket_ids', 'created_at', 'requested_ticket'],
];
const CONVERSATION = [
  ...['conversation_id', 'conversation_source', 'conv_source_acc_id', 'subject', 'full_name', 'conversation_read'],
  ...['last_message', 'new_message', 'post_id', 'tickets'],
];
const MESSAGE = [
  ...['content_type', 'message_type', 'actor', 'message', 'created_at', 'attachment', 'delivered', 'read', 'deleted'],
  ...['message_sent_by', 'parent_message_id', 'parent_actor', 'parent_message', 'parent_msg_type'],
  ...['parent_attachment', 'message_id', 'convmsg_message_id', 'temp_id', 'api_response', 'success', 'error'],
  ...['send_status', 'error_message', 'from', 'to', 'cc', 'bcc'],
];
const ATTACHMENT = ['content_type', 'msg_type', 'msg_type_name', 'url', 'filename', 'size', 'content_disposition'];

const CHANGES: readonly [CallName, () => CallParts, string][] = [
  ['markRead', () => ({ body: { ticket_id: ticket } }), 'ticket'],
  ['markUnread', () => ({ body: { ticket_id: ticket } }), 'ticket'],
  ['markManyUnread', () => ({ body: { ticket_ids: [loose] } }), 'tickets.0'],
  ['addTags', () => ({ body: { ticket_id: ticket, tags: 'new' } }), 'ticket'],
  ['removeTags', () => ({ body: { ticket_id: ticket, tags: 'new' } }), 'ticket'],
  ['followUp', () => ({ body: { ticket_id: ticket, follow_up_hr: 1 } }), 'ticket'],
  ['linkTicket', () => ({ params: { ticket_id: ticket }, body: { link_ticket_id: mailTicket } }), 'ticket'],
  ['unlinkTicket', () => ({ params: { ticket_id: ticket }, body: { link_ticket_id: mailTicket } }), 'ticket'],
  ['transfer', () => ({ body: { ticket_ids: [loose], transfer_to: asha } }), 'tickets.0'],
];

type Row = readonly [entity: string, call: CallName, parts: () => CallParts, path: string, fields: readonly string[]];

/** Spec section 3, entity by entity: the call that answers it, where it is in the answer, its fields. */
const TABLE: readonly Row[] = [
  ['Ticket of the list', 'ticketList', () => ({ body: {} }), 'tickets.0', TICKET],
  ['Conversation of the list', 'ticketList', () => ({ body: {} }), 'tickets.0', CONVERSATION],
  ['Ticket', 'content', () => ({ params: { ticket_id: ticket } }), 'ticket', TICKET],
  ['Conversation', 'content', () => ({ params: { ticket_id: ticket } }), '', CONVERSATION],
  [
    'Ticket of a conversation',
    'content',
    () => ({ params: { ticket_id: ticket } }),
    'tickets.0',
    ['id', 'tags', 'content'],
  ],
  [
    'Content item',
    'content',
    () => ({ params: { ticket_id: ticket } }),
    'tickets.0.content.1',
    ['content_type', 'post_id', 'created_at', 'msg_type', 'id', 'name', 'url', 'file_name'],
  ],
  ['Message', 'content', () => ({ params: { ticket_id: ticket } }), 'content.1', MESSAGE],
  ['Message, attachment', 'content', () => ({ params: { ticket_id: ticket } }), 'content.1.attachment', ATTACHMENT],
  ['Log', 'content', () => ({ params: { ticket_id: ticket } }), 'content.2', ['id', 'comment', 'event', 'created_at']],
  [
    'Last message',
    'reply',
    () => ({ body: { ...said(), message: 'Packed' } }),
    'ticket.last_message',
    ['actor', 'message', 'attachment', 'delivered', 'read', 'created_at', 'subject'],
  ],
  ['Message of a reply', 'reply', () => ({ body: { ...said(), message: 'Packed' } }), 'item', MESSAGE],
  [
    'Email',
    'content',
    () => ({ params: { ticket_id: mailTicket } }),
    'content.0',
    ['from', 'to', 'cc', 'bcc', 'subject', 'html', 'attachments'],
  ],
  ['Email address', 'content', () => ({ params: { ticket_id: mailTicket } }), 'content.0.from.0', ['email']],
  [
    'Email attachment',
    'content',
    () => ({ params: { ticket_id: ticket } }),
    'content.1.attachments.0',
    ['id', 'url', 'filename', 'file_name', 'size', 'content_type', 'content_disposition'],
  ],
  [
    'Comment post',
    'content',
    () => ({ params: { ticket_id: commentTicket } }),
    'comment_posts.0',
    ['merchant_name', 'post_url', 'permalink', 'post_caption', 'post_type', 'post_ad_type', 'post_id', 'comment_data'],
  ],
  [
    'Comment',
    'content',
    () => ({ params: { ticket_id: commentTicket } }),
    'comment_posts.0.comment_data.0',
    [
      ...['root_comment_id', 'comment', 'username', 'comment_dt_time', 'created_at', 'children', 'parent_id'],
      ...['deleted', 'error'],
    ],
  ],
  [
    'Agent',
    'allAgents',
    () => ({}),
    '0',
    ['id', 'first_name', 'last_name', 'can_assign_ticket_to_self', 'can_assign_ticket_to_other_agent'],
  ],
  [
    'Profile',
    'settings',
    () => ({}),
    'profile',
    ['current_user_id', 'id', 'full_name', 'user_permissions', 'is_store_admin', 'is_csat_enabled', 'email_accounts'],
  ],
  ['Account settings by channel', 'settings', () => ({}), 'profile.channels.whatsapp', ['enabled']],
  [
    'Settings',
    'settings',
    () => ({}),
    '',
    ['redirect', 'redirect_url', 'dashboard_notification', 'inbox_enabled', 'disable_reason'],
  ],
  [
    'Customer info',
    'customerInfo',
    () => ({ query: { phone: '+91 98765 43210' } }),
    '',
    ['phone', 'email', 'first_name', 'last_name'],
  ],
  ['New ticket', 'createPhoneTicket', () => ({ body: { phone: '9123456780', notes: 'Calls back' } }), 'ticket', TICKET],
  ['Quick reply', 'quickReplies', () => ({}), '0', ['id', 'shortcut', 'message']],
  ['Tag', 'ticketTags', () => ({}), '0', ['tag']],
  [
    'Customer',
    'customerDetails',
    () => ({ params: { conversation_id: chat.conversationId } }),
    '',
    ['first_name', 'last_name', 'full_name', 'email', 'phone', 'city', 'pin', 'basic_info', 'analytics'],
  ],
  [
    'Customer, basic_info',
    'customerDetails',
    () => ({ params: { conversation_id: chat.conversationId } }),
    'basic_info',
    ['first_name', 'last_name', 'email', 'phone', 'address', 'city', 'pin'],
  ],
  [
    'Customer, analytics',
    'customerDetails',
    () => ({ params: { conversation_id: chat.conversationId } }),
    'analytics',
    [
      ...['total_spent', 'total_orders', 'orders_cancelled', 'orders_delivered', 'orders_rtod'],
      ...['total_abandoned_checkouts', 'abandoned_checkouts_converted'],
    ],
  ],
  [
    'Order',
    'customerOrders',
    () => ({ params: { conversation_id: chat.conversationId } }),
    '0',
    [
      ...['order_number', 'order_url', 'order_created_at', 'is_cod', 'is_cancelled', 'fulfillment_status'],
      ...['total_order_price', 'total_discounts', 'user_email', 'user_phone_number', 'line_items', 'shipment_details'],
    ],
  ],
  ['Ticket timer', 'handledTime', () => ({ params: { ticket_id: ticket } }), '', ['total_time_in_second']],
  ['Linked ticket', 'linkedTickets', () => ({ params: { ticket_id: ticket } }), '0', TICKET],
  ...CHANGES.map(([name, parts, path]): Row => [`Ticket of ${name}`, name, parts, path, TICKET]),
];

const said = () => ({
  conversation_id: chat.conversationId,
  conversation_source: 'whatsapp',
  ticket_id: ticket,
  temp_id: crypto.randomUUID(),
});

describe('every field of section 3 is answered under its name', () => {
  it.each(TABLE)('%s, by %s', async (_what, name, parts, path, fields) => {
    const found = at(await ask(name, parts()), path);
    expect(Object.keys(found ?? {})).toEqual(expect.arrayContaining([...fields]));
  });
});

describe('what the names say', () => {
  const content = (id: TicketId) => ask('content', { params: { ticket_id: id } });

  it('of a ticket', async () => {
    const own: Partial<TicketNames> = { agent_id: asha, is_subscriber: false, requested_ticket: true };
    const answered = at(await content(ticket), 'ticket');
    expect(answered).toMatchObject(own);
    expect(answered).toMatchObject({ notes: [{ notes: '<p>Calls back</p>', agent_name: 'Asha Rao', media: [] }] });
    expect(at(answered, 'linked_ticket_ids')).toContain(linked);
    expect(at(answered, 'ticket_status')).toBe(at(answered, 'status'));
    expect(at(answered, 'expiration_info')).toMatchObject({ is_expired: false });
    expect(at(answered, 'expiration_info.remaining_seconds')).toBeGreaterThan(22 * 3600);

    const other: Partial<TicketNames> = { agent_id: null, is_subscriber: true, expiration_info: null, post_id: null };
    expect(at(await content(linked), 'ticket')).toMatchObject({ ...other, linked_ticket_ids: [ticket] });
  });

  it('of a message that quotes another and carries a file', async () => {
    const answered = await content(ticket);
    const named: Partial<MessageNames> = {
      parent_message_id: quoted,
      parent_actor: 'customer',
      parent_message: 'Where is my order?',
      parent_msg_type: 'message',
      parent_attachment: null,
      success: true,
      error: null,
    };
    const file = { msg_type: 'image', msg_type_name: 'Image', filename: 'a.png', size: 7 };
    expect(at(answered, 'content.1')).toMatchObject({ ...named, attachment: file });
    const bare: Partial<MessageNames> = {
      message_id: quoted,
      convmsg_message_id: quoted,
      attachment: null,
      parent_message_id: null,
    };
    expect(at(answered, 'content.0')).toMatchObject({ ...bare, to: [] });
  });

  it('of a conversation of comments: its post', async () => {
    const answered = await content(commentTicket);
    expect(at(answered, 'post_id')).toBe(at(answered, 'comment_posts.0.post_id'));
  });

  it('of the channels that are switched on', async () => {
    const channels = at(await ask('settings'), 'profile.channels');
    expect(channels).toMatchObject({ whatsapp: { enabled: true }, messenger: { enabled: false } });
  });

  it('of a customer: NA for what is not known', async () => {
    const { body } = await inbox.call(token, 'customerInfo', { query: { phone: '9876543210' } });
    const names = { phone: '919876543210', email: 'NA', first_name: 'Rohit', last_name: 'Khanna' };
    const info = { ...names, conversation_id: expect.any(Number) };
    expect(body).toEqual({ success: true, data: info });
    const nobody = await inbox.call(token, 'customerInfo', { query: { email: 'nobody@mail.example' } });
    expect(nobody.body).toMatchObject({ data: { phone: 'NA', email: 'NA', first_name: 'NA', last_name: 'NA' } });
    const neither = await inbox.call(token, 'customerInfo', { query: { phone: '12' } });
    expect(neither.status).toBe(400);
  });

  it('of a new ticket: its note', async () => {
    const body = { phone: '9123456781', notes: 'Calls <back>' };
    const answered = answerSchema.parse((await inbox.call(token, 'createPhoneTicket', { body })).body).data;
    expect(at(answered, 'ticket')).toMatchObject({
      agent_id: asha,
      notes: [{ notes: '<p>Calls &lt;back&gt;</p>', agent_name: 'Asha Rao' }],
    });
  });

  it('of another shop, nothing', async () => {
    const theirs = await addMerchant(inbox.db);
    const agent = await addAgent(inbox.db, theirs);
    const answered = await inbox.call(await inbox.signIn(theirs, agent), 'content', { params: { ticket_id: ticket } });
    expect(answered.status).toBe(404);
  });
});
