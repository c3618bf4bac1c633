import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { mediaPath } from '@inbox/api/wire';
import type { AttachmentId, ContentId, MerchantId, TicketId } from '@inbox/domain';
import { createFakeScanner, VIRUS } from '../../testing/fake-scanner';
import { startTestInbox, type TestInbox } from '../../testing/inbox';
import {
  addAgent,
  addContent,
  addConversation,
  addMerchant,
  addTicket,
  type TestConversation,
} from '../../testing/rows';

const PDF = '%PDF-1.4\n';
const scanner = createFakeScanner();
let inbox: TestInbox;
let shop: MerchantId;
let token: string;
let line: TestConversation;
let ticket: TicketId;

beforeAll(async () => {
  inbox = await startTestInbox({ scanner });
  shop = await addMerchant(inbox.db);
  token = await inbox.signIn(shop, await addAgent(inbox.db, shop));
  line = await addConversation(inbox.db, shop, 'whatsapp', { phone: '919876543210' });
  ticket = await addTicket(inbox.db, line, { session_expiry_at: new Date() });
});
afterAll(() => inbox.close());
beforeEach(() => {
  scanner.isAway = false;
});

async function upload(...files: { name: string; text: string }[]) {
  const boundary = 'a-boundary';
  const parts = files.map(
    ({ name, text }) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n${text}\r\n`,
  );
  const answer = await inbox.app.inject({
    method: 'POST',
    url: mediaPath(ticket),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: token },
    payload: `${parts.join('')}--${boundary}--\r\n`,
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}
const pending = () => inbox.db.selectFrom('uploads').selectAll().execute();
const get = async (url: string) => {
  const answer = await inbox.app.inject({ method: 'GET', url, headers: { authorization: token } });
  return { status: answer.statusCode, text: answer.body };
};

it('an agent’s file with a virus is refused by name, and those beside it are not sent either', async () => {
  const said = 'File bill.pdf has a virus (Test-Signature) and was not uploaded';
  expect(await upload({ name: 'fine.pdf', text: PDF }, { name: 'bill.pdf', text: `${PDF}${VIRUS}` })).toEqual({
    status: 400,
    body: { success: false, error: { message: said, code: 'infected', fields: { file: [said] } } },
  });
  expect(await pending()).toEqual([]);
  expect(await upload({ name: 'fine.pdf', text: PDF })).toMatchObject({ status: 200 });
});

it('while nobody can tell, a file is not taken, and the agent is asked to try again', async () => {
  const before = await pending();
  scanner.isAway = true;
  expect(await upload({ name: 'fine.pdf', text: PDF })).toMatchObject({
    status: 503,
    body: {
      error: {
        code: 'not_scanned',
        message: 'The file could not be checked for viruses. Please try again in a moment.',
      },
    },
  });
  expect(await pending()).toEqual(before);
});

it('a picture with a virus in a note keeps the note from being stored', async () => {
  const src = `data:image/png;base64,${Buffer.from(`\x89PNG\r\n\x1a\n${VIRUS}`, 'latin1').toString('base64')}`;
  const note = { ticket_id: ticket, notes: `<p>See <img src="${src}"></p>`, attachment_ids: [] };
  const answer = await inbox.call(token, 'addNote', { params: { ticket_id: ticket }, body: note });
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'infected' } } });
});

it('what a channel handed out with a virus is named so, and is not had', async () => {
  const content = await addContent(inbox.db, line, ticket, { message: 'See' });
  const id = await addInfected(content);
  expect(await get(`/api/inbox/attachments/${id}/`)).toMatchObject({
    status: 404,
    text: expect.stringContaining('The file has a virus and is not kept here.'),
  });
});

async function addInfected(content: ContentId): Promise<AttachmentId> {
  const row = {
    merchant_id: shop,
    content_id: content,
    kind: 'document' as const,
    filename: 'bill.pdf',
    content_type: 'application/pdf',
    size: 0,
    storage_key: null,
    content_id_header: null,
    external_media_id: '17',
    infected: true,
  };
  return (await inbox.db.insertInto('attachments').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
