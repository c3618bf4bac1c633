import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { MediaKind, TempId, TicketId, UploadId } from '@inbox/domain';
import { SMTPServer } from 'smtp-server';
import { until } from '../../../testing/fake-graph';
import { addAgent, addTicket, type TestConversation } from '../../../testing/rows';
import { createUpload } from '../../../conversations/thread/pending-uploads';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../../testing/channel-world';
import { receiveMessage } from '../../../conversations/receive/receive-message';
import { reply } from '../../../conversations/send/reply';
import type { SignedIn } from '../../../agents/sessions/session';
import { addChat } from '../../../testing/outgoing';
import { startChannelOutbox } from '../../../app/channels';
import type { Outbox } from '../../../platform/outbox/worker';

/** A shop with a mailbox for the test under way, an agent, a customer's conversation, and a mail server that has what leaves. */
export const here = {} as {
  world: ChannelWorld;
  outbox: Outbox;
  server: SMTPServer;
  mails: Buffer[];
  shop: Shop;
  line: TestConversation;
  ticket: TicketId;
  me: SignedIn;
};

/** Opens the database and the files of one test file. */
export async function openWorld(): Promise<void> {
  here.world = await createChannelWorld();
}

export const closeWorld = (): Promise<void> => here.world.end();

/** From here on the tests are about a new merchant. */
export async function openMailbox(): Promise<void> {
  const { world } = here;
  here.mails = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, done) {
      void stream.toArray().then((chunks: Buffer[]) => {
        here.mails.push(Buffer.concat(chunks));
        done();
      });
    },
  });
  here.server = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const shop = await addShop(world, 'email', { outUrl: `smtp://127.0.0.1:${port}` });
  here.shop = shop;
  here.line = await addChat(world, shop, 'email');
  const id = await addAgent(world.test.db, shop.merchantId);
  here.ticket = await addTicket(world.test.db, here.line, { status: 'open', owner_id: id });
  const agent = { id, first_name: 'Asha', last_name: 'Rao', can_assign_ticket_to_self: true };
  here.me = {
    sessionId: '',
    merchantId: shop.merchantId,
    agent: { ...agent, can_assign_ticket_to_other_agent: true, is_store_admin: false },
    mayUseInbox: true,
    expiresAt: new Date(8.64e15),
  };
  here.outbox = startChannelOutbox({ ...world, backOff: () => 1 });
  world.onWake(here.outbox.wake);
}

/** Ends the outbox and the mail server of the test under way. */
export async function closeMailbox(): Promise<void> {
  await here.outbox.stop();
  await new Promise<void>((resolve) => here.server.close(() => resolve()));
}

/** The customer's mail, which the reply answers. */
export async function customerWrites(): Promise<string> {
  const { world, shop, line } = here;
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

/** A file that the agent has uploaded. */
export async function upload(
  filename: string,
  content_type: string,
  kind: MediaKind,
  bytes: Buffer,
): Promise<UploadId> {
  const { world, shop, me, ticket } = here;
  const { storage_key, size } = await world.uploads.put(bytes, { maxBytes: bytes.length });
  const of = { merchant_id: shop.merchantId, agent_id: me.agent.id, ticket_id: ticket };
  return (await createUpload(world.test.db, { ...of, storage_key, size, filename, content_type, kind })).id;
}

/** Returns the messages of the shop. */
export const sent = () =>
  here.world.test.db
    .selectFrom('contents')
    .select(['id', 'content_type', 'send_status', 'message'])
    .where('merchant_id', '=', here.shop.merchantId)
    .where('actor', '=', 'merchant')
    .execute();

/** Answers with these files, and waits until that has left. */
export async function answer(customer: string, attachment_ids: UploadId[]): Promise<void> {
  const { world, me, line, ticket, outbox } = here;
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
  // Undo is no longer possible.
  await world.test.db
    .updateTable('outbox')
    .set({ next_at: new Date(0) })
    .execute();
  outbox.wake();
  await until(async () => (await sent()).every(({ send_status }) => send_status === 'sent'));
}
