import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { failureSchema, MULTIPLE_MEDIA_PATH, mediaPath, successSchema, uploadedFilesSchema } from '@inbox/api/wire';
import type { AgentId, MerchantId, TicketId, UploadedFile } from '@inbox/domain';
import { randomUUID } from 'node:crypto';
import { addAgent, addConversation, addMerchant, addTicket, type TestConversation } from '../../testing/rows';
import { startTestInbox, type TestInbox } from '../../testing/inbox';

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const OPUS = Buffer.from('OggS\0\x02OpusHead', 'latin1');

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let token: string;
let line: TestConversation;
let ticket: TicketId;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop);
  token = await inbox.signIn(shop, asha);
  line = await addConversation(inbox.db, shop, 'whatsapp', { phone: '919876543210' });
  ticket = await addTicket(inbox.db, line, { session_expiry_at: new Date() });
});

afterAll(() => inbox.close());

interface Part {
  name?: string;
  filename?: string;
  type?: string;
  content: Buffer | string;
}

async function post(path: string, parts: Part[], as: string | null = token) {
  const boundary = `----${randomUUID()}`;
  const chunks = parts.flatMap(({ name = 'file', filename, type, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '\r\n\r\n' : `\r\ncontent-type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ]);
  const response = await inbox.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(as !== null && { authorization: as }),
    },
    payload: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk))),
  });
  return { status: response.statusCode, body: response.json<unknown>() };
}

const filesOf = ({ status, body }: { status: number; body: unknown }): UploadedFile[] => {
  expect([status, body]).toMatchObject([200, {}]);
  return successSchema(uploadedFilesSchema).parse(body).data;
};

async function upload(part: Part): Promise<UploadedFile> {
  const [file] = filesOf(await post(mediaPath(ticket), [part]));
  if (!file) throw new Error('nothing was stored');
  return file;
}

const picture: Part = { filename: 'parcel.png', type: 'image/png', content: PNG };
const pending = () => inbox.db.selectFrom('uploads').selectAll().execute();
const reply = (ids: number[], at: TestConversation = line, to: TicketId = ticket) =>
  inbox.call(token, 'reply', {
    body: {
      message: '',
      conversation_id: at.conversationId,
      temp_id: randomUUID(),
      conversation_source: at.source,
      ticket_id: to,
      attachment_ids: ids,
    },
  });

describe('an upload', () => {
  it('answers where the file is and what it is, and is sent by a reply that names it, once', async () => {
    const file = await upload(picture);
    expect(file).toMatchObject({ file_name: 'parcel.png', content_type: 'image/png', size: PNG.length, kind: 'image' });
    expect((await reply([file.id])).body).toMatchObject({
      data: { item: { content_type: 'image', attachments: [{ filename: 'parcel.png', content_type: 'image/png' }] } },
    });
    expect((await reply([file.id])).body).toMatchObject({ error: { code: 'no_upload' } });
  });

  it('takes up to five files, and the ticket from a field', async () => {
    const three = [picture, picture, { ...picture, filename: 'b.png' }];
    const field = { name: 'ticket_id', content: String(ticket) };
    const files = filesOf(await post(MULTIPLE_MEDIA_PATH, [field, ...three]));
    expect(files.map(({ file_name }) => file_name)).toEqual(['parcel.png', 'parcel.png', 'b.png']);
  });

  it('for a template needs no ticket, and has the limits of templates', async () => {
    const field = { name: 'template', content: 'true' };
    const large: Part = { filename: 'list.csv', type: 'text/csv', content: Buffer.alloc(26_000_000, 'a') };
    const [file] = filesOf(await post(MULTIPLE_MEDIA_PATH, [field, large]));
    expect(file).toMatchObject({ file_name: 'list.csv', kind: 'document', size: 26_000_000 });
    expect((await reply([file!.id])).body).toMatchObject({ error: { code: 'no_upload' } });

    const before = await pending();
    const big: Part = { ...picture, content: Buffer.concat([PNG, Buffer.alloc(5_000_000)]) };
    const refused = await post(MULTIPLE_MEDIA_PATH, [field, big]);
    const words = 'parcel.png: image/png larger than 5 MB is not supported';
    expect([refused.status, failureSchema.parse(refused.body).error]).toMatchObject([
      400,
      { message: words, code: 'size-too-large' },
    ]);
    expect(await pending()).toEqual(before);
  });

  it('of six files is refused in the words for it, and so is a reply with six; nothing is kept', async () => {
    const before = await pending();
    const six = await post(mediaPath(ticket), Array<Part>(6).fill(picture));
    const text = 'You cannot send more than 5 files at a time';
    expect([six.status, failureSchema.parse(six.body).error.message]).toEqual([413, text]);
    expect(await pending()).toEqual(before);
    const answered = await reply([1, 2, 3, 4, 5, 6]);
    expect([answered.status, failureSchema.parse(answered.body).error.message]).toEqual([400, text]);
  });

  it('of several files names each that is refused, and keeps none', async () => {
    const before = await pending();
    const large: Part = { filename: 'large.csv', type: 'text/csv', content: Buffer.alloc(26_000_000, 'a') };
    const page: Part = { filename: 'page.png', type: 'image/png', content: '<script>alert(1)</script>' };
    const { status, body } = await post(mediaPath(ticket), [picture, large, page, picture]);
    const lines = [
      'large.csv: text/csv larger than 25 MB is not supported',
      'File page.png has a type image/png which is not supported',
    ];
    expect([status, failureSchema.parse(body).error]).toMatchObject([
      400,
      { message: lines.join('\n'), fields: { file: lines } },
    ]);
    expect(await pending()).toEqual(before);
  });

  it('of a picture too large for its channel is taken as a document, and leaves as one', async () => {
    const big: Part = { ...picture, content: Buffer.concat([PNG, Buffer.alloc(6_000_000)]) };
    const [file] = filesOf(await post(mediaPath(ticket), [{ name: 'document', content: 'true' }, big]));
    expect(file).toMatchObject({ kind: 'document', content_type: 'image/png' });
    await reply([file!.id]);
    const { payload } = await inbox.db
      .selectFrom('outbox')
      .select('payload')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(payload).toMatchObject({ file: { kind: 'document', content_type: 'image/png' } });
  });

  it.each([
    ['a closed ticket', { status: 'closed' as const }, 409, 'You cannot reply as Ticket is closed.'],
    [
      "a colleague's, without the right to take it",
      { status: 'open' as const },
      403,
      'Only the owner of this ticket may reply to it.',
    ],
  ])('for %s is refused as the reply would be', async (_, given, status, message) => {
    const owner_id = await addAgent(inbox.db, shop);
    const shut = await addTicket(inbox.db, await addConversation(inbox.db, shop), {
      owner_id,
      session_expiry_at: new Date(),
      ...given,
    });
    const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: false };
    const other = await inbox.signIn(shop, await addAgent(inbox.db, shop, rights));
    const answered = await post(mediaPath(shut), [picture], other);
    expect([answered.status, failureSchema.parse(answered.body).error.message]).toEqual([status, message]);
  });

  it('of a recording is a voice message', async () => {
    const recording: Part = { filename: 'voice.ogg', type: 'audio/ogg; codecs=opus', content: OPUS };
    const [file] = filesOf(await post(mediaPath(ticket), [{ name: 'voice', content: 'true' }, recording]));
    expect(file).toMatchObject({ kind: 'voice', content_type: 'audio/ogg' });
  });

  it.each([
    [
      'a page',
      { filename: 'a.png', type: 'image/png', content: '<script>alert(1)</script>' },
      'type-not-supported',
      'File a.png has a type image/png which is not supported',
    ],
    [
      'a picture of 6 MB',
      { filename: 'a.png', content: Buffer.concat([PNG, Buffer.alloc(6_000_000)]) },
      'size-too-large',
      'a.png: image/png larger than 5 MB is not supported on WhatsApp',
    ],
    [
      'a table of 26 MB',
      { filename: 'a.csv', content: Buffer.alloc(26_000_000, 'a') },
      'size-too-large',
      'a.csv: text/csv larger than 25 MB is not supported',
    ],
  ])('of %s is refused, and nothing is kept', async (_, part: Part, code, message) => {
    const before = await pending();
    const { status, body } = await post(mediaPath(ticket), [part]);
    expect(status).toBe(400);
    expect(failureSchema.parse(body).error).toMatchObject({ code, message });
    expect(await pending()).toEqual(before);
  });

  it.each([
    ['no file', () => post(mediaPath(ticket), []), 400],
    [
      'a ticket that is no number',
      () => post(MULTIPLE_MEDIA_PATH, [{ name: 'ticket_id', content: 'x' }, picture]),
      400,
    ],
    ['a ticket that is not there', () => post('/api/inbox/conversations/999999/media/', [picture]), 404],
    ['nobody', () => post(mediaPath(ticket), [picture], null), 401],
  ])('with %s is refused', async (_, ask, status) => {
    expect((await ask()).status).toBe(status);
  });

  it('without a ticket is for an e-mail that begins one, and for no reply', async () => {
    const [file] = filesOf(await post(MULTIPLE_MEDIA_PATH, [picture]));
    expect((await reply([file?.id ?? 0])).body).toMatchObject({ error: { code: 'no_upload' } });
  });

  it('is for the ticket it was made for', async () => {
    const file = await upload(picture);
    const other = await addConversation(inbox.db, shop);
    const otherTicket = await addTicket(inbox.db, other, { session_expiry_at: new Date() });
    expect((await reply([file.id], other, otherTicket)).body).toMatchObject({ error: { code: 'no_upload' } });
  });

  it('is shown to the agent whose it is, and to nobody else', async () => {
    const file = await upload({ filename: 'a.svg', content: '<svg xmlns="x"><script>alert(1)</script></svg>' });
    const own = await inbox.app.inject({ url: file.url, headers: { authorization: token } });
    expect(own.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const colleague = await inbox.signIn(shop, await addAgent(inbox.db, shop));
    const stranger = await addMerchant(inbox.db);
    for (const other of [colleague, await inbox.signIn(stranger, await addAgent(inbox.db, stranger))]) {
      expect((await inbox.app.inject({ url: file.url, headers: { authorization: other } })).statusCode).toBe(404);
    }
  });

  it('by a stranger reaches no ticket of the shop', async () => {
    const stranger = await addMerchant(inbox.db);
    const other = await inbox.signIn(stranger, await addAgent(inbox.db, stranger, { is_store_admin: true }));
    expect((await post(mediaPath(ticket), [picture], other)).status).toBe(404);
  });
});
