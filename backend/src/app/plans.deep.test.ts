import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  NO_FILTERS,
  type AgentId,
  type ConversationId,
  type ListFilters,
  type MerchantId,
  type PhoneNumber,
  type TicketId,
} from '@inbox/domain';
import pg from 'pg';
import { readEventsAfter } from '../live/live-events';
import { claimDue } from '../platform/outbox/queue';
import { findCustomersOf } from '../shop/shop-records';
import { startTestInbox, type CallParts, type TestInbox } from '../testing/inbox';
import { addAgent, addConversation, addMerchant } from '../testing/rows';

/** Rows that there are, of each of two merchants. */
const TICKETS = 2_000;
/** Times as many rows as there are, by which the database plans: a hundred million messages. */
const SCALE = 12_500;

/** Tables that grow with what happens, and are never read from their beginning to their end for one call. */
const GROWING = [
  'attachments',
  'audit_records',
  'contents',
  'conversations',
  'customers',
  'live_events',
  'notes',
  'outbox',
  'search_texts',
  'tickets',
];

/** A shop with years behind it, made by the database itself. */
const fill = (merchantId: MerchantId, accountId: number): string[] => [
  `insert into customers (merchant_id, first_name, last_name, full_name, phone, email)
   select ${merchantId}, 'Asha', 'Rao ' || n, 'Asha Rao ' || n, '91' || (6000000000 + n), 'asha.' || n || '@mail.example'
   from generate_series(1, ${TICKETS}) n`,
  `insert into conversations (merchant_id, account_id, customer_id, source, contact)
   select ${merchantId}, ${accountId}, id, 'whatsapp', phone from customers where merchant_id = ${merchantId} and phone <> '919999999999'`,
  `insert into tickets (merchant_id, conversation_id, account_id, customer_id, source, full_name, status, owner_id, tags, received_at, session_expiry_at, created_at)
   select c.merchant_id, c.id, ${accountId}, c.customer_id, c.source, 'Asha Rao ' || c.id,
     case when c.id % 20 = 0 then 'assigned' when c.id % 20 = 1 then 'unassigned' else 'closed' end,
     case when c.id % 20 <> 1 then (select min(a.id) from agents a where a.merchant_id = ${merchantId}) end,
     case when c.id % 50 = 0 then array['COD'] else array[]::text[] end, now() - c.id * interval '1 minute', now() + interval '1 day',
     now() - c.id * interval '1 minute'
   from conversations c where c.merchant_id = ${merchantId}`,
  `insert into contents (merchant_id, conversation_id, ticket_id, account_id, content_type, actor, message, external_id, created_at)
   select ${merchantId}, t.conversation_id, t.id, ${accountId}, 'message', 'customer', 'Where is order ' || t.id || '-' || n, t.id || '-' || n, t.received_at
   from tickets t, generate_series(1, 2) n where t.merchant_id = ${merchantId}`,
  `insert into search_texts (merchant_id, ticket_id, content_id, words)
   select ${merchantId}, c.ticket_id, c.id, search_words(${merchantId}, c.message) from contents c where c.merchant_id = ${merchantId}
   on conflict do nothing`,
  `insert into notes (merchant_id, ticket_id, agent_id, notes)
   select ${merchantId}, t.id, (select min(a.id) from agents a where a.merchant_id = ${merchantId}), 'Called back'
   from tickets t where t.merchant_id = ${merchantId}`,
  `insert into attachments (merchant_id, content_id, kind, filename, content_type, size, storage_key)
   select ${merchantId}, c.id, 'image', 'picture.png', 'image/png', 1000, md5(c.id::text)
   from contents c where c.merchant_id = ${merchantId}`,
  // All have left but a few.
  `insert into outbox (merchant_id, account_id, content_id, conversation_id, kind, payload, state)
   select ${merchantId}, ${accountId}, c.id, c.conversation_id, 'message', '{}', case when c.id % 500 = 0 then 'waiting' else 'done' end
   from contents c where c.merchant_id = ${merchantId}`,
  `insert into live_events (merchant_id, seq, event)
   select ${merchantId}, n, '{"type":"tickets.tickets"}' from generate_series(1, 10 * ${TICKETS}) n`,
  `update merchants set live_seq = 10 * ${TICKETS} where id = ${merchantId}`,
];

interface Asked {
  text: string;
  values: unknown[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

let inbox: TestInbox;
let db: pg.Client;
let merchant: MerchantId;
let agent: AgentId;
let ticket: TicketId;
let conversation: ConversationId;
let token: string;
/** What was asked of the database since it was last emptied. */
const asked: Asked[] = [];

const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;

beforeAll(async () => {
  inbox = await startTestInbox();
  db = new pg.Client(inbox.url);
  await db.connect();
  for (let n = 0; n < 2; n += 1) {
    merchant = await addMerchant(inbox.db);
    agent = await addAgent(inbox.db, merchant);
    const { accountId } = await addConversation(inbox.db, merchant, 'whatsapp', { phone: '919999999999' });
    for (const statement of fill(merchant, accountId)) await db.query(statement);
  }
  const { rows } = await db.query<{ id: TicketId; conversation_id: ConversationId }>(
    `select id::int, conversation_id::int from tickets where merchant_id = $1 and status = 'assigned' order by id limit 1`,
    [merchant],
  );
  [ticket, conversation] = [rows[0]!.id, rows[0]!.conversation_id];
  token = await inbox.signIn(merchant, agent);
  await db.query('analyze');
  // As many rows on as many pages: what is known of their values stays true.
  await db.query(
    `update pg_class set reltuples = reltuples * $2
     where oid in (select oid from unnest($1::regclass[]) oid union select inhrelid from pg_inherits where inhparent = any($1))`,
    [GROWING, SCALE],
  );
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '');
    const values = Array.isArray(second) ? second : ((first as { values?: unknown[] }).values ?? []);
    asked.push({ text, values });
    return ask.apply(this, given);
  } as typeof pg.Client.prototype.query;
});

afterAll(async () => {
  pg.Client.prototype.query = ask as typeof pg.Client.prototype.query;
  await db.end();
  await inbox.close();
});

/** Tables that this plan reads from their beginning to their end. */
function scanned(node: PlanNode): string[] {
  const own = node['Node Type'].endsWith('Seq Scan') ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scanned)];
}

async function scannedBy({ text, values }: Asked): Promise<string[]> {
  const { rows } = (await ask.call(db, `explain (format json) ${text}`, values)) as {
    rows: { 'QUERY PLAN': [{ Plan: PlanNode }] }[];
  };
  return rows.flatMap((row) => scanned(row['QUERY PLAN'][0].Plan)).filter((table) => GROWING.includes(table));
}

/** The statements of this work that read a whole table, and which. */
async function scansOf(work: () => Promise<unknown>): Promise<string[]> {
  asked.length = 0;
  await work();
  const statements = asked.filter(({ text }) => /^\s*(?:with|select|update|insert|delete)\b/i.test(text));
  expect(statements.length).toBeGreaterThan(0);
  const scans: string[] = [];
  for (const statement of statements) {
    const tables = await scannedBy(statement);
    if (tables.length > 0) scans.push(`${tables.join(', ')}: ${statement.text}`);
  }
  return scans;
}

const list = (filters: Partial<ListFilters>): CallParts => ({
  body: { filters: { ...NO_FILTERS, ...filters }, page_size: 25, fetch_since: null },
});

it.each<[string, Parameters<TestInbox['call']>[1], () => CallParts]>([
  ['the list', 'ticketList', () => list({})],
  ['the list of a status', 'ticketList', () => list({ ticket_status: 'unassigned' })],
  ['the list of an agent', 'ticketList', () => list({ agent_ids: [agent], ticket_status: 'assigned' })],
  ['the list of a tag', 'ticketList', () => list({ tag_filter: ['COD'] })],
  ['the list of a channel', 'ticketList', () => list({ conversation_source: 'whatsapp' })],
  ['a search', 'ticketList', () => list({ search: 'order' })],
  ['a search by number', 'ticketList', () => list({ search: String(ticket) })],
  ['a search by phone', 'ticketList', () => list({ search: '98765 43210' })],
  ['a search by a whole phone', 'ticketList', () => list({ search: '+91 60000 00007' })],
  ['who has a phone', 'customerInfo', () => ({ query: { phone: '6000000007' } })],
  ['what a search has found', 'foundCount', () => ({ body: { filters: { ...NO_FILTERS, search: 'order' } } })],
  ['the counts', 'ticketCounter', () => ({ body: { filters: NO_FILTERS } })],
  ['a thread', 'content', () => ({ params: { ticket_id: ticket }, query: { page_size: '25' } })],
  [
    'a search in a thread',
    'findInConversation',
    () => ({ params: { conversation_id: conversation }, query: { q: 'order' } }),
  ],
  ['a customer', 'customerDetails', () => ({ params: { conversation_id: conversation } })],
  ['a customer’s tickets', 'customerTickets', () => ({ params: { conversation_id: conversation } })],
  ['the same customers', 'sameCustomers', () => ({ params: { conversation_id: conversation } })],
  ['a ticket by phone', 'createPhoneTicket', () => ({ body: { phone: '60000 00009', agent_id: agent } })],
  ['notes', 'notes', () => ({ params: { ticket_id: ticket } })],
  ['linked tickets', 'linkedTickets', () => ({ params: { ticket_id: ticket } })],
  ['a ticket that is read', 'markRead', () => ({ body: { ticket_id: ticket } })],
  [
    'a reply',
    'reply',
    () => ({
      body: {
        ticket_id: ticket,
        conversation_id: conversation,
        temp_id: randomUUID(),
        message: 'It is on its way',
        conversation_source: 'whatsapp',
      },
    }),
  ],
])('by indexes alone: %s', async (_, name, parts) => {
  const scans = await scansOf(async () => {
    const { status, body } = await inbox.call(token, name, parts());
    expect([status, body]).toEqual([200, expect.anything()]);
  });
  expect(scans).toEqual([]);
});

it.each<[string, () => Promise<unknown>]>([
  [
    'whose an order is',
    () => findCustomersOf(inbox.db, merchant, { emails: [], phones: ['+916000000007' as PhoneNumber] }),
  ],
  ['what has happened since', () => readEventsAfter(inbox.db, merchant, 7, 200)],
  [
    'what is to leave',
    () => claimDue(inbox.db, { limit: 20, leaseMs: 1_000, underWay: new Map(), mostOfMerchant: 10 }),
  ],
])('by indexes alone: %s', async (_, work) => {
  expect(await scansOf(work)).toEqual([]);
});

it('a whole table is told from that', async () => {
  expect(await scansOf(() => db.query('select count(message) from contents'))).toEqual([
    'contents: select count(message) from contents',
  ]);
});

it('is what the database would do with a hundred million messages', async () => {
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    'explain (format json) select from contents',
  );
  expect(rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(90_000_000);
});
