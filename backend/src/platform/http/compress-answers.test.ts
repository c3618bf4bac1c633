import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allCalls } from '@inbox/api/all-calls';
import type { TicketId } from '@inbox/domain';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startTestInbox, type TestInbox } from '../../testing/inbox';
import { addAgent, addContent, addConversation, addMerchant, addTicket } from '../../testing/rows';

const FILE = 'a line of a file that would compress well\n'.repeat(200);

let inbox: TestInbox;
let token: string;
let ticket: TicketId;
let file: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  const shop = await addMerchant(inbox.db);
  const line = await addConversation(inbox.db, shop, 'instagram');
  ticket = await addTicket(inbox.db, line);
  token = await inbox.signIn(shop, await addAgent(inbox.db, shop));
  for (let n = 0; n < 20; n += 1) await addContent(inbox.db, line, ticket, { message: `Where is order ${n}?` });
  const message = await addContent(inbox.db, line, ticket, { message: 'Look' });
  const stored = await inbox.uploads.put(Buffer.from(FILE), { maxBytes: FILE.length });
  const { id } = await inbox.db
    .insertInto('attachments')
    .values({
      merchant_id: shop,
      content_id: message,
      content_id_header: null,
      external_media_id: null,
      kind: 'document',
      filename: 'lines.txt',
      content_type: 'text/plain',
      storage_key: stored.storage_key,
      size: stored.size,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  file = `/api/inbox/attachments/${id}/`;
});

afterAll(() => inbox.close());

const ask = (url: string, encodings?: string) =>
  inbox.app.inject({
    url,
    headers: { authorization: token, ...(encodings !== undefined && { 'accept-encoding': encodings }) },
  });
const thread = () => `/api/inbox/ticket/${ticket}/content-v2/?page_size=25`;

const contentOf = (body: Buffer) => {
  const { content } = allCalls.content.answer.parse((JSON.parse(body.toString()) as { data: unknown }).data);
  expect(content).toHaveLength(21);
  return content;
};

describe('a long answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('for whoever accepts %s comes as %s', async (accepted, encoding, unpack) => {
    const plain = await ask(thread());
    const packed = await ask(thread(), accepted);
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/json; charset=utf-8',
      vary: 'origin, accept-encoding',
    });
    expect(contentOf(unpack(packed.rawPayload))).toEqual(contentOf(plain.rawPayload));
    expect(packed.rawPayload.length * 4).toBeLessThan(plain.rawPayload.length);
  });

  it.each([undefined, 'identity', 'zstd'])('for whoever accepts %s comes as it is', async (accepted) => {
    const plain = await ask(thread(), accepted);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.json()).toMatchObject({ success: true });
  });
});

it('a short answer comes as it is', async () => {
  const refused = await ask('/api/inbox/ticket/999999/content-v2/?page_size=25', 'br');
  expect(refused.statusCode).toBe(404);
  expect(refused.headers).not.toHaveProperty('content-encoding');
});

it('a file comes as it is, with its length', async () => {
  const answer = await ask(file, 'gzip, br');
  expect(answer.headers).toMatchObject({ 'content-length': String(FILE.length) });
  expect(answer.headers).not.toHaveProperty('content-encoding');
  expect(answer.body).toBe(FILE);
});

it('a body that comes in compressed is not unpacked', async () => {
  const answer = await inbox.app.inject({
    method: 'POST',
    url: '/api/inbox/ticket/mark-read/',
    headers: { authorization: token, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ ticket_id: ticket })),
  });
  expect(answer.statusCode).toBe(400);
});
