import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { calls, failureSchema, MULTIPLE_MEDIA_PATH, successSchema, uploadedFilesSchema } from '@inbox/api/wire';
import type { AgentId, MerchantId, Note, TempId, TicketId, UploadedFile } from '@inbox/domain';
import { LONGEST_NOTE, MOST_NOTE_IMAGES, MOST_NOTE_MEDIA } from '@inbox/domain/conversation';
import { dataOf, startTestInbox, type Answered, type TestInbox } from '../testing/inbox';
import { addAgent, addConversation, addMerchant, addTicket, type TestConversation } from '../testing/rows';

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const PIXEL = `data:image/png;base64,${PNG.toString('base64')}`;

let inbox: TestInbox;
let shop: MerchantId;
let asha: AgentId;
let dev: AgentId;
let token: string;
let devs: string;
let line: TestConversation;
let ticket: TicketId;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  asha = await addAgent(inbox.db, shop, { first_name: 'Asha', last_name: 'Rao' });
  dev = await addAgent(inbox.db, shop, { first_name: 'Dev', last_name: 'Patel' });
  token = await inbox.signIn(shop, asha);
  devs = await inbox.signIn(shop, dev);
});

afterAll(() => inbox.close());

beforeEach(async () => {
  line = await addConversation(inbox.db, shop, 'whatsapp', { phone: '919876543210' });
  ticket = await addTicket(inbox.db, line, { session_expiry_at: new Date(), status: 'open', owner_id: asha });
});

interface Given {
  notes?: string;
  media?: { url: string }[];
  temp_id?: string;
}

const ask = (given: Given, as = token, to = ticket): Promise<Answered> =>
  inbox.call(as, 'addNote', { params: { ticket_id: to }, body: { notes: '<div>Calls back</div>', ...given } });
const add = async (given: Given = {}, as = token): Promise<Note> => dataOf(calls.addNote, await ask(given, as));
const list = async (as = token, of = ticket): Promise<Note[]> =>
  dataOf(calls.notes, await inbox.call(as, 'notes', { params: { ticket_id: of } }));
const failureOf = ({ status, body }: Answered) => ({ status, ...failureSchema.parse(body).error });
const stored = async (): Promise<number> =>
  (await readdir(inbox.uploads.dir, { recursive: true }).catch(() => [])).filter((name) => name.length > 4).length;

describe('a note', () => {
  it('has the fields of the specification, and stands above those before it', async () => {
    const first = await add();
    const second = await add({ notes: '<div>Paid</div>' }, devs);
    expect(first).toMatchObject({
      notes: '<div>Calls back</div>',
      agent_name: 'Asha Rao',
      ticket_id: ticket,
      media: [],
    });
    expect(Date.parse(first.created_at)).not.toBeNaN();
    expect(await list()).toEqual([second, first]);
  });

  it('is for every agent who may see the ticket: not its owner, of a closed one too', async () => {
    await inbox.db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', ticket).execute();
    expect((await ask({}, devs)).status).toBe(200);
  });

  it('of another shop, or on no ticket, is not there', async () => {
    await add({ notes: '<div>Hidden</div>' });
    const other = await addMerchant(inbox.db);
    const stranger = await inbox.signIn(other, await addAgent(inbox.db, other));
    expect(failureOf(await ask({}, stranger))).toMatchObject({ status: 404, message: 'There is no such ticket.' });
    const answered = await inbox.call(stranger, 'notes', { params: { ticket_id: ticket } });
    expect(failureOf(answered)).toMatchObject({ status: 404, message: 'There is no such ticket.' });
  });

  it('is published to the others, without its text', async () => {
    await inbox.db.deleteFrom('live_events').execute();
    await add({ notes: '<div>Calls back at six</div>' });
    const [event, ...more] = await inbox.db.selectFrom('live_events').selectAll().execute();
    expect([event, more]).toMatchObject([
      { agent_id: null, event: { type: 'tickets.note_added', by: asha, tickets: [{ id: ticket }] } },
      [],
    ]);
    expect(JSON.stringify(event)).not.toContain('six');
  });

  it('can neither be changed nor taken away: there is no call for it', () => {
    const paths = Object.values(calls).filter(({ path }) => path.includes('notes'));
    expect(paths.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/inbox/ticket/:ticket_id/notes/',
      'POST /api/inbox/ticket/:ticket_id/notes/',
    ]);
  });
});

describe('the same note again', () => {
  it('by its temp_id is one note, also when both come at once, with its pictures and events', async () => {
    const temp_id = randomUUID();
    const given = { temp_id, notes: `<div><img src="${PIXEL}" alt=""></div>` };
    const before = await stored();
    const both = await Promise.all([add(given), add(given)]);
    expect(both[0]).toEqual(both[1]);
    expect(await add(given)).toEqual(both[0]);
    expect(await list()).toHaveLength(1);
    expect(await stored()).toBe(before + 1);
  });

  it('is not the note of another ticket or agent', async () => {
    const temp_id = randomUUID() as TempId;
    const note = await add({ temp_id });
    const other = await addTicket(inbox.db, line, { status: 'closed' });
    expect(failureOf(await ask({ temp_id }, token, other))).toMatchObject({ status: 409, code: 'temp_id_taken' });
    expect(await list(token, other)).toEqual([]);
    expect((await add({ temp_id }, devs)).id).not.toBe(note.id);
  });
});

describe('what is written', () => {
  it.each([
    [
      '<div><b>a</b><i>b</i><ins>c</ins><code>d</code></div>',
      '<div><strong>a</strong><em>b</em><u>c</u><code>d</code></div>',
    ],
    ['<ul><li style="text-align:center">x</li></ul>', '<ul><li style="text-align:center">x</li></ul>'],
    ['<a href="https://ok.example/?a=1&amp;b=2">x</a>', '<a href="https://ok.example/?a=1&amp;b=2">x</a>'],
    ['<span data-mention="7">@Dev</span>', '<span data-mention="7">@Dev</span>'],
    ['<span data-mention="7 onclick">@Dev</span>', '<span>@Dev</span>'],
    ['x<script>alert(1)</script>', 'x'],
    ['x<style>*{display:none}</style>', 'x'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="//evil.example">x</a>', '<a>x</a>'],
    [
      '<p onclick="alert(1)" class="x" style="position:fixed;text-align:left">x</p>',
      '<p style="text-align:left">x</p>',
    ],
    ['x<img src="https://tracker.example/x.png">', 'x'],
    ['x<img src="data:image/svg+xml;base64,PHN2Zz4=">', 'x'],
    ['x<svg onload=alert(1)><desc>y</desc></svg>', 'xy'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>x', 'x'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
    ['a\0b\ud83d', 'ab\ufffd'],
  ])('%j is stored as %j', async (notes, expected) => {
    const answered = await ask({ notes });
    if (expected === '') expect(failureOf(answered).message).toBe('Write a note first.');
    else expect(dataOf(calls.addNote, answered).notes).toBe(expected);
  });

  it.each([
    ['nothing', '<div><br></div><div>&nbsp;</div>', 'Write a note first.'],
    ['too much', `<div>${'x'.repeat(LONGEST_NOTE)}</div>`, 'A note has 50,000 characters at most'],
    ['a megabyte of tags', '<b>'.repeat(333_000), 'A note has 50,000 characters at most'],
  ])('as %s is refused in words', async (_name, notes, words) => {
    const failed = failureOf(await ask({ notes }));
    expect(failed).toMatchObject({ status: 400, fields: { notes: [failed.message] } });
    expect(failed.message).toContain(words);
    expect(await list()).toEqual([]);
  });

  it('keeps its pictures as files of their own, at their width', async () => {
    const { id, notes, media } = await add({ notes: `<div><img alt="Parcel" style="width:85%" src="${PIXEL}"></div>` });
    const url = `/api/inbox/notes/${id}/media/0/`;
    expect(notes).toBe(`<div><img alt="Parcel" style="width:85%" src="${url}" /></div>`);
    expect(media).toEqual([]);
    const got = await inbox.app.inject({ url, headers: { authorization: devs } });
    expect([got.statusCode, got.headers['content-type'], got.rawPayload]).toEqual([200, 'image/png', PNG]);
    expect((await inbox.app.inject({ url })).statusCode).toBe(401);
    for (const wrong of [`${url}1/`.replace('0/1', '1'), url.replace('/0/', '/-1/'), url.replace('/0/', '/x/')]) {
      expect((await inbox.app.inject({ url: wrong, headers: { authorization: token } })).statusCode).toBe(404);
    }
    const other = await addMerchant(inbox.db);
    const stranger = await inbox.signIn(other, await addAgent(inbox.db, other));
    expect((await inbox.app.inject({ url, headers: { authorization: stranger } })).statusCode).toBe(404);
  });

  it.each([
    ['is no picture', `<img src="data:image/png;base64,${Buffer.from('<html>').toString('base64')}">`],
    ['is one too many', `<img src="${PIXEL}">`.repeat(MOST_NOTE_IMAGES + 1)],
  ])('with one that %s is refused, and no file is left', async (_name, notes) => {
    const before = await stored();
    expect(failureOf(await ask({ notes }))).toMatchObject({ status: 400, code: 'image' });
    expect(await stored()).toBe(before);
  });
});

interface Part {
  filename: string;
  type?: string;
  content: Buffer | string;
}

async function upload(part: Part, as = token, fields: Record<string, string> = { note: 'true' }): Promise<Answered> {
  const boundary = `----${randomUUID()}`;
  const named = Object.entries({ ...fields, ticket_id: String(ticket) }).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${part.filename}"\r\ncontent-type: ${part.type ?? 'application/octet-stream'}\r\n\r\n`;
  const response = await inbox.app.inject({
    method: 'POST',
    url: MULTIPLE_MEDIA_PATH,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: as },
    payload: Buffer.concat([...named, head, part.content, `\r\n--${boundary}--\r\n`].map((some) => Buffer.from(some))),
  });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

async function uploaded(part: Part, as = token): Promise<UploadedFile> {
  const [file] = successSchema(uploadedFilesSchema).parse((await upload(part, as)).body).data;
  if (file === undefined) throw new Error('nothing was stored');
  return file;
}

const picture: Part = { filename: 'parcel.png', content: PNG };

describe('a file of a note', () => {
  it.each([
    ['x.gif', 'GIF89a', 'image/gif', 'image'],
    ['x.jpeg', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg', 'image'],
    ['x.jpg', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg', 'image'],
    ['x.png', PNG, 'image/png', 'image'],
    ['x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'image'],
    ['x.pdf', '%PDF-1.7', 'application/pdf', 'document'],
    [
      'x.docx',
      'PK\x03\x04[Content_Types].xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'document',
    ],
    ['x.mp4', '\0\0\0\x18ftypisom', 'video/mp4', 'video'],
  ])('may be %s', async (filename, content, content_type, kind) => {
    expect(await uploaded({ filename, content })).toMatchObject({ content_type, kind, file_name: filename });
  });

  it.each([
    ['page.html', '<!doctype html><script>1</script>'],
    ['list.csv', 'a,b'],
    ['table.xlsx', 'PK\x03\x04[Content_Types].xml xl/'],
    ['program.pdf', 'MZ'],
    ['picture.webp', 'RIFF\0\0\0\0WEBP'],
    ['voice.ogg', 'OggS\0\x02OpusHead'],
  ])('is not %s: the refusal names it', async (filename, content) => {
    const failed = failureOf(await upload({ filename, content }));
    expect(failed).toMatchObject({ status: 400, code: 'type-not-supported' });
    expect(failed.message).toContain(`File ${filename} has a type `);
  });

  it('is 25 MB at most', async () => {
    const content = Buffer.concat([PNG, Buffer.alloc(25_000_000)]);
    expect(failureOf(await upload({ filename: 'x.png', content }))).toMatchObject({
      status: 400,
      message: 'x.png: image/png larger than 25 MB is not supported',
    });
  });

  it('stands in the list in the order given, beside links, and is had by every agent of the shop', async () => {
    const [first, second] = [await uploaded(picture), await uploaded({ filename: 'bill.pdf', content: '%PDF-1.7' })];
    const link = { url: 'https://files.example/a%20b.MP4?x=1' };
    const { id, media } = await add({ notes: '', media: [second, link, first] });
    expect(media).toEqual([
      {
        url: `/api/inbox/notes/${id}/media/0/`,
        file_name: 'bill.pdf',
        content_type: 'application/pdf',
        size: 8,
        kind: 'document',
      },
      { ...link, file_name: 'a b.MP4', content_type: 'video/mp4', size: null, kind: 'video' },
      {
        url: `/api/inbox/notes/${id}/media/2/`,
        file_name: 'parcel.png',
        content_type: 'image/png',
        size: PNG.length,
        kind: 'image',
      },
    ]);
    const got = await inbox.app.inject({ url: media[0]?.url ?? '', headers: { authorization: devs } });
    expect([got.statusCode, got.headers['content-type']]).toEqual([200, 'application/octet-stream']);
    expect(
      (await inbox.app.inject({ url: `/api/inbox/notes/${id}/media/1/`, headers: { authorization: devs } })).statusCode,
    ).toBe(404);
  });

  it.each([
    'https://x.example/page.html',
    'https://x.example/a.pdf.exe',
    'javascript:a.pdf',
    'ftp://x.example/a.pdf',
    '/a.pdf',
  ])('is no link to %s', async (url) => {
    expect(failureOf(await ask({ media: [{ url }] }))).toMatchObject({
      status: 400,
      message: 'Only links to .mp4, .pdf and .docx files can be embedded.',
    });
  });

  it('is taken once, from its own agent and ticket, and there are not too many', async () => {
    const file = await uploaded(picture);
    expect(failureOf(await ask({ media: [file] }, devs))).toMatchObject({ status: 404, code: 'no_upload' });
    const other = await addTicket(inbox.db, line, { status: 'closed' });
    expect(failureOf(await ask({ media: [file] }, token, other))).toMatchObject({ status: 404, code: 'no_upload' });
    await add({ media: [file] });
    expect(failureOf(await ask({ media: [file] }))).toMatchObject({ status: 404, code: 'no_upload' });
    const many = Array.from({ length: MOST_NOTE_MEDIA + 1 }, (_, n) => ({ url: `https://x.example/${n}.pdf` }));
    expect(failureOf(await ask({ media: many }))).toMatchObject({
      status: 400,
      fields: { media: [expect.any(String)] },
    });
  });

  it('never leaves with a reply, and a file of a reply is none of a note', async () => {
    const file = await uploaded(picture);
    const body = {
      message: 'Hello',
      conversation_id: line.conversationId,
      temp_id: randomUUID(),
      conversation_source: 'whatsapp',
      ticket_id: ticket,
      attachment_ids: [file.id],
    };
    expect((await inbox.call(token, 'reply', { body })).body).toMatchObject({ error: { code: 'no_upload' } });
    const [ofReply] = successSchema(uploadedFilesSchema).parse((await upload(picture, token, {})).body).data;
    expect(failureOf(await ask({ media: [ofReply!] }))).toMatchObject({ code: 'no_upload' });
  });

  it('may be uploaded by who may not reply', async () => {
    await inbox.db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', ticket).execute();
    expect(await uploaded(picture, devs)).toMatchObject({ file_name: 'parcel.png' });
  });
});

describe('who is named', () => {
  const mention = (...ids: AgentId[]) => ids.map((id) => `<span data-mention="${id}">@Somebody</span>`).join(' ');
  const take = async (as: string, ref: string = randomUUID()) =>
    dataOf(calls.takeMentions, await inbox.call(as, 'takeMentions', { body: { ref } }));

  beforeEach(async () => {
    await inbox.db.deleteFrom('note_mentions').execute();
  });

  it('is told once, also when the answer gets lost, in whichever page asks first', async () => {
    const note = await add({ notes: `<div>${mention(dev, dev, asha)} look</div>` });
    const told = await take(devs, 'a page');
    expect(told).toMatchObject([{ ticket_id: ticket, agent_name: 'Asha Rao', created_at: note.created_at }]);
    expect(await take(devs, 'a page')).toEqual(told);
    expect(await take(devs, 'another page')).toEqual([]);
    // Who wrote it knows it.
    expect(await take(token)).toEqual([]);
  });

  it('is told by one page of two that ask at once', async () => {
    await add({ notes: `<div>${mention(dev)} look</div>` });
    const both = await Promise.all([take(devs), take(devs)]);
    expect(both.flat()).toHaveLength(1);
  });

  it('is not told without the right to see it, now or then', async () => {
    const outsider = await addAgent(inbox.db, shop, { user_permissions: [] });
    const leaver = await addAgent(inbox.db, shop);
    const other = await addMerchant(inbox.db);
    const stranger = await addAgent(inbox.db, other);
    await add({ notes: `<div>${mention(outsider, leaver, stranger)} look</div>` });
    const rows = await inbox.db.selectFrom('note_mentions').select('agent_id').execute();
    expect(rows).toEqual([{ agent_id: leaver }]);
    const leaving = await inbox.signIn(shop, leaver);
    await inbox.db.updateTable('agents').set({ user_permissions: [] }).where('id', '=', leaver).execute();
    expect((await inbox.call(leaving, 'takeMentions', { body: { ref: 'x' } })).status).toBe(403);
    expect(await take(await inbox.signIn(other, stranger))).toEqual([]);
  });

  it('hears it over the socket at once, and nobody else does', async () => {
    const heardBy = async (as: string) => {
      const socket = await inbox.socket(as);
      const types: string[] = [];
      const listeners = new Set<() => void>();
      socket.on('message', (data: Buffer) => {
        types.push((JSON.parse(data.toString()) as { type: string }).type);
        for (const look of listeners) look();
      });
      const until = (type: string) =>
        new Promise<void>((resolve) => {
          const look = () => types.includes(type) && resolve();
          listeners.add(look);
          look();
        });
      await until('live.hello');
      return { types, until, socket };
    };
    const [mine, theirs] = [await heardBy(token), await heardBy(devs)];
    await add({ notes: `<div>${mention(dev)} look</div>` });
    await theirs.until('tickets.mentioned');
    await mine.until('tickets.note_added');
    expect(mine.types).not.toContain('tickets.mentioned');
    for (const { socket } of [mine, theirs]) socket.close();
  });
});
