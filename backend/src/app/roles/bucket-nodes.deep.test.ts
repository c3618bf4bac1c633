import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mediaPath } from '@inbox/api/wire';
import type { TicketId } from '@inbox/domain';
import { createTransport } from 'nodemailer';
import pino from 'pino';
import { KEY_FILE } from '../../accounts/vault-keys';
import { startSession } from '../../agents/sign-in/sign-in';
import { fixedKeys } from '../../agents/sessions/signing-keys';
import { createTokens } from '../../agents/sessions/token';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import { sendJson, startFakeGraph, until, type FakeGraph } from '../../testing/fake-graph';
import { startRedis } from '../../testing/fake-redis';
import { startObjectStore, type ObjectStore } from '../../testing/object-store';
import { addChat } from '../../testing/outgoing';
import { addAgent, addTicket } from '../../testing/rows';
import { startInbox, type Inbox } from '../inbox';
import { readSettings } from '../settings/settings';

const SECRET = 'a secret for tests, long enough to be one';

let world: ChannelWorld;
let graph: FakeGraph;
let redis: Server;
let store: ObjectStore;
/** Two machines, which share no folder: one for agents, one for mail and what is sent. */
let agents: Inbox;
let work: Inbox;
const dirs: string[] = [];
const told: string[] = [];

beforeAll(async () => {
  world = await createChannelWorld();
  graph = await startFakeGraph();
  store = await startObjectStore();
  redis = startRedis().listen(0, '127.0.0.1');
  await once(redis, 'listening');
  agents = await startNode('web,live');
  work = await startNode('mail,worker');
});

afterAll(async () => {
  await work?.close();
  await agents?.close();
  redis.close();
  await store?.end();
  await graph?.close();
  await world?.end();
  for (const dir of dirs) await rm(dir, { recursive: true, force: true });
});

async function startNode(roles: string): Promise<Inbox> {
  const dir = await mkdtemp(join(tmpdir(), 'inbox-machine-'));
  dirs.push(dir);
  await copyFile(join(world.dataDir, KEY_FILE), join(dir, KEY_FILE));
  const env = {
    PORT: '0',
    INBOX_ROLE: roles,
    INBOX_SMTP_PORT: '0',
    INBOX_SEED: 'none',
    INBOX_MAIL_CHECK: 'no',
    INBOX_JWT_SECRET: SECRET,
    INBOX_DATA_DIR: dir,
    INBOX_CHANNEL_TIMEOUT: '5',
    DATABASE_URL: world.test.url,
    INBOX_BROKER_URL: `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`,
    INBOX_S3_URL: store.settings.url,
    INBOX_S3_KEY_ID: store.settings.keyId,
    INBOX_S3_SECRET: store.settings.secret,
  };
  return startInbox({
    settings: readSettings(env, '/'),
    root: '/nowhere',
    logger: pino({ level: 'silent' }),
    say: (line) => told.push(line),
    fail: () => undefined,
    signal: new AbortController().signal,
  });
}

async function signedInTo({ merchantId }: Shop): Promise<{ authorization: string }> {
  const agentId = await addAgent(world.test.db, merchantId, { email: `${randomUUID()}@shop.example` });
  const session = { ...agents.context, tokens: createTokens(fixedKeys([SECRET])) };
  return { authorization: `jwt ${await startSession(session, merchantId, agentId)}` };
}

async function bring(mailbox: Shop, subject: string): Promise<void> {
  const smtp = createTransport({ host: '127.0.0.1', port: work.smtpPort!, secure: false, ignoreTLS: true });
  try {
    await smtp.sendMail({
      from: 'Meera <meera@mail.example>',
      to: mailbox.externalId,
      subject,
      text: 'See the bill',
      messageId: `<${subject}@mail.example>`,
      // The same bytes however often it is brought: what says another time is another mail.
      date: new Date('2026-11-02T10:00:00Z'),
      attachments: [{ filename: 'bill.pdf', content: `%PDF-1.7 of ${subject}` }],
    });
  } finally {
    smtp.close();
  }
}

const attachmentsOf = async ({ merchantId }: Shop) =>
  world.test.db.selectFrom('attachments').selectAll().where('merchant_id', '=', merchantId).orderBy('id').execute();

async function open(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const answer = await fetch(agents.url + path, { headers });
  return { status: answer.status, text: await answer.text() };
}

async function addFile(ticket: TicketId, headers: Record<string, string>, text: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([text], { type: 'application/pdf' }), 'note.pdf');
  return fetch(agents.url + mediaPath(ticket), { method: 'POST', headers, body: form });
}

describe('machines that share a bucket and no folder', () => {
  it('start with nothing to complain of', () => {
    // Its pages are not what this is about.
    expect(told.filter((line) => !line.includes('interface is not built'))).toEqual([]);
  });

  it("open a mail's files and the mail itself on each, also once nothing of them is left on a disk", async () => {
    const mailbox = await addShop(world, 'email');
    const headers = await signedInTo(mailbox);
    await bring(mailbox, 'order-1');
    const [bill] = await attachmentsOf(mailbox);
    for (const dir of dirs) await rm(join(dir, 'file-copies'), { recursive: true, force: true });
    expect(await open(`/api/inbox/attachments/${bill!.id}/`, headers)).toEqual({
      status: 200,
      text: '%PDF-1.7 of order-1',
    });
    const original = await open(`/api/inbox/emails/${bill!.content_id}/original/`, headers);
    expect([original.status, original.text]).toEqual([200, expect.stringContaining('Subject: order-1')]);
  });

  it('send what an agent has added on another machine, and wait while the bucket is away', async () => {
    graph.answer = ({ path }, response) =>
      sendJson(response, 200, path.endsWith('/media') ? { id: 'made.1' } : { messages: [{ id: 'wamid.sent' }] });
    const shop = await addShop(world, 'whatsapp', { outUrl: graph.url });
    const headers = await signedInTo(shop);
    const chat = await addChat(world, shop);
    const later = new Date(Date.now() + 20 * 3_600_000);
    const ticket_id = await addTicket(world.test.db, chat, { status: 'open', session_expiry_at: later });
    const added = await addFile(ticket_id, headers, '%PDF-1.7 Packed today');
    const { data } = (await added.json()) as { data: { id: number; url: string }[] };
    expect(await open(data[0]!.url, headers)).toEqual({ status: 200, text: '%PDF-1.7 Packed today' });

    await store.stop();
    const reply = {
      temp_id: randomUUID(),
      message: '',
      ticket_id,
      conversation_id: chat.conversationId,
      conversation_source: 'whatsapp',
      attachment_ids: [data[0]!.id],
    };
    const answer = await fetch(`${agents.url}/api/inbox/ticket/reply/`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(reply),
    });
    expect(answer.status).toBe(200);
    const waiting = async () =>
      world.test.db
        .selectFrom('outbox')
        .select(['state', 'last_error'])
        .where('merchant_id', '=', shop.merchantId)
        .executeTakeFirst();
    await until(async () => (await waiting())?.last_error?.includes('The store of files') === true);
    expect(await waiting()).toMatchObject({ state: 'waiting' });
    await store.start();
    await until(async () => (await waiting())?.state === 'done');
    expect(graph.calls.map(({ path }) => path.split('/').at(-1))).toEqual(['media', 'messages']);
    expect(graph.calls.at(-1)?.body).toMatchObject({ type: 'document', document: { id: 'made.1' } });
  });

  it('say in words that files cannot be had while the bucket is away, and lose nothing that comes', async () => {
    const mailbox = await addShop(world, 'email');
    const headers = await signedInTo(mailbox);
    await bring(mailbox, 'order-2');
    const [bill] = await attachmentsOf(mailbox);
    const content = await world.test.db
      .selectFrom('contents')
      .select('ticket_id')
      .where('id', '=', bill!.content_id)
      .executeTakeFirstOrThrow();

    await store.stop();
    await expect(bring(mailbox, 'order-3')).rejects.toMatchObject({ responseCode: 451 });
    const added = await addFile(content.ticket_id, headers, '%PDF-1.7 The bill again');
    const words = 'Files cannot be opened or added right now. Please try again in a moment.';
    expect([added.status, await added.json()]).toEqual([
      503,
      { success: false, error: { message: words, code: 'no_file_store' } },
    ]);
    expect((await open(`/api/inbox/attachments/${bill!.id}/`, headers)).status).toBe(503);

    await store.start();
    await bring(mailbox, 'order-3');
    await bring(mailbox, 'order-3');
    expect((await addFile(content.ticket_id, headers, '%PDF-1.7 The bill again')).status).toBe(200);
    const files = await attachmentsOf(mailbox);
    const texts = await Promise.all(files.map(({ id }) => open(`/api/inbox/attachments/${id}/`, headers)));
    expect(texts).toEqual(['order-2', 'order-3'].map((name) => ({ status: 200, text: `%PDF-1.7 of ${name}` })));
  });
});
