import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentId, LiveEventType } from '@inbox/domain';
import { sendJson, startFakeGraph, until, type FakeGraph } from '../testing/fake-graph';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../testing/channel-world';
import { receiveMessage } from '../conversations/receive/receive-message';
import { reportDelivery } from '../conversations/delivery/report-delivery';
import { addChat, addOutgoing, standing } from '../testing/outgoing';
import { sql } from 'kysely';
import { startChannelOutbox, type ChannelOutboxDeps } from '../app/channels';
import type { Outbox } from '../platform/outbox/worker';

let world: ChannelWorld;
let graph: FakeGraph;
let shop: Shop;
let outbox: Outbox | undefined;

beforeAll(async () => {
  world = await createChannelWorld();
});
afterAll(() => world.end());

beforeEach(async () => {
  graph = await startFakeGraph();
  shop = await addShop(world, 'whatsapp', { outUrl: graph.url });
});
afterEach(async () => {
  await outbox?.stop();
  outbox = undefined;
  await graph.close();
});

function start(options: Partial<ChannelOutboxDeps> = {}): void {
  const started = startChannelOutbox({ ...world, backOff: () => 1, ...options });
  world.onWake(started.wake);
  outbox = started;
}

const stateIs = async (id: ContentId, state: string) => (await standing(world, id)).state === state;

async function eventsOf(merchantId: Shop['merchantId']): Promise<LiveEventType[]> {
  const rows = await world.test.db
    .selectFrom('live_events')
    .select('event')
    .where('merchant_id', '=', merchantId)
    .orderBy('seq')
    .execute();
  return rows.map(({ event }) => event.type);
}

describe('a message on its way out', () => {
  it('is sent by the messages call with the account’s token, and told to the agents', async () => {
    const id = await addOutgoing(world, await addChat(world, shop), 'Packed today.');
    start();
    await until(() => stateIs(id, 'done'));
    expect(graph.calls).toEqual([
      {
        path: `/v21.0/${shop.externalId}/messages`,
        authorization: `Bearer ${shop.accessToken}`,
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: '919812345678',
          type: 'text',
          text: { body: 'Packed today.', preview_url: true },
          biz_opaque_callback_data: String(id),
        },
      },
    ]);
    expect(await standing(world, id)).toMatchObject({ send_status: 'sent', external_id: 'wamid.1', rev: 2 });
    expect(await eventsOf(shop.merchantId)).toEqual(['conversations.message_sent']);
  });

  it.each([
    ['an overloaded server', 503, {}],
    ['too many requests', 429, {}],
    ['a rate limit told as a bad request', 400, { error: { code: 130429, message: 'Rate limit hit' } }],
    ['a server that says that it passes', 400, { error: { code: 99, is_transient: true } }],
  ])('is tried again after %s', async (_what, status, body) => {
    const { answer } = graph;
    graph.answer = (call, response) =>
      graph.calls.length < 3 ? sendJson(response, status, body) : answer(call, response);
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    start();
    await until(() => stateIs(id, 'done'));
    expect(graph.calls).toHaveLength(3);
    expect(await standing(world, id)).toMatchObject({ send_status: 'sent', attempts: 3 });
  });

  it('waits with all others of its account when the channel says for how long, and no other account does', async () => {
    const { answer } = graph;
    const other = await addShop(world, 'whatsapp', { outUrl: graph.url });
    graph.answer = (call, response) => {
      if (!call.path.includes(shop.externalId)) return answer(call, response);
      response.setHeader('retry-after', '600');
      return sendJson(response, 429, { error: { code: 130429, message: 'Rate limit hit' } });
    };
    const limited = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => addOutgoing(world, await addChat(world, shop), `To ${n}`)),
    );
    start({ parallel: 2 });
    const waitingMs = async () => {
      const { rows } = await sql<{ ms: number; state: string; attempts: number }>`
        select extract(epoch from next_at - now()) * 1000 as ms, state, attempts from outbox
        where content_id = any(${limited}::bigint[])`.execute(world.test.db);
      return rows;
    };
    await until(async () => (await waitingMs()).every(({ ms, state }) => state === 'waiting' && ms > 500_000));
    const asked = graph.calls.length;
    expect(asked).toBeLessThan(6);
    const free = await addOutgoing(world, await addChat(world, other), 'Hello');
    world.context.outboxWoken();
    await until(() => stateIs(free, 'done'));
    expect(graph.calls).toHaveLength(asked + 1);
  });

  it('is tried again when nobody listens at the channel’s address', async () => {
    await graph.close();
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    start({ backOff: () => 60_000 });
    await until(async () => (await standing(world, id)).last_error !== null);
    expect(await standing(world, id)).toMatchObject({ state: 'waiting', attempts: 1, send_status: 'sending' });
  });

  it('waits with all that use a provider that does not answer, uses up no tries, and keeps nobody else out', async () => {
    const other = await startFakeGraph();
    const { answer } = graph;
    let isAway = true;
    /** Stands while the provider is away, so that it is not tried again and again meanwhile. */
    let now = (): number => 0;
    graph.answer = (call, response) => (isAway ? sendJson(response, 503, {}) : answer(call, response));
    const chats = await Promise.all(Array.from({ length: 12 }, () => addChat(world, shop)));
    const held: ContentId[] = [];
    for (const chat of chats) for (const text of ['one', 'two']) held.push(await addOutgoing(world, chat, text));
    start({
      parallel: 4,
      mostOfMerchant: 4,
      breaking: { firstMs: 300, longestMs: 300, now: () => now() },
      backOff: () => 10,
    });
    // So many in a row, and the provider is left alone.
    await until(() => graph.calls.length >= 5);
    // Those that were under way when it was found out, and one trial now and then.
    const elsewhere = await addShop(world, 'whatsapp', { outUrl: other.url });
    const free = await addOutgoing(world, await addChat(world, elsewhere), 'Hello');
    world.context.outboxWoken();
    await until(() => stateIs(free, 'done'));
    const before = graph.calls.length;
    expect(before).toBeLessThan(12);
    now = () => 300;
    await until(() => graph.calls.length > before);
    expect(await stateIs(held.at(-1)!, 'waiting')).toBe(true);

    isAway = false;
    now = () => performance.now();
    for (const id of held) await until(() => stateIs(id, 'done'));
    const attempts = await Promise.all(held.map(async (id) => (await standing(world, id)).attempts));
    expect(Math.max(...attempts)).toBeLessThan(10);
    expect(attempts.filter((count) => count === 1).length).toBeGreaterThan(12);
    await other.close();
  });

  it('fails after ten tries', async () => {
    graph.answer = (_call, response) => sendJson(response, 500, {});
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    start({ breaking: { firstMs: 1, longestMs: 1 } });
    await until(() => stateIs(id, 'failed'));
    expect(graph.calls).toHaveLength(10);
    expect(await standing(world, id)).toMatchObject({
      send_status: 'not_sent',
      error_message: 'The channel answered 500.',
    });
  });

  it('fails at once when the channel refuses it, in the channel’s words and without the token', async () => {
    const details = `Recipient is not on WhatsApp. Bearer ${shop.accessToken}`;
    graph.answer = (_call, response) =>
      sendJson(response, 400, { error: { code: 131026, message: 'Undeliverable', error_data: { details } } });
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    start();
    await until(() => stateIs(id, 'failed'));
    expect(graph.calls).toHaveLength(1);
    expect(await standing(world, id)).toMatchObject({
      send_status: 'not_sent',
      error_message: 'Recipient is not on WhatsApp. Bearer ***',
    });
    expect(await eventsOf(shop.merchantId)).toEqual(['conversations.message_failed']);
    // By this the clients of the specification count it as a failed send.
    const told = await world.test.db
      .selectFrom('live_events')
      .select('event')
      .where('merchant_id', '=', shop.merchantId)
      .execute();
    expect(told.map(({ event }) => event.error_on_type)).toEqual(['message_sent']);
    expect(world.lines.join('\n')).not.toContain(shop.accessToken);
  });

  it('keeps its place in its conversation while others go ahead', async () => {
    const [slow, fast] = [await addChat(world, shop), await addChat(world, shop)];
    const { answer } = graph;
    let refusals = 3;
    graph.answer = (call, response) =>
      call.body?.text?.body === 'one' && refusals-- > 0 ? sendJson(response, 503, {}) : answer(call, response);
    await addOutgoing(world, slow, 'one');
    await addOutgoing(world, slow, 'two');
    const last = await addOutgoing(world, slow, 'three');
    await addOutgoing(world, fast, 'other');
    start();
    await until(() => stateIs(last, 'done'));
    const texts = graph.calls.map(({ body }) => body?.text?.body);
    expect(texts.filter((text) => text !== 'other')).toEqual(['one', 'one', 'one', 'one', 'two', 'three']);
    expect(texts.indexOf('other')).toBeLessThan(texts.lastIndexOf('one'));
  });

  it('does not wait for one that failed for good', async () => {
    const chat = await addChat(world, shop);
    const { answer } = graph;
    graph.answer = (call, response) =>
      call.body?.text?.body === 'bad' ? sendJson(response, 400, {}) : answer(call, response);
    await addOutgoing(world, chat, 'bad');
    const good = await addOutgoing(world, chat, 'good');
    start();
    await until(() => stateIs(good, 'done'));
    expect(graph.calls.map(({ body }) => body?.text?.body)).toEqual(['bad', 'good']);
  });

  it('is sent once by two nodes at the same outbox', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => addOutgoing(world, await addChat(world, shop), 'x')),
    );
    const other = startChannelOutbox({ ...world, backOff: () => 1 });
    start();
    for (const id of ids) await until(() => stateIs(id, 'done'));
    await other.stop();
    expect(graph.calls).toHaveLength(20);
  });

  it('is finished before the outbox stops', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { answer } = graph;
    graph.answer = async (call, response) => held.then(() => answer(call, response));
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    start();
    await until(() => graph.calls.length === 1);
    const stopped = outbox?.stop();
    release();
    await stopped;
    expect(await standing(world, id)).toMatchObject({ state: 'done', send_status: 'sent' });
  });

  it('fails when it cannot be read any more, and lets the others go', async () => {
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    await world.test.db.updateTable('outbox').set({ kind: 'pigeon' }).where('content_id', '=', id).execute();
    start();
    await until(() => stateIs(id, 'failed'));
    expect(graph.calls).toEqual([]);
  });
});

describe('a report that is faster than the answer to the send', () => {
  it.each([true, false])('counts, whether or not it gives our id back: %s', async (givesBack) => {
    const { merchantId, accountId } = shop;
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    graph.answer = async (_call, response) => {
      const report = { merchantId, accountId, externalId: 'wamid.fast', error: null };
      for (const status of ['sent', 'read', 'delivered'] as const) {
        await reportDelivery(world.context, { ...report, status, contentId: givesBack ? id : null });
      }
      sendJson(response, 200, { messages: [{ id: 'wamid.fast' }] });
    };
    start();
    await until(() => stateIs(id, 'done'));
    expect(await standing(world, id)).toMatchObject({ send_status: 'sent', delivered: true, read: true });
    const kept = await world.test.db
      .selectFrom('inbox_kept')
      .select('id')
      .where('merchant_id', '=', merchantId)
      .execute();
    expect(kept).toEqual([]);
    const ticket = await world.test.db
      .selectFrom('tickets')
      .select('last_message')
      .where('merchant_id', '=', merchantId)
      .executeTakeFirstOrThrow();
    expect(ticket.last_message).toMatchObject({ delivered: true, read: true });
  });

  it('that tells a failure is not undone by the answer, and leaves the message to be sent again', async () => {
    const { merchantId, accountId } = shop;
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    graph.answer = async (_call, response) => {
      const report = { merchantId, accountId, externalId: 'wamid.bad', contentId: id } as const;
      await reportDelivery(world.context, { ...report, status: 'failed', error: 'Number is blocked' });
      sendJson(response, 200, { messages: [{ id: 'wamid.bad' }] });
    };
    start();
    await until(() => stateIs(id, 'failed'));
    expect(await standing(world, id)).toMatchObject({ send_status: 'not_sent', error_message: 'Number is blocked' });
  });
});

describe('an attachment that the channel still has', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

  async function receive(content_type: string): Promise<void> {
    await receiveMessage(world.context, {
      merchantId: shop.merchantId,
      accountId: shop.accountId,
      source: 'whatsapp',
      externalId: 'wamid.picture',
      contact: '919812345678',
      answers: [],
      from: { name: 'Rohit', phone: '+919812345678', email: null },
      sentAt: new Date(),
      content_type: 'image',
      message_type: 'session',
      message: '',
      details: {},
      quotes: null,
      attachments: [
        {
          kind: 'image',
          filename: 'a.png',
          content_type,
          size: 0,
          disposition: 'attachment',
          content_id_header: null,
          storage_key: null,
          external_media_id: 'media 1',
        },
      ],
    });
  }

  const attachment = () =>
    world.test.db
      .selectFrom('attachments')
      .selectAll()
      .where('merchant_id', '=', shop.merchantId)
      .executeTakeFirstOrThrow();

  it.each([
    ['image/png', png, 'image/png', 'image'],
    ['image/png', Buffer.from('<script>alert(1)</script>'), 'application/octet-stream', 'document'],
  ])('sent as %s is fetched, and shown as what it is', async (declared, bytes, content_type, kind) => {
    graph.answer = (call, response) => {
      if (call.path === '/v21.0/media%201') return sendJson(response, 200, { url: `${graph.url}/bytes` });
      response.writeHead(200, { 'content-type': declared }).end(bytes);
    };
    await receive(declared);
    start();
    await until(async () => (await attachment()).storage_key !== null);
    const stored = await attachment();
    expect(stored).toMatchObject({ size: bytes.length, content_type, kind });
    expect(graph.calls.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${shop.accessToken}`,
      `Bearer ${shop.accessToken}`,
    ]);
    const { stream } = await world.uploads.open(stored.storage_key ?? '');
    expect(Buffer.concat(await stream.toArray())).toEqual(bytes);
    expect(await eventsOf(shop.merchantId)).toEqual(['conversations.new_message', 'tickets.tickets']);
  });

  it('is not asked for at an address that is not safe for the token', async () => {
    graph.answer = (_call, response) => sendJson(response, 200, { url: 'http://elsewhere.example/bytes' });
    await receive('image/png');
    start();
    const row = () =>
      world.test.db
        .selectFrom('outbox')
        .selectAll()
        .where('merchant_id', '=', shop.merchantId)
        .executeTakeFirstOrThrow();
    await until(async () => (await row()).state === 'failed');
    expect((await row()).last_error).toBe('The channel named an address that is not safe.');
    expect(await attachment()).toMatchObject({ storage_key: null, size: 0 });
  });
});
