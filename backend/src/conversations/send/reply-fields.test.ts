import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, uploadUrl, type ReplyRequest } from '@inbox/api/wire';
import type { ContentId, KnownSource, MerchantId, TempId, TicketId, UploadId } from '@inbox/domain';
import { addAgent, addConversation, addMerchant, addTicket, type TestConversation } from '../../testing/rows';
import { createUpload } from '../thread/pending-uploads';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { withChannels, type UseCaseContext } from '../../app/channels';
import { reply } from './reply';
import type { SignedIn } from '../../agents/sessions/session';

const NOW = new Date('2026-11-20T12:00:00Z');

let test: TestDatabase;
let shop: MerchantId;
let me: SignedIn;
let context: UseCaseContext;

beforeAll(async () => {
  test = await createTestDatabase();
  shop = await addMerchant(test.db);
  const id = await addAgent(test.db, shop);
  const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: true, is_store_admin: false };
  const agent = { id, first_name: 'Asha', last_name: 'Rao', ...rights };
  me = { sessionId: randomUUID(), merchantId: shop, agent, mayUseInbox: true, expiresAt: NOW };
  context = withChannels({
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => NOW,
  });
});

afterAll(() => test.drop());

async function begin(source: KnownSource): Promise<{ line: TestConversation; ticketId: TicketId; mailbox: string }> {
  const line = await addConversation(test.db, shop, source, { email: 'meera@mail.example', phone: '919876543210' });
  const session_expiry_at = source === 'whatsapp' ? NOW : null;
  const ticketId = await addTicket(test.db, line, { subject: 'Where is it?', session_expiry_at });
  const { external_id: mailbox } = await test.db
    .selectFrom('accounts')
    .select('external_id')
    .where('id', '=', line.accountId)
    .executeTakeFirstOrThrow();
  return { line, ticketId, mailbox };
}

/** As a client of the specification sends it: what it leaves out is filled in by the call's own schema. */
const asked = (line: TestConversation, ticketId: TicketId, fields: object): ReplyRequest => {
  const parsed = calls.reply.body?.parse({
    message: 'Packed today.',
    conversation_id: line.conversationId,
    conversation_source: line.source,
    ticket_id: ticketId,
    temp_id: randomUUID() as TempId,
    ...fields,
  });
  if (!parsed) throw new Error('The call takes no body.');
  return parsed;
};

const upload = async (ticketId: TicketId, filename: string): Promise<UploadId> => {
  const file = {
    storage_key: randomUUID(),
    kind: 'document',
    filename,
    content_type: 'application/pdf',
    size: 7,
  } as const;
  const { id } = await createUpload(test.db, {
    merchant_id: shop,
    agent_id: me.agent.id,
    ticket_id: ticketId,
    ...file,
  });
  return id;
};

const mailOf = async (id: ContentId) => {
  const row = await test.db
    .selectFrom('outbox')
    .select('payload')
    .where('content_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.payload;
};

describe('the subject of a mail', () => {
  it.each([
    ['that of the mail which is answered, when none is given', undefined, 'Re: Where is it?'],
    ['the one that is given', 'Your order has left', 'Your order has left'],
    ['No subject, when it is given empty', '   ', 'No subject'],
    ['one line, whatever is given', 'a\r\nBcc: thief@e.example', 'a Bcc: thief@e.example'],
  ])('is %s', async (_what, subject, expected) => {
    const { line, ticketId } = await begin('email');
    const { item } = await reply(context, me, asked(line, ticketId, { to: ['meera@mail.example'], subject }));
    expect(item).toMatchObject({ subject: expected });
    expect(await mailOf(item.id)).toMatchObject({ subject: expected });
  });

  it('says nothing on a channel without subjects', async () => {
    const { line, ticketId } = await begin('whatsapp');
    const { item } = await reply(context, me, asked(line, ticketId, { subject: 'Order', from: 'any@shop.example' }));
    expect(item).toMatchObject({ content_type: 'message', message: 'Packed today.' });
  });
});

describe('the sender of a mail', () => {
  it('is the mailbox of the ticket, named in any case', async () => {
    const { line, ticketId, mailbox } = await begin('email');
    const request = asked(line, ticketId, { to: ['meera@mail.example'], from: mailbox.toUpperCase() });
    const { item } = await reply(context, me, request);
    expect(item).toMatchObject({ from: [{ email: mailbox }] });
  });

  it('cannot be one that the shop does not have', async () => {
    const { line, ticketId } = await begin('email');
    const request = asked(line, ticketId, { to: ['meera@mail.example'], from: 'boss@shop.example' });
    await expect(reply(context, me, request)).rejects.toMatchObject({ status: 400, code: 'other_sender' });
  });
});

describe('files given as their uploads answered them', () => {
  it('leave in their order, those that are named twice once', async () => {
    const { line, ticketId } = await begin('email');
    const [one, two] = [await upload(ticketId, 'one.pdf'), await upload(ticketId, 'two.pdf')];
    const attachment = [one, two].map((id) => ({
      url: uploadUrl(id),
      content_type: 'application/pdf',
      file_name: 'x',
    }));
    const request = asked(line, ticketId, { to: ['meera@mail.example'], attachment_ids: [one], attachment });
    const { item } = await reply(context, me, request);
    expect(item).toMatchObject({ attachments: [{ filename: 'one.pdf' }, { filename: 'two.pdf' }] });
  });

  it('are five at most', async () => {
    const { line, ticketId } = await begin('email');
    const [first, ...others] = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => upload(ticketId, `${n}.pdf`)));
    const attachment = others.map((id) => ({ url: `https://inbox.example${uploadUrl(id)}` }));
    const request = asked(line, ticketId, { attachment_ids: [first], attachment });
    await expect(reply(context, me, request)).rejects.toMatchObject({
      status: 400,
      message: 'You cannot send more than 5 files at a time',
    });
  });

  it.each(['https://elsewhere.example/a.pdf', '/api/inbox/attachments/1/', '/api/inbox/uploads/1/../2/'])(
    'are uploads of the inbox: not %s',
    async (url) => {
      const { line, ticketId } = await begin('email');
      expect(() => asked(line, ticketId, { attachment: [{ url }] })).toThrow();
    },
  );
});
