import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { addEmbedSecret, scopedToken } from '../testing/scoped-token';
import { addAgent, addContent, addConversation, addMerchant, addTicket, type TestConversation } from '../testing/rows';

let inbox: TestInbox;
let shop: MerchantId;
let admin: AgentId;
let tokens: { admin: string; clerk: string };
let line: TestConversation;
let ticket: TicketId;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  admin = await addAgent(inbox.db, shop, { is_store_admin: true });
  const clerk = await addAgent(inbox.db, shop);
  tokens = { admin: await inbox.signIn(shop, admin), clerk: await inbox.signIn(shop, clerk) };
});
afterAll(() => inbox.close());
beforeEach(async () => {
  line = await addConversation(inbox.db, shop, 'whatsapp', { full_name: 'Meera Iyer', phone: '919876500088' });
  ticket = await addTicket(inbox.db, line, { status: 'open' });
  const content_id = await addContent(inbox.db, line, ticket, { message: 'Where is my order?' });
  const { storage_key } = await inbox.uploads.put(Buffer.from('the bill'), { maxBytes: 100 });
  const file = { kind: 'document', filename: 'bill.pdf', content_type: 'application/pdf', size: 8 } as const;
  await inbox.db
    .insertInto('attachments')
    .values([
      { merchant_id: shop, content_id, ...file, content_id_header: null, external_media_id: null, storage_key },
      {
        merchant_id: shop,
        content_id,
        ...file,
        content_id_header: null,
        external_media_id: null,
        storage_key: 'f'.repeat(32),
      },
    ])
    .execute();
});

const exportAs = (token: string, id: number = line.conversationId) =>
  inbox.app.inject({
    url: `/api/inbox/conversations/${id}/customer/export/`,
    headers: { authorization: token },
  });
const eraseAs = (token: string, name: string) =>
  inbox.call(token, 'eraseCustomer', { params: { conversation_id: line.conversationId }, body: { name } });

/** The files of a zip, by its central directory. */
function unzip(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  const end = zip.lastIndexOf('PK\u0005\u0006');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + size);
    files[zip.toString('utf8', at + 46, at + 46 + name)] = (method === 0 ? bytes : inflateRawSync(bytes)).toString();
    at += 46 + name + extra + comment;
  }
  return files;
}

it('gives a store admin all that there is of a customer as a zip, and says so in the audit', async () => {
  const answered = await exportAs(tokens.admin);
  expect([answered.statusCode, answered.headers['content-type'], answered.headers['cache-control']]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  const files = unzip(answered.rawPayload);
  expect(Object.keys(files).sort()).toEqual(['data.json', 'files/1.pdf', 'index.html']);
  expect(files['files/1.pdf']).toBe('the bill');
  expect(files['data.json']).toContain('Where is my order?');
  expect(files['index.html']).toContain('the file is not stored any more');
  const { content } = await inbox.db
    .selectFrom('audit_records')
    .select('content')
    .where('about', '=', `customer:${line.customerId}`)
    .where('what', '=', 'customer.exported')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(content)).toMatchObject({ who: `agent:${admin}` });
});

it('gives and erases nothing for other agents, embedding pages, and what is not there', async () => {
  const by = await addEmbedSecret(inbox, shop);
  const narrow = `jwt ${await scopedToken(by, { sub: String(admin), scope: { panels: ['customer-panel'] } })}`;
  expect((await exportAs(tokens.clerk)).statusCode).toBe(403);
  expect((await exportAs(narrow)).statusCode).toBe(403);
  expect((await exportAs(tokens.admin, 999_999)).statusCode).toBe(404);
  expect((await eraseAs(tokens.clerk, 'Meera Iyer')).status).toBe(403);
  expect((await eraseAs(narrow, 'Meera Iyer')).status).toBe(403);
  const other = await eraseAs(tokens.admin, 'Meera');
  expect([other.status, other.body]).toEqual([400, expect.objectContaining({ success: false })]);
  expect((await exportAs(tokens.admin)).statusCode).toBe(200);
});

it('erases whose name is typed, once; from then on nothing can be done with the ticket', async () => {
  const erased = await eraseAs(tokens.admin, ' meera  iyer ');
  expect(erased.body).toMatchObject({ data: { tickets: 1 } });
  expect((await eraseAs(tokens.admin, 'Erased customer')).status).toBe(404);
  const shown = await inbox.call(tokens.clerk, 'content', { params: { ticket_id: ticket } });
  expect(JSON.stringify(shown.body)).not.toMatch(/Meera|order/);
  expect(shown.body).toMatchObject({
    data: { ticket: { erased_at: expect.any(String), full_name: 'Erased customer' } },
  });
  for (const [name, parts] of [
    ['setStatus', { body: { ticket_ids: [ticket], status: 'open' } }],
    ['addNote', { params: { ticket_id: ticket }, body: { notes: '<div>Meera</div>' } }],
    ['addTags', { body: { ticket_id: ticket, tags: 'Meera' } }],
  ] as const) {
    await inbox.call(tokens.admin, name, parts);
  }
  const left = await inbox.db.selectFrom('tickets').selectAll().where('id', '=', ticket).executeTakeFirstOrThrow();
  expect(left).toMatchObject({ status: 'closed', tags: [] });
  expect(await inbox.db.selectFrom('notes').select('id').where('ticket_id', '=', ticket).execute()).toEqual([]);
  expect(inbox.faults).toEqual([]);
});
