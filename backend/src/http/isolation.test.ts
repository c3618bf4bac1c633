import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allCalls as calls, type AnyCallName as CallName } from '@inbox/api/all-calls';
import type {
  AccountId,
  AgentId,
  AttachmentId,
  MerchantId,
  QuickReplyId,
  TempId,
  TemplateId,
  TicketId,
} from '@inbox/domain';
import { sql } from 'kysely';
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
import { insertRaw } from '../thread/message-raws';
import { addEverythingElse, SCHEDULED } from '../testing/isolation-rows';
import { startTestInbox, type CallParts, type TestInbox } from '../testing/inbox';

/** Stands in every text of the first merchant: nothing that the second is answered may hold it. */
const SECRET = 'only-for-the-first-merchant';
/** A shop's admin is no operator. */
const OPERATORS_ONLY: readonly string[] = ['panelOperations', 'changePanel'];
/** By which a ticket of the first merchant was closed. */
const CLOSED_REF = randomUUID();
/** And made. */
const CREATED_REF = randomUUID();

let inbox: TestInbox;
let first: MerchantId;
let agent: AgentId;
let line: TestConversation;
let ticket: TicketId;
const tempId = randomUUID();
let commentLine: TestConversation;
let comment: { comment_id: string; post_id: string };
let attachment: AttachmentId;
let called: { ticket: TicketId; account: AccountId };
let template: TemplateId;
let canned: QuickReplyId;
/** The second merchant's own. */
let mailbox: string;
let stranger: { token: string; admin: string };

beforeAll(async () => {
  inbox = await startTestInbox();
  const { db } = inbox;
  first = await addMerchant(db, SECRET);
  agent = await addAgent(db, first, { first_name: SECRET });
  line = await addConversation(db, first, 'whatsapp', { full_name: SECRET, phone: '919876543210' });
  ticket = await addTicket(db, line, {
    full_name: SECRET,
    subject: SECRET,
    tags: [SECRET],
    session_expiry_at: new Date(),
    status: 'open',
    owner_id: agent,
  });
  const content = await addContent(db, line, ticket, { message: SECRET });
  const before_close = JSON.stringify({ status: 'open', follow_up_at: null });
  await addTicket(db, await addConversation(db, first), {
    full_name: SECRET,
    status: 'closed',
    owner_id: agent,
    closed_ref: CLOSED_REF,
    created_ref: CREATED_REF,
    before_close,
  });
  await addContent(db, line, ticket, {
    message: SECRET,
    actor: 'merchant',
    agent_id: agent,
    temp_id: tempId as TempId,
  });
  commentLine = await addConversation(db, first, 'comment', { full_name: SECRET });
  const commented = await addTicket(db, commentLine, { full_name: SECRET, status: 'open', owner_id: agent });
  comment = await addComment(db, commentLine, commented, { message: SECRET });
  const { storage_key, size } = await inbox.uploads.put(Buffer.from(SECRET), { maxBytes: 100 });
  const file = {
    kind: 'document',
    filename: `${SECRET}.pdf`,
    content_type: 'application/pdf',
    storage_key,
    size,
  } as const;
  const made = await db
    .insertInto('attachments')
    .values({ merchant_id: first, content_id: content, content_id_header: null, external_media_id: null, ...file })
    .returning('id')
    .executeTakeFirstOrThrow();
  attachment = made.id;
  canned = await addQuickReply(db, first, { shortcut: `/${SECRET}`, message: SECRET });

  const phoneLine = await addConversation(db, first, 'phone', { full_name: SECRET, phone: '+919876543210' });
  const account = { name: SECRET, door_digest: Buffer.from('x') };
  await db.updateTable('accounts').set(account).where('id', '=', phoneLine.accountId).execute();
  const phoneTicket = await addTicket(db, phoneLine, { full_name: SECRET, status: 'open', owner_id: agent });
  called = { ticket: phoneTicket, account: phoneLine.accountId };

  template = await addTemplate(db, line, { name: SECRET, content: SECRET });
  await addEverythingElse(db, { agent, line, ticket, content, phoneLine, phoneTicket, text: SECRET });
  await inbox.signIn(first, agent);

  const second = await addMerchant(db, 'The other shop');
  const mails = await addConversation(db, second, 'email');
  const { external_id } = await db
    .selectFrom('accounts')
    .select('external_id')
    .where('id', '=', mails.accountId)
    .executeTakeFirstOrThrow();
  mailbox = external_id;
  const other = await addAgent(db, second);
  const admin = await addAgent(db, second, { is_store_admin: true });
  stranger = { token: await inbox.signIn(second, other), admin: await inbox.signIn(second, admin) };
});

afterAll(() => inbox.close());

/** Every table that has a merchant, as the database's own catalogue knows them. */
async function merchantTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'merchant_id' and table_type = 'BASE TABLE'
    order by table_name`.execute(inbox.db);
  return rows.map(({ name }) => name);
}

/** All rows of the first merchant, by table. */
async function everything(): Promise<Map<string, unknown[]>> {
  const merchant = await inbox.db.selectFrom('merchants').selectAll().where('id', '=', first).execute();
  const read = (await merchantTables()).map(async (table) => {
    const { rows } = await sql`
      select * from ${sql.table(table)} t where merchant_id = ${first} order by t::text`.execute(inbox.db);
    return [table, rows] as const;
  });
  return new Map<string, unknown[]>([['merchants', merchant], ...(await Promise.all(read))]);
}

/** Each call with what belongs to the first merchant. */
const reachingOver = (): Record<CallName, CallParts> => ({
  allAgents: {},
  agentStatus: {},
  mailImages: {},
  setAgentStatus: { body: { agent_status: 'break' } },
  settings: {},
  ticketList: { body: { filters: { agent_ids: [agent], search: SECRET } } },
  ticketCounter: { body: { filters: { agent_ids: [agent] } } },
  foundCount: { body: { filters: { agent_ids: [agent], search: SECRET } } },
  ticketTags: {},
  content: { params: { ticket_id: ticket } },
  findInConversation: { params: { conversation_id: line.conversationId }, query: { q: SECRET } },
  reply: {
    body: {
      message: 'Hello',
      conversation_id: line.conversationId,
      temp_id: randomUUID(),
      conversation_source: 'whatsapp',
      ticket_id: ticket,
    },
  },
  replyToMany: { body: { message: 'Hello', sends: [{ ticket_id: ticket, temp_id: randomUUID() }] } },
  sentMessages: { body: { temp_ids: [tempId] } },
  sendLater: {
    body: {
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
      reply: {
        message: 'Hello',
        conversation_id: line.conversationId,
        temp_id: randomUUID(),
        conversation_source: 'email',
        ticket_id: ticket,
        email_body: '<div>Hello</div>',
      },
    },
  },
  scheduledMails: { params: { ticket_id: ticket } },
  scheduledText: { params: { temp_id: SCHEDULED } },
  cancelScheduled: { params: { temp_id: SCHEDULED } },
  undoReply: { body: { ticket_id: ticket, temp_id: tempId } },
  commentReply: {
    body: {
      comment: 'Hello',
      conversation_id: commentLine.conversationId,
      temp_id: randomUUID(),
      conversation_source: 'comment',
      comment_id: comment.comment_id,
      post_id: comment.post_id,
      hide_comment: true,
    },
  },
  commentDelete: {
    body: { conversation_source: 'comment', comment_id: comment.comment_id, post_id: comment.post_id },
  },
  setStatus: { body: { ticket_ids: [ticket], status: 'closed' } },
  undoClose: { body: { closed_ref: CLOSED_REF } },
  transfer: { body: { ticket_ids: [ticket], transfer_to: agent } },
  markRead: { body: { ticket_id: ticket } },
  markUnread: { body: { ticket_id: ticket } },
  exportConversations: { body: {} },
  markManyUnread: { body: { ticket_ids: [ticket] } },
  customerDetails: { params: { conversation_id: line.conversationId } },
  customerOrders: { params: { conversation_id: line.conversationId } },
  customerCheckouts: { params: { conversation_id: line.conversationId } },
  customerShop: { params: { conversation_id: line.conversationId } },
  correctCustomer: {
    params: { conversation_id: line.conversationId },
    body: { ticket_id: ticket, full_name: 'Another', city: 'Pune' },
  },
  sameCustomers: { params: { conversation_id: line.conversationId } },
  joinCustomers: { params: { conversation_id: line.conversationId }, body: { customer_id: commentLine.customerId } },
  partCustomers: { params: { conversation_id: line.conversationId }, body: { join_id: 1 } },
  customerTicket: { params: { of: 'customer', id: line.customerId } },
  customerTickets: { params: { conversation_id: line.conversationId } },
  customerInfo: { query: { phone: '9876543210', email: 'only@first.example' } },
  createPhoneTicket: { body: { phone: '9876543210', agent_id: agent, ref: CREATED_REF } },
  initiateEmail: {
    body: {
      from_email: mailbox,
      to_emails: ['somebody@mail.example'],
      email_body: '<div>Hello</div>',
      owner_id: agent,
      link_ticket_id: ticket,
      temp_id: tempId,
    },
  },
  emailGroups: {},
  mailSignatures: {},
  saveMailSignature: { body: { account_id: line.accountId, html: '<div>Stolen</div>' } },
  quickReplies: {},
  saveQuickReply: { body: { id: canned, shortcut: '/stolen', message: 'Stolen' } },
  countQuickReplyUse: { params: { id: canned } },
  deleteQuickReply: { params: { id: canned } },
  importQuickReplies: { body: { rows: [{ shortcut: `/${SECRET}`, message: 'Stolen' }] } },
  followUp: { body: { ticket_id: ticket, follow_up_hr: 2 } },
  addTags: { body: { ticket_id: ticket, tags: 'stolen' } },
  removeTags: { body: { ticket_id: ticket, tags: SECRET } },
  linkedTickets: { params: { ticket_id: ticket } },
  linkTicket: { params: { ticket_id: ticket }, body: { link_ticket_id: ticket } },
  unlinkTicket: { params: { ticket_id: ticket }, body: { link_ticket_id: ticket } },
  customFields: {},
  fieldValues: { params: { ticket_id: ticket } },
  saveFieldValues: { params: { ticket_id: ticket }, body: {} },
  notes: { params: { ticket_id: ticket } },
  addNote: { params: { ticket_id: ticket }, body: { notes: '<div>Hello</div>' } },
  takeMentions: { body: { ref: 'x' } },
  handledTime: { params: { ticket_id: ticket } },
  reportHandledTime: { params: { ticket_id: ticket }, body: { time_in_second: 60, stretch_id: randomUUID() } },
  callAccounts: {},
  connectCall: { body: { ticket_id: called.ticket, exotel_acc_id: called.account } },
  templates: {},
  initiateTemplate: { body: { template_id: template, ticket_ids: [ticket], temp_id: randomUUID() } },
  // What they tell is of all merchants' pages, in sums.
  reportHealth: { body: { entries: [{ panel: SECRET, version: '1.0.0', kind: 'load' }] } },
  panelOperations: {},
  changePanel: { body: { action: 'disable', panel: 'conversation', version: '1.0.0' } },
  logout: { body: { token: 'jwt of somebody else' } },
});

it('the first merchant has something in every table that has a merchant', async () => {
  const empty = [...(await everything())].filter(([, rows]) => rows.length === 0).map(([table]) => table);
  expect(empty).toEqual([]);
});

describe('with the token of another merchant', () => {
  it.each(Object.keys(calls) as CallName[])('%s shows and changes nothing', async (name) => {
    const parts = reachingOver()[name];
    expect(parts).toBeDefined();
    const before = await everything();
    for (const token of [stranger.admin, stranger.token]) {
      const answered = await inbox.call(token, name, parts);
      expect(OPERATORS_ONLY.includes(name) ? [403] : [200, 404]).toContain(answered.status);
      expect(JSON.stringify(answered.body)).not.toContain(SECRET);
      // Who logged out comes back for the calls that follow.
      if (name === 'logout') await inbox.db.updateTable('sessions').set({ ended_at: null }).execute();
    }
    expect(await everything()).toEqual(before);
  });

  it('no ticket is listed or counted', async () => {
    const list = await inbox.call(stranger.admin, 'ticketList');
    const counts = await inbox.call(stranger.admin, 'ticketCounter');
    expect([list.body, counts.body]).toMatchObject([{ data: { tickets: [] } }, { data: { all: 0 } }]);
  });

  it('a ticket cannot be handed to an agent of the first', async () => {
    const { merchant_id: second } = await inbox.db
      .selectFrom('agents')
      .select('merchant_id')
      .where('merchant_id', '!=', first)
      .executeTakeFirstOrThrow();
    const own = await addTicket(inbox.db, await addConversation(inbox.db, second));
    const body = { ticket_ids: [own], transfer_to: agent };
    expect((await inbox.call(stranger.admin, 'transfer', { body })).status).toBe(404);
  });

  it('a file is not there, and is for those whose it is', async () => {
    const url = `/api/inbox/attachments/${attachment}/`;
    const refused = await inbox.app.inject({ url, headers: { authorization: stranger.admin } });
    expect(refused.statusCode).toBe(404);
    expect(refused.body).not.toContain(SECRET);
    const own = await inbox.app.inject({ url, headers: { authorization: await inbox.signIn(first, agent) } });
    expect([own.statusCode, own.body]).toEqual([200, SECRET]);
  });

  it('the original of a mail is not there, and is for those whose mail it is', async () => {
    const { storage_key } = await inbox.uploads.put(Buffer.from(SECRET), { maxBytes: 100 });
    const details = JSON.stringify({ original_key: storage_key });
    const mail = await addContent(inbox.db, line, ticket, { content_type: 'email', details });
    const url = `/api/inbox/emails/${mail}/original/`;
    const refused = await inbox.app.inject({ url, headers: { authorization: stranger.admin } });
    expect(refused.statusCode).toBe(404);
    const own = await inbox.app.inject({ url, headers: { authorization: await inbox.signIn(first, agent) } });
    expect([own.statusCode, own.body, own.headers['content-type']]).toEqual([200, SECRET, 'application/octet-stream']);
  });

  it('a message as the channel told it is for the store’s own admins alone', async () => {
    const message = await addContent(inbox.db, line, ticket, {});
    await insertRaw(inbox.db, first, message, SECRET);
    const url = `/api/inbox/messages/${message}/raw/`;
    const get = async (authorization?: string) => {
      const { statusCode, body } = await inbox.app.inject({
        url,
        ...(authorization && { headers: { authorization } }),
      });
      return [statusCode, body.includes(SECRET)];
    };
    const own = await addAgent(inbox.db, first, { is_store_admin: true });
    expect(await get()).toEqual([401, false]);
    expect(await get(stranger.admin)).toEqual([404, false]);
    expect(await get(await inbox.signIn(first, agent))).toEqual([403, false]);
    expect(await get(await inbox.signIn(first, own))).toEqual([200, true]);
  });

  it('the picture of a post is not there, and is for those whose post it is', async () => {
    const { storage_key } = await inbox.uploads.put(Buffer.from(SECRET), { maxBytes: 100 });
    const { id } = await inbox.db
      .updateTable('posts')
      .set({ storage_key, picture_type: 'image/png' })
      .where('merchant_id', '=', first)
      .where('external_id', '=', comment.post_id)
      .returning('id')
      .executeTakeFirstOrThrow();
    const url = `/api/inbox/posts/${id}/picture/`;
    for (const token of [stranger.admin, stranger.token]) {
      const refused = await inbox.app.inject({ url, headers: { authorization: token } });
      expect(refused.statusCode).toBe(404);
      expect(refused.body).not.toContain(SECRET);
    }
    const own = await inbox.app.inject({ url, headers: { authorization: await inbox.signIn(first, agent) } });
    expect([own.statusCode, own.body, own.headers['content-type']]).toEqual([200, SECRET, 'image/png']);
  });

  it('a socket hears nothing of the first', async () => {
    const socket = await inbox.socket(stranger.admin);
    const heard: string[] = [];
    socket.on('message', (data: Buffer) => heard.push(data.toString()));
    await new Promise((resolve) => socket.once('open', resolve));
    await inbox.call(await inbox.signIn(first, agent), 'markUnread', { body: { ticket_id: ticket } });
    const ref = 'the last word';
    const answered = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => data.toString().includes(ref) && resolve());
    });
    socket.send(JSON.stringify({ type: 'conversations.mark_unread', ref, data: { ticket_id: ticket } }));
    await answered;
    socket.terminate();
    expect(heard.join()).not.toContain(SECRET);
    expect(heard.at(-1)).toContain('live.refused');
  });
});

describe('the list of calls reaching over', () => {
  it('names every call there is', () => {
    expect(Object.keys(reachingOver()).sort()).toEqual(Object.keys(calls).sort());
  });
});
