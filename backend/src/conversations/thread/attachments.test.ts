import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ContentId, MerchantId, TicketId } from '@inbox/domain';
import { toContentItem } from './content-rows';
import {
  addAgent,
  addContent,
  addConversation,
  addMerchant,
  addTicket,
  type TestConversation,
} from '../../testing/rows';
import { startTestInbox, type TestInbox } from '../../testing/inbox';

const BYTES = 'the file that came with the message';

let inbox: TestInbox;
let shop: MerchantId;
let line: TestConversation;
let ticket: TicketId;
let token: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  line = await addConversation(inbox.db, shop, 'instagram');
  ticket = await addTicket(inbox.db, line);
  token = await inbox.signIn(shop, await addAgent(inbox.db, shop));
});

afterAll(() => inbox.close());

/** A message with a file, and the file's address. */
async function messageWith(filename: string, content_type: string): Promise<{ message: ContentId; url: string }> {
  const message = await addContent(inbox.db, line, ticket, { message: 'Look' });
  const { storage_key, size } = await inbox.uploads.put(Buffer.from(BYTES), { maxBytes: 100 });
  const file = { kind: 'document', filename, content_type, storage_key, size } as const;
  const { id } = await inbox.db
    .insertInto('attachments')
    .values({ merchant_id: shop, content_id: message, content_id_header: null, external_media_id: null, ...file })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { message, url: `/api/inbox/attachments/${id}/` };
}

const ask = (url: string) => inbox.app.inject({ url, headers: { authorization: token } });

it('the file of a message that its sender took back is not served any more', async () => {
  const { message, url } = await messageWith('id-card.pdf', 'application/pdf');
  expect((await ask(url)).body).toBe(BYTES);
  await inbox.db.updateTable('contents').set({ deleted: true }).where('id', '=', message).execute();
  const gone = await ask(url);
  expect(gone.statusCode).toBe(404);
  expect(gone.body).not.toContain(BYTES);
});

it('a file that is not on the disk any more is said to be missing, and is no fault of the call', async () => {
  const { url } = await messageWith('bill.pdf', 'application/pdf');
  const { storage_key } = await inbox.db
    .selectFrom('attachments')
    .select('storage_key')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await inbox.uploads.remove(storage_key ?? '');
  const gone = await ask(url);
  expect([gone.statusCode, gone.json()]).toMatchObject([404, { error: { code: 'file_missing' } }]);
});

it('a file that a browser keeps is not for whoever signs in there next', async () => {
  const { url } = await messageWith('id-card.png', 'image/png');
  const { headers } = await ask(url);
  expect(headers['cache-control']).toContain('private');
  expect(headers.vary).toContain('authorization');
});

it.each([
  ['page.html', 'text/html'],
  ['drawing.svg', 'image/svg+xml'],
  ['picture.png', 'IMAGE/SVG+XML;charset=utf-8'],
  ['script.js', 'text/javascript'],
  ['feed.xml', 'application/xhtml+xml'],
  ['old.swf', 'application/x-shockwave-flash'],
  ['form.pdf', 'application/pdf'],
  ['line\r\nSet-Cookie: a=b.png', 'text/html'],
  ['"; filename="x.html', 'text/html'],
  ['../../passwd', 'text/html'],
])('%j of the type %s can only be saved, and nothing in it runs', async (filename, type) => {
  const { url } = await messageWith(filename, type);
  const { statusCode, headers } = await ask(url);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[\w.~!%-]+$/);
  expect(headers).not.toHaveProperty('set-cookie');
});

it('all of a long mail is served as text to its shop, and its thread has the beginning', async () => {
  const html = `<p>${'Where is my order? '.repeat(10)}</p>`.repeat(2_000);
  const message = await addContent(inbox.db, line, ticket, {
    message: 'Long',
    content_type: 'email',
    details: JSON.stringify({ subject: 'Long', html }),
  });
  const row = await inbox.db.selectFrom('contents').selectAll().where('id', '=', message).executeTakeFirstOrThrow();
  const url = `/api/inbox/emails/${message}/whole/`;
  const item = await toContentItem(inbox.db, shop, row);
  expect(item).toMatchObject({ whole: { url, length: html.length } });
  const beginning = 'html' in item ? (item.html ?? '') : '';
  expect(html.startsWith(beginning) && beginning.length > 45_000 && beginning.length < 60_000).toBe(true);
  const answer = await ask(url);
  expect([answer.body, answer.headers['content-type']]).toEqual([html, 'text/plain; charset=utf-8']);
  const elsewhere = await addMerchant(inbox.db);
  const stranger = await inbox.signIn(elsewhere, await addAgent(inbox.db, elsewhere));
  expect((await inbox.app.inject({ url, headers: { authorization: stranger } })).statusCode).toBe(404);
});
