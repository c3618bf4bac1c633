import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shopStatusCalls } from '@inbox/api/shop-status';
import { createTransport } from 'nodemailer';
import { WebSocket } from 'ws';
import { startSession } from '../../agents/sign-in/sign-in';
import { fixedKeys } from '../../agents/sessions/signing-keys';
import { createTokens } from '../../agents/sessions/token';
import { delivery, change, message, sign } from '../../channels/meta/fixtures';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import { startFakeGraph, until, type FakeGraph } from '../../testing/fake-graph';
import { startRedis } from '../../testing/fake-redis';
import { ROLE_SECRET, startRole } from '../../testing/roles';
import { addAgent } from '../../testing/rows';
import type { Inbox } from '../inbox';
import { ROLES, type Role } from '../settings/settings';

let world: ChannelWorld;
let graph: FakeGraph;
let redis: Server;
let shop: Shop;
let mailbox: Shop;
let token: string;
let socket: WebSocket;
const nodes = {} as Record<Role, Inbox>;
const heard: { type: string; tickets?: { id: number; source: string }[]; items?: { conversation_id: number }[] }[] = [];

beforeAll(async () => {
  world = await createChannelWorld();
  graph = await startFakeGraph();
  redis = startRedis().listen(0, '127.0.0.1');
  await once(redis, 'listening');
  shop = await addShop(world, 'whatsapp', { outUrl: graph.url });
  mailbox = await addShop(world, 'email');
  const { port } = redis.address() as AddressInfo;
  for (const role of ROLES) nodes[role] = await startRole(role, world, port);
  const agentId = await addAgent(world.test.db, shop.merchantId, { email: 'asha@shop.example', is_store_admin: true });
  const session = { ...nodes.web.context, tokens: createTokens(fixedKeys([ROLE_SECRET])) };
  token = (await startSession(session, shop.merchantId, agentId)) ?? '';
  socket = new WebSocket(`${nodes.live.url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as (typeof heard)[number]));
  await once(socket, 'open');
});

afterAll(async () => {
  socket?.terminate();
  for (const role of ROLES) await nodes[role]?.close();
  redis.close();
  await graph?.close();
  await world?.end();
});

const statusOf = async (role: Role, path: string) =>
  (await fetch(`${nodes[role].url}${path}`, { redirect: 'manual' })).status;

describe('a process of each role', () => {
  it.each(ROLES)('%s says how it is', async (role) => {
    expect([await statusOf(role, '/healthz'), await statusOf(role, '/readyz')]).toEqual([200, 200]);
  });

  it('has its own doors, and not those of the others', async () => {
    const pages = await Promise.all(ROLES.map(async (role) => statusOf(role, '/main-site/login')));
    expect(pages).toEqual(ROLES.map((role) => (role === 'web' ? 200 : 404)));
    const ports = ROLES.map((role) => nodes[role].smtpPort !== null);
    expect(ports).toEqual(ROLES.map((role) => role === 'mail'));
    const other = new WebSocket(`${nodes.worker.url.replace('http', 'ws')}/ws/inbox/?jwt=${token}`);
    await expect(once(other, 'open')).rejects.toThrow();
  });
});

describe('together they are one inbox:', () => {
  it('what a channel delivers to the web is seen by a page at live', async () => {
    const text = { body: 'Where is my saree?' };
    const timestamp = `${Math.floor(Date.now() / 1000)}`;
    const body = JSON.stringify(delivery(change({ messages: [message({ timestamp, type: 'text', text })] }, shop)));
    const headers = { 'x-hub-signature-256': sign(shop.appSecret, body) };
    const answer = await fetch(`${nodes.web.url}/channels/meta`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    await until(() => heard.some(({ type }) => type === 'conversations.new_message'));
  });

  it('what an agent writes at the web is sent by the worker, as soon as it is written', async () => {
    const { tickets, items } = heard.find(({ type }) => type === 'conversations.new_message') ?? {};
    const reply = {
      temp_id: randomUUID(),
      message: 'It left today',
      ticket_id: tickets?.[0]?.id,
      conversation_id: items?.[0]?.conversation_id,
      conversation_source: 'whatsapp',
    };
    const answer = await fetch(`${nodes.web.url}/api/inbox/ticket/reply/`, {
      method: 'POST',
      headers: { authorization: `jwt ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(reply),
    });
    expect(answer.status).toBe(200);
    // A worker looks by itself every half a minute; a test waits for less than that.
    await until(() => graph.calls.some(({ body }) => body?.text?.body === 'It left today'));
    await until(() => heard.some(({ type }) => type === 'conversations.message_sent'));
  });

  it('a mail that comes to the mail process is in the list', async () => {
    const smtp = createTransport({ host: '127.0.0.1', port: nodes.mail.smtpPort!, secure: false, ignoreTLS: true });
    await smtp.sendMail({
      from: 'Meera <meera@mail.example>',
      to: mailbox.externalId,
      subject: 'Order',
      text: 'Where?',
    });
    smtp.close();
    const tickets = await world.test.db.selectFrom('tickets').selectAll().where('source', '=', 'email').execute();
    expect(tickets.map(({ subject }) => subject)).toEqual(['Order']);
  });

  it('the web knows the pages that are open at live', async () => {
    const pages = async (): Promise<unknown> => {
      const headers = { authorization: `jwt ${token}` };
      const answer = await fetch(`${nodes.web.url}${shopStatusCalls.shopStatus.path}`, { headers });
      const { data } = (await answer.json()) as { data: { agents: { online: { pages: number }[] } } };
      return data.agents.online.map((agent) => agent.pages);
    };
    await until(async () => JSON.stringify(await pages()) !== '[]');
    expect(await pages()).toEqual([1]);
  });

  it('a session that ends at the web closes its page at live', async () => {
    const closed = once(socket, 'close');
    const answer = await fetch(`${nodes.web.url}/api/shopify/logout/`, {
      method: 'POST',
      headers: { authorization: `jwt ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token: `jwt ${token}` }),
    });
    expect(answer.status).toBe(200);
    expect((await closed)[0]).toBe(4401);
  });
});
