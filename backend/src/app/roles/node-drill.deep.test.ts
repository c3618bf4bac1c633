import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { startSession } from '../../agents/sign-in/sign-in';
import { fixedKeys } from '../../agents/sessions/signing-keys';
import { createTokens } from '../../agents/sessions/token';
import { change, delivery, message, sign } from '../../channels/meta/fixtures';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import { startFakeGraph, until, type FakeGraph } from '../../testing/fake-graph';
import { startRedis } from '../../testing/fake-redis';
import { addChat } from '../../testing/outgoing';
import { addAgent, addTicket } from '../../testing/rows';
import { startServer } from '../../testing/server-process';

const SECRET = 'a secret for tests, long enough to be one';
const NODES = 3;
/** Conversations that are answered, each with one reply after the other. */
const CHATS = 8;
/** Deliveries at the same time. */
const SENDERS = 3;
const PAUSE_MS = 150;

let world: ChannelWorld;
let graph: FakeGraph;
let redis: Server;
let shop: Shop;
let token: string;
let chats: { conversation_id: number; ticket_id: number }[];
const lines = new Set<Socket>();
const running = new Set<ChildProcess>();
const nodes: { server: ReturnType<typeof startServer>; url: string; isReady: boolean }[] = [];
let watching: NodeJS.Timeout | undefined;

beforeAll(async () => {
  world = await createChannelWorld();
  graph = await startFakeGraph();
  redis = startRedis().on('connection', (line) => {
    lines.add(line);
    line.on('close', () => lines.delete(line));
  });
  redis.listen(0, '127.0.0.1');
  await once(redis, 'listening');
  shop = await addShop(world, 'whatsapp', { outUrl: graph.url });
  const agentId = await addAgent(world.test.db, shop.merchantId, { email: 'asha@shop.example' });
  const context = { ...world.context, tokens: createTokens(fixedKeys([SECRET])) };
  token = (await startSession(context, shop.merchantId, agentId)) ?? '';
  chats = [];
  for (let n = 0; n < CHATS; n++) {
    const chat = await addChat(world, shop);
    const later = new Date(Date.now() + 20 * 3_600_000);
    const ticket_id = await addTicket(world.test.db, chat, { status: 'open', session_expiry_at: later });
    chats.push({ conversation_id: chat.conversationId, ticket_id });
  }
  for (let n = 0; n < NODES; n++) await startNode(n);
  watching = setInterval(() => nodes.forEach((node) => void look(node)), 100);
});

afterAll(async () => {
  clearInterval(watching);
  for (const child of running) child.kill('SIGKILL');
  redis.close();
  await graph?.close();
  await world?.end();
});

const redisPort = (): number => (redis.address() as AddressInfo).port;

async function startNode(n: number): Promise<void> {
  const server = startServer(
    {
      INBOX_DATA_DIR: world.dataDir,
      DATABASE_URL: world.test.url,
      INBOX_BROKER_URL: `redis://127.0.0.1:${redisPort()}`,
      INBOX_JWT_SECRET: SECRET,
      INBOX_CHANNEL_TIMEOUT: '1',
      INBOX_DRAIN_SECONDS: '1',
      INBOX_TOKEN_CALLS: '100000',
    },
    running,
  );
  nodes[n] = { server, url: await server.url(), isReady: true };
}

interface Answer {
  status: number;
  text: string;
}

/** One request on a connection of its own, as a balancer sends it. */
function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      response
        .toArray()
        .then(
          (parts: Buffer[]) => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          reject,
        );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

async function look(node: (typeof nodes)[number]): Promise<void> {
  const status = await ask(`${node.url}/readyz`).then(
    (answer) => answer.status,
    () => 0,
  );
  node.isReady = status === 200;
}

let turn = 0;
/** The next that is ready, as a balancer chooses. */
async function ready(): Promise<(typeof nodes)[number]> {
  for (;;) {
    const those = nodes.filter(({ isReady }) => isReady);
    if (those.length > 0) return those[turn++ % those.length]!;
    await delay(20);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Goes to another node where a connection is refused; whatever else goes wrong is the caller's. */
async function balanced(path: string, options: Parameters<typeof ask>[1]): Promise<Answer> {
  for (;;) {
    const node = await ready();
    try {
      return await ask(node.url + path, options);
    } catch (error) {
      if (codeOf(error) !== 'ECONNREFUSED') throw error;
      node.isReady = false;
    }
  }
}

/** What is done until it is over, and what came of it. */
function startLoad() {
  const load = { failed: 0, replies: [] as string[], deliveries: [] as string[] };
  let isOver = false;

  /** Asks until it is answered: with the same id it is done once. */
  async function persist(path: string, headers: Record<string, string>, body: string): Promise<void> {
    for (;;) {
      const answer = await balanced(path, { method: 'POST', headers, body }).catch(() => null);
      if (answer?.status === 200) return;
      if (answer !== null && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`);
      load.failed += 1;
      await delay(50);
    }
  }

  const replying = chats.map(async (chat, index) => {
    for (let n = 0; !isOver; n++) {
      const text = `reply ${index} ${String(n).padStart(4, '0')} ${randomUUID()}`;
      const body = JSON.stringify({ ...chat, temp_id: randomUUID(), message: text, conversation_source: 'whatsapp' });
      const headers = { authorization: `jwt ${token}`, 'content-type': 'application/json' };
      await persist('/api/inbox/ticket/reply/', headers, body);
      load.replies.push(text);
      await delay(PAUSE_MS);
    }
  });
  const delivering = Array.from({ length: SENDERS }, async () => {
    while (!isOver) {
      const id = `wamid.${randomUUID()}`;
      const timestamp = `${Math.floor(Date.now() / 1000)}`;
      const said = message({ id, timestamp, type: 'text', text: { body: 'Where is it?' } });
      const body = JSON.stringify(delivery(change({ messages: [said] }, shop)));
      await persist('/channels/meta', { 'x-hub-signature-256': sign(shop.appSecret, body) }, body);
      load.deliveries.push(id);
      await delay(PAUSE_MS);
    }
  });
  return {
    load,
    async end() {
      isOver = true;
      await Promise.all([...replying, ...delivering]);
    },
  };
}

/** A page that comes back to wherever it is led, and asks for what it has missed. */
async function openPage() {
  const heard: number[] = [];
  const told: string[] = [];
  let isOver = false;
  let socket: WebSocket | undefined;
  let since: number | undefined;
  let begin: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const living = (async () => {
    while (!isOver) {
      const { url } = await ready();
      const query = new URLSearchParams({ jwt: token, ...(since !== undefined && { since: String(since) }) });
      socket = new WebSocket(`${url.replace('http', 'ws')}/ws/inbox/?${query.toString()}`);
      socket.on('error', () => undefined);
      socket.on('message', (data: Buffer) => {
        const { type, seq } = JSON.parse(data.toString()) as { type: string; seq?: number };
        if (type.startsWith('live.')) told.push(type);
        if (type === 'live.hello' && since === undefined) since = seq;
        if (type === 'live.hello') begin?.();
        if (seq === undefined || type.startsWith('live.')) return;
        heard.push(seq);
        since = seq;
      });
      await once(socket, 'close');
      if (!isOver) await delay(50);
    }
  })();
  await begun;
  const from = since ?? 0;
  return {
    heard,
    told,
    from,
    async end() {
      isOver = true;
      socket?.close();
      await living;
    },
  };
}

const onTheirWay = async (): Promise<number> => {
  const states = ['waiting', 'asking'] as const;
  return (await world.test.db.selectFrom('outbox').select('id').where('state', 'in', states).execute()).length;
};

/** What became of everything while something was broken and mended. */
async function drill(breaking: () => Promise<void>) {
  const page = await openPage();
  const sentBefore = graph.calls.length;
  const { load, end } = startLoad();
  const more = async (): Promise<void> => {
    const [replies, deliveries] = [load.replies.length, load.deliveries.length];
    await until(() => load.replies.length >= replies + CHATS && load.deliveries.length >= deliveries + CHATS);
  };
  await more();
  await breaking();
  await until(() => nodes.every(({ isReady }) => isReady));
  await more();
  await end();
  await until(async () => (await onTheirWay()) === 0);
  const events = await world.test.db
    .selectFrom('live_events')
    .select('seq')
    .where('merchant_id', '=', shop.merchantId)
    .where('seq', '>', page.from)
    .orderBy('seq')
    .execute();
  await until(() => page.heard.at(-1) === events.at(-1)?.seq);
  await page.end();

  const sent = graph.calls.slice(sentBefore).flatMap(({ body }) => (body?.text === undefined ? [] : [body.text.body]));
  const unknown = await world.test.db
    .selectFrom('contents')
    .select('message')
    .where('send_status', '=', 'unknown')
    .where('message', 'in', load.replies)
    .execute();
  const stored = await world.test.db
    .selectFrom('contents')
    .select('external_id')
    .where('external_id', 'in', load.deliveries)
    .execute();
  const isSent = new Set(sent);
  const isUnknown = new Set(unknown.map((content) => content.message));
  const lastOf = new Map<string, string>();
  const outOfOrder = sent.filter((text) => {
    const chat = text.split(' ')[1] ?? '';
    const before = lastOf.get(chat) ?? '';
    lastOf.set(chat, text);
    return text < before;
  });
  return {
    failed: load.failed,
    lost:
      load.replies.filter((text) => !isSent.has(text) && !isUnknown.has(text)).length +
      load.deliveries.length -
      new Set(stored.map(({ external_id }) => external_id)).size,
    twice: sent.length - isSent.size + stored.length - new Set(stored.map(({ external_id }) => external_id)).size,
    outOfOrder: outOfOrder.length,
    missed: events.length - page.heard.length,
    heardInOrder: page.heard.every((seq, index) => seq === events[index]?.seq),
    begunAnew: page.told.filter((type) => type === 'live.resync').length,
  };
}

const WHOLE = { lost: 0, twice: 0, outOfOrder: 0, missed: 0, heardInOrder: true, begunAnew: 0 };

describe('three nodes under load', () => {
  it('are restarted one after the other, and no call fails', async () => {
    const became = await drill(async () => {
      for (let n = 0; n < NODES; n++) {
        const { server } = nodes[n]!;
        server.child.kill('SIGTERM');
        expect(await server.ended).toBe(0);
        await startNode(n);
      }
    });
    expect(became).toEqual({ ...WHOLE, failed: 0 });
  });

  it('lose one to kill -9, and nothing with it', async () => {
    const became = await drill(async () => {
      const { server } = nodes[1]!;
      server.child.kill('SIGKILL');
      await server.ended;
      await startNode(1);
    });
    expect(became).toEqual({ ...WHOLE, failed: expect.any(Number) });
  });

  it('lose Redis for a while, and no call fails', async () => {
    const became = await drill(async () => {
      const port = redisPort();
      redis.close();
      lines.forEach((line) => line.destroy());
      const before = graph.calls.length;
      await until(() => graph.calls.length > before + CHATS);
      redis.listen(port, '127.0.0.1');
      await once(redis, 'listening');
    });
    expect(became).toEqual({ ...WHOLE, failed: 0 });
  });
});
