import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allCalls as calls, type AnyCallName as CallName } from '@inbox/api/all-calls';
import { failureSchema, type Failure } from '@inbox/api/wire';
import { OPERATIONS_PERMISSION } from '@inbox/domain/operations';
import {
  dayOf,
  INBOX_PERMISSION,
  collectUnknownValues,
  type AccountId,
  type AgentId,
  type MerchantId,
  type QuickReplyId,
  type TempId,
  type TemplateId,
  type TicketId,
} from '@inbox/domain';
import { randomUUID } from 'node:crypto';
import {
  addAgent,
  addComment,
  addContent,
  addConversation,
  addMerchant,
  addQuickReply,
  addTemplate,
  addTicket,
  type TestConversation,
} from '../testing/rows';
import { publishRelease } from '../testing/releases';
import { addDeadLetterAndNotice } from '../testing/dead-letter-and-notice';
import { ADMIN_CALLS } from '../testing/admin-calls';
import { addStepping, codeOf, PASSWORD, type Stepping } from '../testing/second-step';
import { dataOf, startTestInbox, type Answered, type CallParts, type TestInbox } from '../testing/inbox';

const FOR_ADMINS: readonly CallName[] = [...ADMIN_CALLS, 'joinCustomers', 'partCustomers', 'eraseCustomer'];

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let dev: AgentId;
let token: string;
let line: TestConversation;
let ticket: TicketId;
let commentLine: TestConversation;
let comment: { conversation_source: 'comment'; comment_id: string; post_id: string };
let mine: TicketId;
let erasable: TestConversation;
let mineLine: TestConversation;
let admin: AgentId;
let operator: AgentId;
/** Who ends sessions: those of the others are used by the other calls. */
let ender: AgentId;
/** An agent for each call on the second step, with what it takes. */
let stepping: Stepping;
let ended: string;
/** Two entries of a customer that are one. */
let joined: number;
let mailed: { ticket: TicketId; temp_id: TempId };
/** The number of the newest caller. */
let callers = 9_800_000_000;
let called: { ticket: TicketId; account: AccountId };
let template: TemplateId;
/** A quick reply that is there to be deleted. */
let doomed: QuickReplyId;
/** What was to leave and failed, and a delivery that was not understood. */
let unsent: number;
let stored: Awaited<ReturnType<typeof addDeadLetterAndNotice>>;
/** A mail that waits for its time. */
const scheduled = randomUUID() as TempId;
let mailLine: TestConversation;
let fromEmail: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  stepping = await addStepping(inbox, shop);
  asha = await addAgent(inbox.db, shop, { first_name: 'Asha', last_name: 'Rao', phone: '+919000000001' });
  dev = await addAgent(inbox.db, shop, { first_name: 'Dev', last_name: 'Patel' });
  token = await inbox.signIn(shop, asha);
  line = await addConversation(inbox.db, shop, 'whatsapp', { full_name: 'Rohit Khanna', phone: '919876543210' });
  ticket = await addTicket(inbox.db, line, { session_expiry_at: new Date() });
  template = await addTemplate(inbox.db, line);
  await addContent(inbox.db, line, ticket);
  mailLine = await addConversation(inbox.db, shop, 'email', { email: 'rohit@mail.example' });
  const mailTicket = await addTicket(inbox.db, mailLine, { status: 'open', owner_id: asha });
  const { external_id } = await inbox.db
    .selectFrom('accounts')
    .select('external_id')
    .where('id', '=', mailLine.accountId)
    .executeTakeFirstOrThrow();
  fromEmail = external_id;
  const mail = replyTo(mailTicket, mailLine);
  await inbox.call(token, 'reply', { body: { ...mail.body, to: ['rohit@mail.example'] } });
  mailed = { ticket: mailTicket, temp_id: mail.body.temp_id };
  await inbox.call(token, 'sendLater', later(scheduled));
  commentLine = await addConversation(inbox.db, shop, 'comment');
  const commented = await addTicket(inbox.db, commentLine, { status: 'open', owner_id: asha });
  const { comment_id, post_id } = await addComment(inbox.db, commentLine, commented);
  comment = { conversation_source: 'comment', comment_id, post_id };
  mineLine = await addConversation(inbox.db, shop);
  mine = await addTicket(inbox.db, mineLine, { status: 'open', owner_id: asha });
  erasable = await addConversation(inbox.db, shop);
  await addTicket(inbox.db, erasable);
  admin = await addAgent(inbox.db, shop, { is_store_admin: true });
  operator = await addAgent(inbox.db, shop, { user_permissions: [INBOX_PERMISSION, OPERATIONS_PERMISSION] });
  ender = await addAgent(inbox.db, shop);
  await inbox.signIn(shop, ender);
  ({ id: ended } = await inbox.db
    .selectFrom('sessions')
    .select('id')
    .where('agent_id', '=', ender)
    .executeTakeFirstOrThrow());
  await publishRelease(inbox.dataDir, 'conversation', '1.0.0');
  const { customerId: other } = await addConversation(inbox.db, shop);
  const params = { conversation_id: mineLine.conversationId };
  await inbox.call(await inbox.signIn(shop, admin), 'joinCustomers', { params, body: { customer_id: other } });
  const [join] = dataOf(calls.sameCustomers, await inbox.call(token, 'sameCustomers', { params })).joins;
  joined = join?.id ?? 0;
  const phoneLine = await addConversation(inbox.db, shop, 'phone', { phone: '+919876543210' });
  await inbox.db
    .updateTable('accounts')
    .set({ door_digest: Buffer.from('x') })
    .where('kind', '=', 'phone')
    .execute();
  const phoneTicket = await addTicket(inbox.db, phoneLine, { status: 'open', owner_id: asha });
  called = { ticket: phoneTicket, account: phoneLine.accountId };
  await addQuickReply(inbox.db, shop, { shortcut: '/hi', message: 'Hello' });
  doomed = await addQuickReply(inbox.db, shop, { shortcut: '/doomed', message: 'Hello' });
  const about = { merchant_id: shop, lease_until: null, last_error: 'It was not there.', content_id: null };
  const failed = { ...about, account_id: null, kind: 'automation.event', payload: '{}', state: 'failed' } as const;
  ({ id: unsent } = await inbox.db.insertInto('outbox').values(failed).returning('id').executeTakeFirstOrThrow());
  stored = await addDeadLetterAndNotice(inbox.db, shop);
});

afterAll(() => inbox.close());

const failureOf = ({ body }: Answered): Failure['error'] => failureSchema.parse(body).error;

const replyTo = (ticketId: TicketId, at: TestConversation, message = 'On its way') => ({
  body: {
    message,
    conversation_id: at.conversationId,
    temp_id: randomUUID() as TempId,
    conversation_source: at.source,
    ticket_id: ticketId,
  },
});

const later = (temp_id: TempId) => {
  const mail = { to: ['rohit@mail.example'], email_body: '<div>Packed</div>' };
  const reply = { ...replyTo(mailed.ticket, mailLine).body, ...mail };
  return { body: { send_at: new Date(Date.now() + 3_600_000).toISOString(), reply: { ...reply, temp_id } } };
};

describe('every call', () => {
  const inputs = (): Record<CallName, CallParts> => ({
    allAgents: {},
    agentStatus: {},
    mailImages: {},
    setAgentStatus: { body: { agent_status: 'online' } },
    settings: {},
    ticketList: { body: {} },
    ticketCounter: { body: {} },
    foundCount: { body: {} },
    ticketTags: {},
    content: { params: { ticket_id: ticket } },
    findInConversation: { params: { conversation_id: line.conversationId }, query: { q: 'order' } },
    reply: replyTo(ticket, line),
    replyToMany: { body: { message: 'Hello', sends: [{ ticket_id: ticket, temp_id: randomUUID() }] } },
    sentMessages: { body: { temp_ids: [randomUUID()] } },
    sendLater: later(randomUUID() as TempId),
    scheduledMails: { params: { ticket_id: mailed.ticket } },
    scheduledText: { params: { temp_id: scheduled } },
    cancelScheduled: { params: { temp_id: scheduled } },
    undoReply: { body: { ticket_id: mailed.ticket, temp_id: mailed.temp_id } },
    commentReply: {
      body: {
        ...comment,
        comment: 'Yes, in blue too',
        conversation_id: commentLine.conversationId,
        temp_id: randomUUID(),
      },
    },
    commentDelete: { body: comment },
    setStatus: { body: { ticket_ids: [ticket], status: 'closed' } },
    undoClose: { body: { closed_ref: 'a close' } },
    transfer: { body: { ticket_ids: [ticket], transfer_to: dev } },
    markRead: { body: { ticket_id: ticket } },
    markUnread: { body: { ticket_id: ticket } },
    exportConversations: { body: {} },
    markManyUnread: { body: { ticket_ids: [ticket] } },
    customerDetails: { params: { conversation_id: line.conversationId } },
    customerFigures: { params: { conversation_id: line.conversationId } },
    customerOrders: { params: { conversation_id: line.conversationId } },
    customerCheckouts: { params: { conversation_id: line.conversationId } },
    customerShop: { params: { conversation_id: line.conversationId } },
    correctCustomer: {
      params: { conversation_id: mineLine.conversationId },
      body: { ticket_id: mine, full_name: 'Rohit Khanna', email: '', phone: '98765 43210', city: 'Pune' },
    },
    sameCustomers: { params: { conversation_id: line.conversationId } },
    joinCustomers: {
      params: { conversation_id: mineLine.conversationId },
      body: { customer_id: commentLine.customerId },
    },
    partCustomers: { params: { conversation_id: mineLine.conversationId }, body: { join_id: joined } },
    customerTicket: { params: { of: 'ticket', id: ticket } },
    customerTickets: { params: { conversation_id: line.conversationId } },
    customerInfo: { query: { phone: '+91 98765 43210' } },
    createPhoneTicket: { body: { phone: String((callers += 1)) } },
    initiateEmail: {
      body: {
        from_email: fromEmail,
        to_emails: ['priya@mail.example'],
        email_body: '<div>Hello</div>',
        temp_id: randomUUID(),
      },
    },
    emailGroups: {},
    mailSignatures: {},
    saveMailSignature: { body: { account_id: mailLine.accountId, html: '<div>Asha</div>' } },
    quickReplies: {},
    saveQuickReply: { body: { shortcut: `/${randomUUID()}`, message: 'On its way' } },
    countQuickReplyUse: { params: { id: doomed } },
    deleteQuickReply: { params: { id: doomed } },
    importQuickReplies: { body: { rows: [{ shortcut: '/hi', message: 'Hello again' }] } },
    followUp: { body: { ticket_id: mine, follow_up_hr: 0 } },
    addTags: { body: { ticket_id: mine, tags: 'VIP' } },
    removeTags: { body: { ticket_id: mine, tags: 'VIP' } },
    linkedTickets: { params: { ticket_id: mine } },
    linkTicket: { params: { ticket_id: mine }, body: { link_ticket_id: ticket } },
    unlinkTicket: { params: { ticket_id: mine }, body: { link_ticket_id: ticket } },
    customFields: {},
    fieldValues: { params: { ticket_id: mine } },
    saveFieldValues: { params: { ticket_id: mine }, body: {} },
    notes: { params: { ticket_id: mine } },
    addNote: { params: { ticket_id: ticket }, body: { notes: '<div>Calls back</div>' } },
    takeMentions: { body: { ref: 'x' } },
    handledTime: { params: { ticket_id: mine } },
    reportHandledTime: { params: { ticket_id: mine }, body: { time_in_second: 1, stretch_id: randomUUID() } },
    callAccounts: {},
    connectCall: { body: { ticket_id: called.ticket, exotel_acc_id: called.account } },
    templates: { query: { sf: 'approved', t: 'initiate_chat', rt: 'false', mt: 'false' } },
    initiateTemplate: {
      body: { template_id: template, parameters: { 1: 'Rohit' }, ticket_ids: [ticket], temp_id: randomUUID() },
    },
    reportHealth: { body: { entries: [{ panel: 'conversation', version: '1.0.0', kind: 'load' }] } },
    panelOperations: {},
    auditRecords: {},
    shopStatus: {},
    sendAgain: { params: { id: unsent } },
    deadLetterText: { params: { id: stored.deadLetter } },
    reprocessDeadLetter: { params: { id: stored.deadLetter } },
    dismissNotice: { params: { id: stored.notice } },
    eraseCustomer: { params: { conversation_id: erasable.conversationId }, body: { name: ' rohit  KHANNA' } },
    signInState: {},
    browserKey: {},
    endSession: { params: { id: ended } },
    endOtherSessions: {},
    offerPasskey: { body: { password: PASSWORD } },
    addPasskey: { body: stepping.passkey },
    removePasskey: { params: { id: stepping.doomedPasskey }, body: { password: PASSWORD } },
    offerSecondStep: { body: { password: PASSWORD } },
    confirmSecondStep: { body: { code: codeOf(stepping.offered, new Date()) } },
    removeSecondStep: { body: { password: PASSWORD, code: stepping.remover[0]! } },
    renewRecoveryCodes: { body: { password: PASSWORD, code: stepping.renewer[0]! } },
    analytics: { query: { from: dayOf(Date.now()), to: dayOf(Date.now()) } },
    analyticsCustomers: { query: { from: dayOf(Date.now()), to: dayOf(Date.now()) } },
    changePanel: { body: { action: 'enable', panel: 'conversation', version: '1.0.0' } },
    logout: { body: { token: 'jwt x' } },
  });

  it.each(Object.keys(calls) as CallName[])('%s answers what its schema promises', async (name) => {
    const isForAdmins = FOR_ADMINS.includes(name);
    const isForOperators = ['panelOperations', 'changePanel'].includes(name);
    const isForEnder = ['endSession', 'endOtherSessions'].includes(name);
    const usual = isForAdmins ? admin : isForOperators ? operator : isForEnder ? ender : asha;
    const who = stepping.agents[name] ?? usual;
    const signedIn = await inbox.signIn(shop, who);
    const answered = await inbox.call(signedIn, name, inputs()[name]);
    expect(answered.status).toBe(200);
    const { data } = answered.body as { data: unknown };
    const { result, newer } = collectUnknownValues(() => calls[name].answer.safeParse(data));
    expect([result.error, newer]).toEqual([undefined, []]);
    const kept = ['private, max-age=900', 'origin, authorization'];
    expect([answered.headers['cache-control'], answered.headers['vary']]).toEqual(
      ['allAgents', 'ticketTags', 'callAccounts'].includes(name) ? kept : ['no-store', 'origin'],
    );
  });

  it.each(Object.keys(calls) as CallName[])('%s is for signed-in agents alone', async (name) => {
    for (const bad of [null, 'jwt', 'jwt x.y.z', 'Bearer ']) {
      const answered = await inbox.call(bad, name, inputs()[name]);
      expect([answered.status, failureOf(answered).code]).toEqual([401, 'signed_out']);
      expect(answered.headers['cache-control']).toBe('no-store');
    }
  });

  it.each(Object.keys(calls) as CallName[])('%s minds whether the agent may use the inbox', async (name) => {
    const outsider = await addAgent(inbox.db, shop, { user_permissions: [] });
    const answered = await inbox.call(await inbox.signIn(shop, outsider), name, inputs()[name]);
    const open = ['settings', 'logout', 'agentStatus', 'setAgentStatus', 'reportHealth'].includes(name);
    expect(answered.status).toBe(open ? 200 : 403);
    if (!open) expect(failureOf(answered).message).toBe('Feature not subscribed!');
  });
});

describe('a session', () => {
  it('is over for its token once the agent has logged out, and only for it', async () => {
    const [here, there] = [await inbox.signIn(shop, dev), await inbox.signIn(shop, dev)];
    expect((await inbox.call(here, 'logout', { body: { token: here } })).status).toBe(200);
    expect((await inbox.call(here, 'settings')).status).toBe(401);
    expect((await inbox.call(there, 'settings')).status).toBe(200);
  });

  it('is over when the agent is disabled', async () => {
    const leaver = await addAgent(inbox.db, shop);
    const signedIn = await inbox.signIn(shop, leaver);
    await inbox.db.updateTable('agents').set({ disabled: true }).where('id', '=', leaver).execute();
    expect((await inbox.call(signedIn, 'allAgents')).status).toBe(401);
  });

  it('is over after twelve hours', async () => {
    const signedIn = await inbox.signIn(shop, dev);
    inbox.clock.now = () => new Date(Date.now() + 12 * 3_600_000 + 1000);
    const { status } = await inbox.call(signedIn, 'settings');
    inbox.clock.now = () => new Date();
    expect(status).toBe(401);
  });

  it('follows a change of rights at once', async () => {
    const agent = await addAgent(inbox.db, shop, { user_permissions: [] });
    const signedIn = await inbox.signIn(shop, agent);
    expect((await inbox.call(signedIn, 'allAgents')).status).toBe(403);
    await inbox.db
      .updateTable('agents')
      .set({ user_permissions: ['access_connect_chat_page'] })
      .where('id', '=', agent)
      .execute();
    expect((await inbox.call(signedIn, 'allAgents')).status).toBe(200);
  });
});

describe('a request that does not fit', () => {
  it.each<[string, CallName, CallParts, string]>([
    ['a missing field', 'markRead', { body: {} }, 'ticket_id'],
    ['a wrong type', 'markRead', { body: { ticket_id: 'x' } }, 'ticket_id'],
    ['a field inside another', 'ticketList', { body: { filters: { ticket_status: 'lost' } } }, 'filters.ticket_status'],
    ['no object at all', 'ticketCounter', { body: [] }, 'body'],
    ['a cursor that the server did not make', 'ticketList', { body: { fetch_since: 'now' } }, 'fetch_since'],
    ['an address that is no number', 'content', { params: { ticket_id: 'x' } }, 'ticket_id'],
    ['a query out of bounds', 'content', { params: { ticket_id: 1 }, query: { page_size: '0' } }, 'page_size'],
  ])('%s: 400, and which field', async (_name, call, parts, field) => {
    const answered = await inbox.call(token, call, parts);
    expect(answered.status).toBe(400);
    expect(Object.keys(failureOf(answered).fields ?? {})).toEqual([field]);
    expect(failureOf(answered).message).not.toBe('');
  });

  it.each(['', '{', '{"a":', 'null', '"text"', '\u0000', '{"__proto__":{"x":1}}'])('body %j: 400', async (payload) => {
    const headers = { authorization: token, 'content-type': 'application/json' };
    const response = await inbox.app.inject({ method: 'POST', url: '/api/inbox/ticket/mark-read/', headers, payload });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(failureSchema.parse(response.json()).error.fields ?? {})).not.toEqual([]);
  });

  it.each([
    ['another type', 415, 'text/plain', 'ticket_id=1'],
    ['lists within each other', 400, 'application/json', `{"ticket_id":1,"a":${'['.repeat(101)}${']'.repeat(101)}}`],
    ['a body beyond all bounds', 413, 'application/json', JSON.stringify({ a: 'x'.repeat(1_100_000) })],
  ])('%s: %i in the envelope', async (_name, status, type, payload) => {
    const headers = { authorization: token, 'content-type': type };
    const response = await inbox.app.inject({ method: 'POST', url: '/api/inbox/ticket/mark-read/', headers, payload });
    expect(response.statusCode).toBe(status);
    expect(failureSchema.safeParse(response.json()).success).toBe(true);
  });

  it.each(['/api/nothing/', '/api/inbox/ticket/%E0%A4%A/content-v2/', '/ws/inbox', '/channels/x'])(
    '%s is answered in the envelope',
    async (url) => {
      const response = await inbox.app.inject({ url, headers: { authorization: token } });
      expect([400, 404]).toContain(response.statusCode);
      expect(failureSchema.safeParse(response.json()).success).toBe(true);
    },
  );
});

describe('the settings call', () => {
  it('carries the profile as it is now', async () => {
    const { profile } = dataOf(calls.settings, await inbox.call(token, 'settings'));
    expect(profile).toMatchObject({ current_user_id: asha, id: shop, full_name: 'Asha Rao' });
  });
});

describe('the health routes', () => {
  it.each(['/healthz', '/readyz'])('%s needs no sign-in and says nothing else', async (url) => {
    const response = await inbox.app.inject({ url });
    expect([response.statusCode, response.body.length < 15]).toEqual([200, true]);
  });
});
