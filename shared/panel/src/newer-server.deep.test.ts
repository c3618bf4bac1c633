import { calls, liveNoticeSchema, paymentCheckCall, type CallAnswer, type CallName, type Calls } from '@inbox/api';
import {
  abandonedCheckoutSchema,
  LIVE_EVENTS,
  liveEventSchema,
  liveSignalSchemas,
  collectUnknownValues,
  orderSchema,
  type AccountId,
  type CustomerId,
  type LiveSignal,
  type MentionId,
  type Schema,
  type ScheduledMail,
  type SendResult,
  type TempId,
} from '@inbox/domain';
import { describe, expect, it } from '@jest/globals';
import {
  aComment,
  aCustomer,
  aCustomField,
  aLiveEvent,
  aLog,
  aMessage,
  anAgent,
  anAttachment,
  aNote,
  anEmail,
  aProfile,
  aQuickReply,
  aSibling,
  aTemplate,
  aTicket,
  SOME_TIME,
} from './testing';

/** A server may be newer than a page: whatever it adds, the page goes on with what it knows (design, 'Live stream'). */

const ticket = aTicket();
const item = aMessage({ attachments: [{ ...anAttachment(), id: 7 }], msg_type: 'story_mention' });
const content = [
  item,
  aMessage({
    id: 2,
    parent: { id: 1, actor: 'customer', message: 'Hi', attachment: 'image' },
    channel: {
      marks: ['forwarded', 'view_once'],
      sent_from: 'phone',
      group: { sender: 'Meera' },
      referral: { source: 'ad', headline: 'Sale', text: 'Today', url: null },
      edits: [{ message: 'Helo', at: SOME_TIME }],
      reactions: [{ actor: 'customer', name: null, emoji: '👍' }],
      raw_url: '/api/inbox/raw/1/',
    },
  }),
  anEmail({ id: 3, sender_check: { verified: false, doubt: 'spf_failed' }, problem: 'too_complex' }),
  aComment({ id: 4 }),
  aLog({ id: 5 }),
];
const one = { ticket };
const scheduled: ScheduledMail = {
  temp_id: '5f0f1b9e-6c9a-4f0a-8d5c-2b9f0c3a7d11' as TempId,
  ticket_id: ticket.id,
  agent_id: anAgent().id,
  agent_name: 'Asha Rao',
  kind: 'reply',
  to: ['meera@mail.example'],
  subject: 'Order',
  beginning: 'Packed',
  send_at: SOME_TIME,
  failed: null,
};
const sendResult: SendResult = {
  ticket_id: ticket.id,
  temp_id: '5f0f1b9e-6c9a-4f0a-8d5c-2b9f0c3a7d11' as TempId,
  outcome: 'sending',
  reason: null,
};
const changed = { tickets: [ticket], failed: [{ ticket_id: ticket.id, message: 'Closed' }], changed: 1 };
const order = orderSchema.parse({
  order_number: '#1001',
  order_created_at: SOME_TIME,
  is_cod: false,
  is_cancelled: false,
  currency: 'INR',
  total_order_price: 499,
  line_items: [{ name: 'Kurta', price: 499 }],
});

const answers: { [Name in CallName]: CallAnswer<Calls[Name]> } = {
  allAgents: [anAgent()],
  agentStatus: { agent_status: 'online' },
  setAgentStatus: { agent_status: 'break' },
  settings: {
    redirect: false,
    redirect_url: null,
    dashboard_notification: { message: 'Hello', level: 'warning', redirect_link: null },
    inbox_enabled: true,
    disable_reason: null,
    profile: aProfile(),
  },
  mailImages: { base: '/api/inbox/mail-images/x/' },
  logout: {},
  ticketList: { tickets: [ticket, aTicket({ id: 2 })], oldest_timestamp: 'na', seq: 4 },
  ticketCounter: { open: 4 },
  foundCount: { shown: 1, everybody: 2, more: false },
  initiateEmail: { ticket_id: ticket.id },
  emailGroups: [{ group_name: 'Couriers', email_ids: ['a@b.example'] }],
  mailSignatures: [{ account_id: 1 as AccountId, html: '<div>Asha</div>' }],
  saveMailSignature: { account_id: 1 as AccountId, html: '<div>Asha</div>' },
  ticketTags: [{ tag: 'VIP' }],
  setStatus: changed,
  undoClose: changed,
  transfer: changed,
  exportConversations: {},
  markManyUnread: changed,
  content: {
    ticket,
    siblings: [{ id: ticket.id, created_at: SOME_TIME, tags: 'VIP', first_item_id: item.id }],
    content,
    oldest_timestamp: 'na',
    seq: 4,
    server_time: SOME_TIME,
  },
  findInConversation: { found: [{ id: item.id, ticket_id: ticket.id, created_at: SOME_TIME }], more: false },
  reply: { item, ticket },
  sendLater: scheduled,
  scheduledMails: [scheduled],
  scheduledText: {
    mail: scheduled,
    to: scheduled.to,
    cc: [],
    bcc: [],
    answered: item.id,
    email_body: '<div>Packed</div>',
    attachments: [],
    left_out: [],
  },
  cancelScheduled: {},
  undoReply: { item: aLog(), ticket },
  commentReply: { item: aComment(), ticket },
  commentDelete: { item: aComment(), ticket },
  markRead: one,
  markUnread: one,
  customerDetails: aCustomer(),
  customerFigures: { analytics: aCustomer().analytics, is_known: true },
  customerOrders: [order],
  customerCheckouts: [
    abandonedCheckoutSchema.parse({ checkout_id: 'CHK1', created_at: SOME_TIME, line_items: order.line_items }),
  ],
  customerShop: { as_of: SOME_TIME, is_stale: true },
  customerTicket: one,
  correctCustomer: aCustomer(),
  sameCustomers: {
    matches: [
      { id: 4 as CustomerId, full_name: 'R. Khanna', email: null, phone: '9876543210', tickets: 2, by: 'phone' },
    ],
    joins: [{ id: 1, full_name: 'Rohit K', email: null, phone: null, joined_at: SOME_TIME }],
  },
  joinCustomers: {},
  partCustomers: {},
  customerTickets: [aSibling()],
  customerInfo: { phone: '9876543210', email: null, first_name: 'Priya', last_name: null },
  createPhoneTicket: one,
  quickReplies: [aQuickReply()],
  saveQuickReply: aQuickReply(),
  countQuickReplyUse: {},
  deleteQuickReply: {},
  importQuickReplies: { added: 1, changed: 2 },
  followUp: one,
  addTags: one,
  removeTags: one,
  linkedTickets: [ticket],
  linkTicket: one,
  unlinkTicket: one,
  customFields: [aCustomField()],
  fieldValues: { values: { 1: ['Late'] }, rev: 1 },
  saveFieldValues: { values: {}, rev: 2 },
  notes: [aNote()],
  addNote: aNote(),
  takeMentions: [{ id: 3 as MentionId, ticket_id: ticket.id, agent_name: 'Asha Rao', created_at: SOME_TIME }],
  handledTime: { total_time_in_second: 4 },
  reportHandledTime: { total_time_in_second: 4 },
  callAccounts: [{ id: ticket.conv_source_acc_id, name: 'Desk' }],
  connectCall: { message: 'Calling' },
  templates: {
    templates: [
      aTemplate({
        header: { kind: 'text', text: 'Hello' },
        buttons: [{ kind: 'url', label: 'Track', value: 'https://x' }],
      }),
      aTemplate({ not_supported: 'carousel' }),
    ],
    problem: null,
  },
  initiateTemplate: { item, ticket },
  replyToMany: { results: [sendResult] },
  sentMessages: { results: [sendResult] },
};

const signals: LiveSignal[] = [
  { type: 'conversations.agent_counter_update', counts: { open: 1 } },
  { type: 'conversations.unassigned_counter_update', counts: { open: 1 } },
  { type: 'tickets.popular_tags', tags: ['VIP'] },
  { type: 'tickets.presence', ticket_id: ticket.id, agents: [{ agent_id: anAgent().id, doing: 'typing' }] },
  { type: 'tickets.progress', ref: 'r', done: 1, total: 2 },
  { type: 'customers.changed', customer_ids: [3 as CustomerId] },
  { type: 'customers.erased', revision: 4, ticket_ids: [], comment_ids: [] },
  { type: 'tickets.mentioned' },
  { type: 'agents.changed' },
  { type: 'settings.changed' },
  { type: 'quick_replies.changed' },
  { type: 'scheduled_mails.changed', ticket_id: ticket.id },
  { type: 'templates.changed', templates: [{ id: aTemplate().id, status: 'paused' }] },
];

const said: [name: string, schema: Schema<unknown>, sample: unknown][] = [
  ...Object.entries(answers).map(
    ([name, sample]) => [name, calls[name as CallName].answer, sample] as [string, Schema<unknown>, unknown],
  ),
  ['paymentCheck', paymentCheckCall.answer, { has_payment_error: false, payment_settings_url: null }],
  ...LIVE_EVENTS.map((type): [string, Schema<unknown>, unknown] => [
    type,
    liveEventSchema,
    aLiveEvent({ type, tickets: [ticket], items: content }),
  ]),
  ...signals.map((signal): [string, Schema<unknown>, unknown] => [signal.type, liveSignalSchemas[signal.type], signal]),
  ['live.hello', liveNoticeSchema, { type: 'live.hello', seq: 4, server_time: SOME_TIME }],
  ['live.panels', liveNoticeSchema, { type: 'live.panels', revision: 4 }],
];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The value with a field more in every object of it. */
function withAdditions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAdditions);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, withAdditions(field)]);
  return { ...Object.fromEntries(fields), from_tomorrow: { deep: [1] } };
}

/** What a name cannot stand for: an instant, an id of a send, an address of the inbox, the kind of a message. */
const FIXED = /^\d{4}-\d\d-\d\dT|^[0-9a-f]{8}-[0-9a-f-]{27}$|^\/api\/|^na$|^live\.|^[a-z_]+\.[a-z_0-9]+$/;

/** The value once for each text in it, with a name from tomorrow in the text's place. */
function withNewerNames(value: unknown): { at: string; changed: unknown }[] {
  if (typeof value === 'string') return FIXED.test(value) ? [] : [{ at: '', changed: 'from_tomorrow' }];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, field]) =>
    withNewerNames(field).map(({ at, changed: within }) => ({
      at: `.${key}${at}`,
      changed: Array.isArray(value)
        ? value.map((other: unknown, index) => (String(index) === key ? within : other))
        : { ...value, [key]: within },
    })),
  );
}

describe.each(said)('%s', (_name, schema, sample) => {
  const read = (value: unknown) => collectUnknownValues(() => schema.parse(JSON.parse(JSON.stringify(value))));
  const usual = read(sample);

  it('is known as it is', () => {
    expect(usual.newer).toEqual([]);
  });

  it('is the same with fields that are not known', () => {
    const { result, newer } = read(withAdditions(sample));
    expect([result, newer]).toEqual([usual.result, []]);
  });

  it('loses no row and no item for a name that is not known', () => {
    for (const { at, changed: odd } of withNewerNames(sample)) {
      const { result, newer } = read(odd);
      expect([at, newer.filter(({ isLost }) => isLost)]).toEqual([at, []]);
      expect([at, shapeOf(result)]).toEqual([at, shapeOf(usual.result)]);
    }
  });
});

/** How many of everything there are. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(() => 'row');
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, rows(field)])) : null;
}
const rows = (value: unknown) => (Array.isArray(value) ? value.length : 1);
