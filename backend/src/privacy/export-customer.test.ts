import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AgentId, CustomerId, MerchantId, TicketId } from '@inbox/domain';
import { customerCommands } from '../operations/admin/privacy/customer';
import { adminContext, runCommand } from '../operations/admin/testing';
import { openVault } from '../accounts/vault';
import { createUploads, type Uploads } from '../platform/files/uploads';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { addAgent, addContent, addConversation, addMerchant, addTicket, type TestConversation } from '../testing/rows';
import { insertRaw } from '../conversations/thread/message-raws';
import { insertWholeMail } from '../conversations/thread/long-mails';
import { insertField, writeStoredValues } from '../tickets/custom-fields/field-queries';

const HOSTILE = `<script>alert("x")</script>`;
const FILE = 'the bytes of an invoice';

let test: TestDatabase;
let dir: string;
let uploads: Uploads;
let shop: MerchantId;
let slug: string;
let agent: AgentId;

beforeAll(async () => {
  test = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'inbox-privacy-'));
  uploads = createUploads(join(dir, 'uploads'));
  await mkdir(uploads.dir);
  shop = await addMerchant(test.db, 'Kala Threads');
  ({ slug } = await test.db.selectFrom('merchants').select('slug').where('id', '=', shop).executeTakeFirstOrThrow());
  agent = await addAgent(test.db, shop);
});
afterAll(async () => {
  await test.drop();
  await rm(dir, { recursive: true });
});

async function admin(...words: string[]): Promise<string> {
  const printed: string[] = [];
  const print = (line: string) => void printed.push(line);
  const context = adminContext({ db: test.db, vault: await openVault(dir), uploads, print });
  await runCommand(customerCommands, ['customer', 'export', '--merchant', slug, ...words], context);
  return printed.join('\n');
}

/** Something in every place where a customer's data is. */
async function addEverything(line: TestConversation, word: string): Promise<TicketId> {
  const { db } = test;
  const merchant_id = shop;
  const ticket = await addTicket(db, line, {
    subject: `subject-${word}`,
    full_name: `name-${word}`,
    tags: [`tag-${word}`],
  });
  const { storage_key } = await uploads.put(Buffer.from(FILE), { maxBytes: 100 });
  const { storage_key: original_key } = await uploads.put(Buffer.from(`mail-${word}`), { maxBytes: 100 });
  const details = JSON.stringify({ subject: `mail-subject-${word}`, original_key });
  const content_id = await addContent(db, line, ticket, { message: `message-${word} ${HOSTILE}`, details });
  const file = {
    kind: 'document',
    filename: `../${word}.pdf`,
    content_type: 'application/pdf',
    size: FILE.length,
  } as const;
  const external = { content_id_header: null, external_media_id: null };
  await db
    .insertInto('attachments')
    .values([
      { merchant_id, content_id, ...file, ...external, storage_key },
      { merchant_id, content_id, ...file, ...external, filename: `gone-${word}.pdf`, storage_key: '0'.repeat(32) },
    ])
    .execute();
  await insertRaw(db, shop, content_id, `raw-${word}`);
  await insertWholeMail(db, shop, content_id, `whole-${word}`);
  await db
    .insertInto('notes')
    .values({ merchant_id, ticket_id: ticket, agent_id: agent, notes: `<p>note-${word} &amp; more</p>` })
    .execute();
  const field = {
    field_name: `field-${word}`,
    field_type: 'single_input',
    is_required: false,
    is_fixed_values: false,
  } as const;
  const id = await insertField(db, { merchant_id, parent_id: null, parent_option: null, ...field, options: [] });
  await writeStoredValues(db, shop, ticket, { values: { [id]: [`value-${word}`] }, rev: 1 });
  const order = { order_number: `order-${word}`, order_created_at: new Date(), is_cod: true, fulfillment_status: null };
  await db
    .insertInto('orders')
    .values({ merchant_id, customer_id: line.customerId, ...order, total_order_price: 499, details: '{}' })
    .execute();
  return ticket;
}

const JOIN = (id: CustomerId) => ({ joined_into: id });

it('writes all of a customer and of joined entries, to read and for programs, and nothing of anybody else', async () => {
  const line = await addConversation(test.db, shop, 'email', { full_name: 'Meera', email: 'meera@mail.example' });
  const joined = await addConversation(test.db, shop, 'whatsapp', { full_name: 'Meera S', phone: '919876500001' });
  const stranger = await addConversation(test.db, shop, 'whatsapp', { full_name: 'Stranger', phone: '919876500002' });
  await addEverything(line, 'one');
  await addEverything(joined, 'two');
  await addEverything(stranger, 'other');
  await test.db.updateTable('customers').set(JOIN(line.customerId)).where('id', '=', joined.customerId).execute();

  const to = join(dir, 'meera');
  const said = await admin('--customer', 'Meera@Mail.example', '--to', to);
  expect(said).toMatch(/2 entries, 2 tickets, 2 messages and 4 files\.\n2 files are named and not stored any more\./);
  const json = await readFile(join(to, 'data.json'), 'utf8');
  const page = await readFile(join(to, 'index.html'), 'utf8');
  for (const word of ['one', 'two']) {
    for (const kind of [
      'subject',
      'name',
      'tag',
      'message',
      'mail-subject',
      'raw',
      'whole',
      'note',
      'field',
      'value',
      'order',
    ]) {
      expect(json).toContain(`${kind}-${word}`);
    }
    for (const kind of ['subject', 'tag', 'message', 'mail-subject', 'note', 'field', 'value', 'order']) {
      expect(page).toContain(`${kind}-${word}`);
    }
  }
  expect(json).toContain('"phone": "919876500001"');
  for (const text of [json, page]) expect(text).not.toMatch(/[a-z]-other|Stranger|919876500002/);
  // States and channels by the words of the interface.
  expect(page).toMatch(/Email, (?:Unassigned|Assigned|Open|Closed), begun/);
  expect(page).toMatch(/<li>WhatsApp: 919876500001/);
  expect(page).not.toContain('<script>');
  expect(page).toContain('note-one &amp; more');
  expect(page).toContain("default-src 'none'");

  const files = (await readdir(join(to, 'files'))).sort();
  expect(files).toEqual(['1.pdf', '3.pdf', '5.eml', '6.eml']);
  expect(await readFile(join(to, 'files', '1.pdf'), 'utf8')).toBe(FILE);
  expect(page).toContain('<a href="files/1.pdf">../one.pdf</a>');
  expect(page).toContain('gone-one.pdf <small>(the file is not stored any more)</small>');

  const { content } = await test.db
    .selectFrom('audit_records')
    .select('content')
    .where('merchant_id', '=', shop)
    .where('what', '=', 'customer.exported')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(content)).toMatchObject({ about: `customer:${line.customerId}` });
  expect(content).not.toContain('mail.example');
  await expect(admin('--customer', String(line.customerId), '--to', to)).rejects.toThrow('is there already');
});

it('names customers by number, and says whom it cannot tell apart', async () => {
  const twins = [];
  for (const full_name of ['A', 'B']) {
    twins.push(await addConversation(test.db, shop, 'whatsapp', { full_name, phone: '919876500009' }));
  }
  const numbers = twins.map(({ customerId }) => customerId).join(', ');
  const to = join(dir, 'twin');
  await expect(admin('--customer', '+91 98765 00009', '--to', to)).rejects.toThrow(`${numbers}. Name one by number`);
  await expect(admin('--customer', 'nobody@mail.example', '--to', to)).rejects.toThrow(
    "no customer 'nobody@mail.example'",
  );
  await expect(admin('--customer', '99999999', '--to', to)).rejects.toThrow('no customer 99999999');
  expect(await admin('--customer', String(twins[0]?.customerId), '--to', to)).toContain('1 entries, 0 tickets');
});

it('of another merchant there is no customer', async () => {
  const foreign = await addConversation(test.db, await addMerchant(test.db), 'whatsapp', { phone: '919876500003' });
  const to = join(dir, 'foreign');
  await expect(admin('--customer', String(foreign.customerId), '--to', to)).rejects.toThrow('has no customer');
});
