import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { MediaKind, TempId, TicketId, UploadId } from '@inbox/domain';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { until } from '../../testing/fake-graph';
import { addAgent, addTicket, type TestConversation } from '../../testing/rows';
import { createUpload } from '../../thread/pending-uploads';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import { receiveMessage } from '../../messages/receive-message';
import { reply } from '../../messages/reply';
import type { SignedIn } from '../../agents/session';
import { addChat } from '../../testing/outgoing';
import { startChannelOutbox } from '../../app/channels';
import { MAX_MAIL_BYTES } from './intake';
import type { Outbox } from '../../outbox/worker';

/** Bytes that no line ending or character set may touch. */
const BYTES = Buffer.from([0, 0xff, 0x0d, 0x0a, 0x2e, 0x0d, 0x0a, 0x80, 0x0a]);

let world: ChannelWorld;
let outbox: Outbox;
let server: SMTPServer;
let mails: Buffer[];
let shop: Shop;
let line: TestConversation;
let ticket: TicketId;
let me: SignedIn;

beforeAll(async () => {
  world = await createChannelWorld();
});
afterAll(() => world.end());

beforeEach(async () => {
  mails = [];
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      void stream.toArray().then((chunks: Buffer[]) => {
        mails.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  shop = await addShop(world, 'email', { outUrl: `smtp://127.0.0.1:${port}` });
  line = await addChat(world, shop, 'email');
  const id = await addAgent(world.test.db, shop.merchantId);
  ticket = await addTicket(world.test.db, line, { status: 'open', owner_id: id });
  const agent = { id, first_name: 'Asha', last_name: 'Rao', can_assign_ticket_to_self: true };
  me = {
    sessionId: '',
    merchantId: shop.merchantId,
    agent: { ...agent, can_assign_ticket_to_other_agent: true, is_store_admin: false },
    mayUseInbox: true,
    expiresAt: new Date(8.64e15),
  };
  outbox = startChannelOutbox({ ...world, backOff: () => 1 });
  world.onWake(outbox.wake);
});
afterEach(async () => {
  await outbox.stop();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** The customer's mail, which the reply answers. */
async function customerWrites(): Promise<string> {
  const { contact } = await world.test.db
    .selectFrom('conversations')
    .select('contact')
    .where('id', '=', line.conversationId)
    .executeTakeFirstOrThrow();
  await receiveMessage(world.context, {
    merchantId: shop.merchantId,
    accountId: shop.accountId,
    source: 'email',
    externalId: `<${randomUUID()}@home.example>`,
    contact,
    answers: [],
    from: { name: 'Rohit', phone: null, email: contact },
    sentAt: new Date(),
    content_type: 'email',
    message_type: 'session',
    message: 'Send me the bill, please.',
    details: {
      subject: 'The bill',
      from: [{ email: contact, name: 'Rohit' }],
      to: [{ email: 'a@shop.example', name: '' }],
    },
    quotes: null,
    attachments: [],
  });
  return contact;
}

async function upload(
  filename: string,
  content_type: string,
  kind: MediaKind,
  bytes: Buffer = BYTES,
): Promise<UploadId> {
  const { storage_key, size } = await world.uploads.put(bytes, { maxBytes: bytes.length });
  const of = { merchant_id: shop.merchantId, agent_id: me.agent.id, ticket_id: ticket };
  return (await createUpload(world.test.db, { ...of, storage_key, size, filename, content_type, kind })).id;
}

const sent = () =>
  world.test.db
    .selectFrom('contents')
    .select(['id', 'content_type', 'send_status', 'message'])
    .where('merchant_id', '=', shop.merchantId)
    .where('actor', '=', 'merchant')
    .execute();

/** Answers with these files, and waits until that has left. */
async function answer(customer: string, attachment_ids: UploadId[]): Promise<void> {
  await reply(world.context, me, {
    message: 'Here it is.',
    conversation_id: line.conversationId,
    temp_id: randomUUID() as TempId,
    conversation_source: 'email',
    ticket_id: ticket,
    to: [customer],
    cc: [],
    bcc: [],
    convmsg_message_id: null,
    attachment_ids,
    seen: null,
  });
  // The time in which it could be taken back is over.
  await world.test.db
    .updateTable('outbox')
    .set({ next_at: new Date(0) })
    .execute();
  outbox.wake();
  await until(async () => (await sent()).every(({ send_status }) => send_status === 'sent'));
}

it('a mail with files leaves as one mail, its files byte for byte and by their names, and shows them as one item', async () => {
  const customer = await customerWrites();
  const attachment_ids = [
    await upload('बिल नं. 12.pdf', 'application/pdf', 'document'),
    await upload('parcel "front".png', 'image/png', 'image'),
  ];
  await answer(customer, attachment_ids);

  expect(mails).toHaveLength(1);
  const mail = await PostalMime.parse(mails[0] ?? '');
  expect(mail.text?.trim()).toBe('Here it is.');
  expect(mail.attachments.map(({ filename, mimeType, disposition }) => ({ filename, mimeType, disposition }))).toEqual([
    { filename: 'बिल नं. 12.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
    { filename: 'parcel "front".png', mimeType: 'image/png', disposition: 'attachment' },
  ]);
  for (const { content } of mail.attachments) expect(Buffer.from(content as ArrayBuffer)).toEqual(BYTES);

  const [item, ...others] = await sent();
  expect([item, others]).toMatchObject([{ content_type: 'email', message: 'Here it is.' }, []]);
  const kept = await world.test.db
    .selectFrom('attachments')
    .select(['content_id', 'filename'])
    .where('merchant_id', '=', shop.merchantId)
    .orderBy('id')
    .execute();
  expect(kept).toEqual([
    { content_id: item?.id, filename: 'बिल नं. 12.pdf' },
    { content_id: item?.id, filename: 'parcel "front".png' },
  ]);
});

it('25 MB of files leave in one mail, and come in with one', async () => {
  const customer = await customerWrites();
  const film = randomBytes(25_000_000);
  await answer(customer, [await upload('film.mp4', 'video/mp4', 'video', film)]);
  const [raw = Buffer.alloc(0)] = mails;
  expect(raw.length).toBeGreaterThan(33_000_000);
  expect(raw.length).toBeLessThan(MAX_MAIL_BYTES);
  const { attachments } = await PostalMime.parse(raw);
  expect(attachments.map(({ content }) => film.equals(Buffer.from(content as ArrayBuffer)))).toEqual([true]);
});
