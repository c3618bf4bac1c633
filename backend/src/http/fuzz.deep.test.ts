import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allCalls as calls, type AnyCallName as CallName } from '@inbox/api/all-calls';
import { failureSchema } from '@inbox/api/wire';
import fc from 'fast-check';
import { addAgent, addConversation, addMerchant, addTemplate, addTicket } from '../testing/rows';
import { startTestInbox, type TestInbox } from '../testing/inbox';

let inbox: TestInbox;
let token: string;
let reply: Record<string, unknown>;
/** The number of the newest caller. */
let callers = 7_000_000_000;

beforeAll(async () => {
  inbox = await startTestInbox();
  const shop = await addMerchant(inbox.db);
  const agent = await addAgent(inbox.db, shop);
  token = await inbox.signIn(shop, agent);
  const line = await addConversation(inbox.db, shop);
  await addTemplate(inbox.db, line);
  const ticket = await addTicket(inbox.db, line, { session_expiry_at: new Date() });
  reply = { conversation_id: line.conversationId, conversation_source: 'whatsapp', ticket_id: ticket };
});

afterAll(() => inbox.close());

/** Any text, with the characters that databases and parsers stumble over. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud83d',
    '\ude00',
    "'; drop table tickets; --",
    '%',
    '\\',
    '💬'.repeat(300),
    '9'.repeat(30),
  ),
);
const anything = fc.oneof(
  text,
  fc.jsonValue(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, [], {}),
);
/** Bodies with the fields that the calls know, some of them as they should be. */
const body = fc.oneof(
  anything,
  fc.record(
    {
      filters: fc.oneof(
        anything,
        fc.record(
          {
            search: text,
            tag_filter: fc.array(text),
            agent_ids: fc.oneof(anything, fc.array(fc.integer({ min: 1, max: 2 ** 52 }))),
            date_filter_start: fc.constantFrom('0000-01-01', '9999-12-31', '2026-02-30', 'today'),
            sort_by: fc.constantFrom('expired', 'expiring_soon', 'replied_at', 'x'),
          },
          { requiredKeys: [] },
        ),
      ),
      fetch_since: fc.oneof(
        anything,
        text.map((key) => Buffer.from(JSON.stringify({ key, id: 1, part: 0, at: 0 })).toString('base64url')),
      ),
      page_size: anything,
      ticket_id: fc.oneof(anything, fc.integer({ min: 1, max: 2 ** 52 })),
      ticket_ids: fc.oneof(anything, fc.array(fc.integer({ min: 1, max: 2 ** 52 }))),
      transfer_to: fc.integer(),
      template_id: fc.oneof(fc.constantFrom(1, 2), fc.integer()),
      parameters: fc.oneof(anything, fc.dictionary(fc.oneof(fc.constantFrom('1', '__proto__'), text), text)),
      phone: fc.oneof(text, fc.constantFrom('9876543210', '+91 98765-43210')),
      media_url: fc.oneof(anything, fc.constant('/api/inbox/uploads/1/')),
      button_url: fc.oneof(text, fc.constant(null)),
      agent_status: text,
      token: text,
      email: fc.oneof(text, fc.constant('priya@mail.example')),
      agent_id: fc.constantFrom(null, -1, 0, 2 ** 40),
      tags: text,
      to_emails: fc.oneof(anything, fc.array(fc.oneof(text, fc.constant('priya@mail.example')))),
      from_email: fc.oneof(text, fc.constant('help@shop.example')),
      email_body: fc.oneof(text, fc.constantFrom('<img src="data:image/png;base64,AAAA">', '<b>'.repeat(500))),
      link_ticket_id: fc.constantFrom(null, 0, 2 ** 40),
      status: fc.constantFrom('open', 'closed', 'x'),
      notes: text,
      subject: text,
      customer_first_name: text,
      set_status: fc.constantFrom('create', 'create_and_close', 'x'),
      ref: text,
    },
    { requiredKeys: [] },
  ),
);

const known = new Set([200, 400, 403, 404, 409, 413]);
const posts = (Object.keys(calls) as CallName[]).filter((name) => calls[name].method === 'POST' && name !== 'logout');

describe('whatever is sent', () => {
  it.each(posts)('%s answers in the envelope and is no fault of the server', async (name) => {
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const answered = await inbox.call(token, name, { body: sent });
        expect(known).toContain(answered.status);
        if (answered.status !== 200) expect(failureSchema.safeParse(answered.body).success).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(inbox.faults).toEqual([]);
  });

  it('a reply keeps any text that can be written, and every reader gets it', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (message) => {
        const answered = await inbox.call(token, 'reply', { body: { ...reply, temp_id: randomUUID(), message } });
        const isEmpty = message.replaceAll('\0', '').trim() === '';
        expect(answered.status).toBe(isEmpty ? 400 : 200);
        if (isEmpty) return;
        const kept = Buffer.from(message).toString().replaceAll('\0', '');
        expect(answered.body).toMatchObject({ data: { item: { message: kept } } });
      }),
      { numRuns: 60 },
    );
  });

  it('customerInfo stands any phone and address', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (phone, email) => {
        const query = { phone: Buffer.from(phone).toString(), email: Buffer.from(email).toString() };
        expect([200, 400]).toContain((await inbox.call(token, 'customerInfo', { query })).status);
      }),
      { numRuns: 40 },
    );
    expect(inbox.faults).toEqual([]);
  });

  it('a new ticket takes any text that can be written', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (subject, notes, customer_first_name) => {
        const phone = String((callers += 1));
        const typed = { phone, subject, notes, customer_first_name, ref: randomUUID() };
        expect((await inbox.call(token, 'createPhoneTicket', { body: typed })).status).toBe(200);
      }),
      { numRuns: 40 },
    );
    expect(inbox.faults).toEqual([]);
  });

  it.each(['content', 'customerDetails', 'customerTickets'] as const)('%s stands any address', async (name) => {
    await fc.assert(
      fc.asyncProperty(text, text, async (id, since) => {
        const params = { ticket_id: encodeURIComponent(Buffer.from(id).toString()), conversation_id: 'x' };
        const { status } = await inbox.call(token, name, { params, query: { fetch_since: since, page_size: id } });
        expect([400, 404]).toContain(status);
      }),
      { numRuns: 40 },
    );
    expect(inbox.faults).toEqual([]);
  });
});
