import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  CONVERSATION_SOURCES,
  listFiltersSchema,
  type AgentId,
  type KnownSource,
  type MerchantId,
  type TicketId,
} from '@inbox/domain';
import { sql } from 'kysely';
import { writeAutomation, enqueueEvent } from '../merchants/automation';
import { exportCells } from '../exports/export-columns';
import { readExportPages } from '../exports/export-rows';
import { IS_TABLE } from '../platform/db/is-table';
import { startTestInbox, type CallParts, type TestInbox } from '../testing/inbox';
import { addAgent, addComment, addConversation, addMerchant, addTemplate, addTicket } from '../testing/rows';

/** Stands in the notes, and nowhere else: no way out may have it. */
const SECRET = 'only-for-colleagues';
const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAA==';

/** Where a note itself is stored. */
const HOME = ['notes', 'note_media'];

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let token: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  await inbox.db.updateTable('merchants').set({ csat_enabled: true }).where('id', '=', shop).execute();
  asha = await addAgent(inbox.db, shop, { is_store_admin: true });
  token = await inbox.signIn(shop, asha);
});

afterAll(() => inbox.close());

const call = async (name: Parameters<TestInbox['call']>[1], parts: CallParts) => {
  const answered = await inbox.call(token, name, parts);
  expect([name, answered.status, answered.body]).toMatchObject([name, 200, {}]);
  return answered.body as { data: { ticket: { id: TicketId } } };
};

const note = (ticket: TicketId) =>
  call('addNote', {
    params: { ticket_id: ticket },
    body: {
      notes: `<div>${SECRET} <strong>${SECRET}</strong><img src="${PIXEL}" alt="${SECRET}"></div>`,
      media: [{ url: `https://files.example/${SECRET}.pdf` }],
    },
  });

/** Every row of every table but those of the notes, as text. */
async function allRows(): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where ${sql.raw(IS_TABLE)}`.execute(inbox.db);
  const rows = new Map<string, string>();
  for (const { name } of tables.filter((table) => !HOME.includes(table.name))) {
    const found = await sql<{ t: unknown }>`select to_jsonb(t) as t from ${sql.table(name)} t`.execute(inbox.db);
    rows.set(name, JSON.stringify(found.rows));
  }
  return rows;
}

const leaking = async () => [...(await allRows())].filter(([, text]) => text.includes(SECRET)).map(([table]) => table);

it.each(CONVERSATION_SOURCES.filter((source) => source !== 'phone'))(
  'on %s: nothing of a note is in what an answer sends, stores, shows in the list or lets be found',
  async (source: KnownSource) => {
    const customer = { email: `${randomUUID()}@mail.example`, phone: '919876543210' };
    const line = await addConversation(inbox.db, shop, source, customer);
    const ticket = await addTicket(inbox.db, line, {
      status: 'open',
      owner_id: asha,
      session_expiry_at: source === 'whatsapp' ? new Date() : null,
      customer_email: customer.email,
    });
    await note(ticket);
    if (source === 'comment') {
      const { comment_id, post_id } = await addComment(inbox.db, line, ticket);
      await call('commentReply', {
        body: {
          ...{ conversation_source: 'comment', comment_id, post_id, comment: 'Yes', hide_comment: false },
          ...{ conversation_id: line.conversationId, temp_id: randomUUID() },
        },
      });
    } else {
      await call('reply', {
        body: {
          ...{ message: 'On its way', conversation_id: line.conversationId, temp_id: randomUUID() },
          ...{ conversation_source: source, ticket_id: ticket, to: source === 'email' ? [customer.email] : [] },
        },
      });
    }
    if (source === 'whatsapp') {
      const template = await addTemplate(inbox.db, line, { name: 'hello', content: 'Hello {{1}}' });
      await call('initiateTemplate', {
        body: { template_id: template, parameters: { 1: 'Rohit' }, ticket_ids: [ticket], temp_id: randomUUID() },
      });
    }
    const survey = ['whatsapp', 'email'].includes(source);
    await call('setStatus', { body: { ticket_ids: [ticket], status: 'closed', send_csat: survey } });
    expect(await leaking()).toEqual([]);

    const found = await inbox.call(token, 'ticketList', { body: { filters: { search: SECRET } } });
    expect(found.body).toMatchObject({ data: { tickets: [] } });
    const params = { conversation_id: line.conversationId };
    expect((await inbox.call(token, 'findInConversation', { params, query: { q: SECRET } })).body).toMatchObject({
      data: { found: [] },
    });
    const { body } = await inbox.call(token, 'content', { params: { ticket_id: ticket } });
    const { ticket: shown, ...rest } = (body as { data: { ticket: object } }).data;
    expect(JSON.stringify(rest)).not.toContain(SECRET);
    expect(JSON.stringify({ ...shown, notes: [] })).not.toContain(SECRET);
  },
);

it('nothing of a note is in an e-mail that begins a ticket linked with it, nor in a survey of a ticket made with one', async () => {
  const mails = await addConversation(inbox.db, shop, 'email');
  const { external_id } = await inbox.db
    .selectFrom('accounts')
    .select('external_id')
    .where('id', '=', mails.accountId)
    .executeTakeFirstOrThrow();
  const other = await addTicket(inbox.db, mails, { status: 'open', owner_id: asha });
  await note(other);
  await call('initiateEmail', {
    body: {
      ...{ from_email: external_id, to_emails: ['rohit@mail.example'], email_body: '<div>Hello</div>' },
      ...{ link_ticket_id: other, temp_id: randomUUID() },
    },
  });
  await call('createPhoneTicket', {
    body: { email: 'priya@mail.example', notes: SECRET, set_status: 'create_close_and_send_csat' },
  });
  expect(await leaking()).toEqual([]);
});

it('nothing of a note is in a report, nor in what an automation is told', async () => {
  const line = await addConversation(inbox.db, shop, 'instagram');
  await note(await addTicket(inbox.db, line, { status: 'open', owner_id: asha }));
  const reported: string[] = [];
  for await (const page of readExportPages(
    inbox.db,
    shop,
    listFiltersSchema.parse({ ticket_status: null }),
    new Date(),
  )) {
    reported.push(...page.flatMap(exportCells));
  }
  expect(reported.length).toBeGreaterThan(0);
  expect(reported.join()).not.toContain(SECRET);

  const { vault } = inbox;
  await writeAutomation(inbox.db, vault, shop, { url: 'https://hook.example/', secret: 'x' });
  await enqueueEvent(inbox.db, {
    id: randomUUID(),
    event: 'agent.session_started',
    time: new Date().toISOString(),
    merchant: { id: shop, name: 'Shop' },
    agent: { id: asha, full_name: 'Asha Rao', email: 'asha@shop.example' },
  });
  expect(await leaking()).toEqual([]);
});

it('is read only where agents are answered, and where an operator exports a customer’s data', () => {
  const root = join(__dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\//.test(name))
    .map((name) => join(root, name));
  const reading = files.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return /note-queries'|note-images'|(?:selectFrom|innerJoin|leftJoin)\('note(?:s|_media|_mentions)\b/.test(text);
  });
  expect(reading.map((file) => relative(root, file)).sort()).toEqual([
    'conversations/initiate/create-ticket.ts',
    'conversations/thread/attachment-routes.ts',
    'http/spec-names/ticket-around.ts',
    'notes/add-note.ts',
    'notes/note-queries.ts',
    'notes/routes.ts',
    // An operator's copy of all that is stored of a customer; docs/operators/privacy.md says what to leave out of it.
    'privacy/customer-data.ts',
  ]);
});
