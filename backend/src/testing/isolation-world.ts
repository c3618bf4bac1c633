import { randomUUID } from 'node:crypto';
import type { AnyCallName } from '@inbox/api/all-calls';
import {
  dayOf,
  type AccountId,
  type AgentId,
  type AttachmentId,
  type ContentId,
  type MerchantId,
  type QuickReplyId,
  type TempId,
  type TemplateId,
  type TicketId,
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
} from './rows';
import { IS_TABLE } from '../platform/db/is-table';
import { addEverythingElse, SCHEDULED } from './isolation-rows';
import { takeChallenge } from '../agents/passkeys/passkey-queries';
import type { AgentKey } from '../agents/agent-queries';
import { sealSecret, writeOffer } from '../agents/second-step/second-step-queries';
import { insertLink } from '../agents/password-reset/password-links';
import { insertPending } from '../agents/second-step/pending-sign-ins';
import { addPasskeyOf, addSecondStep } from './second-step';
import type { CallParts, TestInbox } from './inbox';

/** A merchant who has something in every table, and in every text of it the same words. */
export interface IsolationWorld {
  merchant: MerchantId;
  agent: AgentId;
  line: TestConversation;
  ticket: TicketId;
  content: ContentId;
  commentLine: TestConversation;
  commented: TicketId;
  comment: { comment_id: string; post_id: string };
  attachment: AttachmentId;
  called: { ticket: TicketId; account: AccountId };
  template: TemplateId;
  canned: QuickReplyId;
  tempId: TempId;
  /** By which a ticket of the merchant was closed, and made. */
  closedRef: string;
  createdRef: string;
  /** A delivery that was not understood, and what was to leave, by their numbers. */
  deadLetter: number;
  notice: number;
  unsent: number;
  /** Of the agent. */
  session: string;
  passkey: string;
}

/** Fills a merchant of its own. `secret` stands in every text: nothing that others are answered may hold it. */
export async function addIsolationWorld(inbox: TestInbox, secret: string): Promise<IsolationWorld> {
  const { db } = inbox;
  const tempId = randomUUID() as TempId;
  const closedRef = randomUUID();
  const createdRef = randomUUID();
  const first = await addMerchant(db, secret);
  const agent = await addAgent(db, first, { first_name: secret });
  const line = await addConversation(db, first, 'whatsapp', { full_name: secret, phone: '919876543210' });
  const ticket = await addTicket(db, line, {
    full_name: secret,
    subject: secret,
    tags: [secret],
    session_expiry_at: new Date(),
    status: 'open',
    owner_id: agent,
  });
  const content = await addContent(db, line, ticket, { message: secret });
  const before_close = JSON.stringify({ status: 'open', follow_up_at: null });
  await addTicket(db, await addConversation(db, first), {
    full_name: secret,
    status: 'closed',
    owner_id: agent,
    closed_ref: closedRef,
    created_ref: createdRef,
    before_close,
  });
  await addContent(db, line, ticket, {
    message: secret,
    actor: 'merchant',
    agent_id: agent,
    temp_id: tempId,
  });
  const commentLine = await addConversation(db, first, 'comment', { full_name: secret });
  const commented = await addTicket(db, commentLine, { full_name: secret, status: 'open', owner_id: agent });
  const comment = await addComment(db, commentLine, commented, { message: secret });
  const { storage_key, size } = await inbox.uploads.put(Buffer.from(secret), { maxBytes: 100 });
  const file = {
    kind: 'document',
    filename: `${secret}.pdf`,
    content_type: 'application/pdf',
    storage_key,
    size,
  } as const;
  const made = await db
    .insertInto('attachments')
    .values({ merchant_id: first, content_id: content, content_id_header: null, external_media_id: null, ...file })
    .returning('id')
    .executeTakeFirstOrThrow();
  const attachment = made.id;
  const canned = await addQuickReply(db, first, { shortcut: `/${secret}`, message: secret });

  const phoneLine = await addConversation(db, first, 'phone', { full_name: secret, phone: '+919876543210' });
  const account = { name: secret, door_digest: Buffer.from('x') };
  await db.updateTable('accounts').set(account).where('id', '=', phoneLine.accountId).execute();
  const phoneTicket = await addTicket(db, phoneLine, { full_name: secret, status: 'open', owner_id: agent });
  const called = { ticket: phoneTicket, account: phoneLine.accountId };

  const template = await addTemplate(db, line, { name: secret, content: secret });
  await addEverythingElse(db, { agent, line, ticket, content, phoneLine, phoneTicket, text: secret });
  await inbox.signIn(first, agent);
  await addSignInUnderWay(inbox, { merchant_id: first, agent_id: agent });
  const passkey = await addPasskeyOf(db, { merchant_id: first, agent_id: agent }, secret);
  const session = await db
    .updateTable('sessions')
    .set({ browser: secret })
    .where('agent_id', '=', agent)
    .returning('id')
    .executeTakeFirstOrThrow();
  const numberOf = async (table: 'inbox_kept' | 'channel_notices' | 'outbox'): Promise<number> =>
    (await db.selectFrom(table).select('id').where('merchant_id', '=', first).executeTakeFirstOrThrow()).id;
  return {
    merchant: first,
    agent,
    line,
    ticket,
    content,
    commentLine,
    commented,
    comment,
    attachment,
    called,
    template,
    canned,
    tempId,
    closedRef,
    createdRef,
    deadLetter: await numberOf('inbox_kept'),
    notice: await numberOf('channel_notices'),
    unsent: await numberOf('outbox'),
    session: session.id,
    passkey,
  };
}

/** Every table that has a merchant, as the database's own catalogue knows them. */
async function merchantTables({ db }: TestInbox): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${sql.raw(IS_TABLE)} and a.attname = 'merchant_id' and not a.attisdropped order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Rows of a merchant, by table and as PostgreSQL prints them. */
export interface WatchedRows {
  all(): Promise<Record<string, string[]>>;
  /** Tables whose rows differ from the last call, with the rows before and now. */
  changes(): Promise<{ table: string; before: string[]; after: string[] }[]>;
}

/**
 * Watches all rows of the merchant: a call that changes nothing leaves no changes. Tests compare the rows hundreds of times, so
 * the query is a function of the database, which plans it once.
 */
export async function watchRows(inbox: TestInbox, merchant: MerchantId): Promise<WatchedRows> {
  const rowsOf = (table: string, column: string) => sql`
    select ${sql.lit(table)} as name, coalesce(array_agg(t::text order by t::text), '{}') as rows
    from ${sql.table(table)} t where ${sql.ref(column)} = ${sql.lit(merchant)}`;
  const tables = await merchantTables(inbox);
  const every = [rowsOf('merchants', 'id'), ...tables.map((table) => rowsOf(table, 'merchant_id'))];
  await sql`
    create function watched_rows() returns jsonb language plpgsql as $body$ begin
      return (select jsonb_object_agg(name, rows) from (${sql.join(every, sql` union all `)}) t);
    end $body$`.execute(inbox.db);
  const all = async () => {
    const { rows } = await sql<{ all: Record<string, string[]> }>`select watched_rows() as all`.execute(inbox.db);
    return rows[0]?.all ?? {};
  };
  let last = await all();
  return {
    all,
    async changes() {
      const before = last;
      last = await all();
      const both = Object.entries(last).map(([table, after]) => ({ table, before: before[table] ?? [], after }));
      return both.filter((rows) => JSON.stringify(rows.before) !== JSON.stringify(rows.after));
    },
  };
}

/**
 * Each call with what belongs to the merchant.
 * @param secret what stands in its texts
 * @param mailbox of whoever calls
 */
export const reachingOver = (
  {
    agent,
    line,
    ticket,
    commentLine,
    comment,
    called,
    template,
    canned,
    tempId,
    closedRef,
    createdRef,
    deadLetter,
    notice,
    unsent,
    session,
    passkey,
  }: IsolationWorld,
  { secret, mailbox }: { secret: string; mailbox: string },
): Record<AnyCallName, CallParts> => ({
  allAgents: {},
  agentStatus: {},
  mailImages: {},
  setAgentStatus: { body: { agent_status: 'break' } },
  settings: {},
  ticketList: { body: { filters: { agent_ids: [agent], search: secret } } },
  ticketCounter: { body: { filters: { agent_ids: [agent] } } },
  foundCount: { body: { filters: { agent_ids: [agent], search: secret } } },
  ticketTags: {},
  content: { params: { ticket_id: ticket } },
  findInConversation: { params: { conversation_id: line.conversationId }, query: { q: secret } },
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
  undoClose: { body: { closed_ref: closedRef } },
  transfer: { body: { ticket_ids: [ticket], transfer_to: agent } },
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
    params: { conversation_id: line.conversationId },
    body: { ticket_id: ticket, full_name: 'Another', city: 'Pune' },
  },
  sameCustomers: { params: { conversation_id: line.conversationId } },
  joinCustomers: { params: { conversation_id: line.conversationId }, body: { customer_id: commentLine.customerId } },
  partCustomers: { params: { conversation_id: line.conversationId }, body: { join_id: 1 } },
  customerTicket: { params: { of: 'customer', id: line.customerId } },
  customerTickets: { params: { conversation_id: line.conversationId } },
  customerInfo: { query: { phone: '9876543210', email: 'only@first.example' } },
  createPhoneTicket: { body: { phone: '9876543210', agent_id: agent, ref: createdRef } },
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
  importQuickReplies: { body: { rows: [{ shortcut: `/${secret}`, message: 'Stolen' }] } },
  followUp: { body: { ticket_id: ticket, follow_up_hr: 2 } },
  addTags: { body: { ticket_id: ticket, tags: 'stolen' } },
  removeTags: { body: { ticket_id: ticket, tags: secret } },
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
  reportHealth: { body: { entries: [{ panel: secret, version: '1.0.0', kind: 'load' }] } },
  panelOperations: {},
  auditRecords: {},
  shopStatus: {},
  sendAgain: { params: { id: unsent } },
  deadLetterText: { params: { id: deadLetter } },
  reprocessDeadLetter: { params: { id: deadLetter } },
  dismissNotice: { params: { id: notice } },
  eraseCustomer: { params: { conversation_id: line.conversationId }, body: { name: secret } },
  signInState: {},
  browserKey: {},
  endSession: { params: { id: session } },
  endOtherSessions: {},
  offerPasskey: { body: { password: secret } },
  addPasskey: { body: { challenge: secret, name: secret, answer: {} } },
  removePasskey: { params: { id: passkey }, body: { password: secret } },
  offerSecondStep: { body: { password: secret } },
  confirmSecondStep: { body: { code: secret } },
  removeSecondStep: { body: { password: secret } },
  renewRecoveryCodes: { body: { password: secret } },
  analytics: { query: { from: dayOf(Date.now()), to: dayOf(Date.now()) } },
  analyticsCustomers: { query: { from: dayOf(Date.now()), to: dayOf(Date.now()) } },
  changePanel: { body: { action: 'disable', panel: 'conversation', version: '1.0.0' } },
  logout: { body: { token: 'jwt of somebody else' } },
});

/** A second step, the offer of another, and a sign-in that waits for its code. */
async function addSignInUnderWay(inbox: TestInbox, key: AgentKey): Promise<void> {
  const { secret } = await addSecondStep(inbox, key);
  const sealed = sealSecret(inbox.vault, key.agent_id, secret);
  await writeOffer(inbox.db, key, { secret: sealed, expires_at: new Date(Date.now() + 3_600_000) });
  await insertPending(inbox.db, key, new Date());
  await insertLink(inbox.db, key, new Date());
  const { merchant_id } = key;
  await takeChallenge(inbox.db, { merchant_id, challenge: 'taken', expires_at: new Date(Date.now() + 3_600_000) });
}
