import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentId } from '@inbox/domain';
import { startChannelOutbox, type ChannelOutboxDeps } from '../app/channels';
import { reportDelivery } from '../conversations/delivery/report-delivery';
import type { OutboxPayload } from '../platform/outbox/payloads';
import type { Outbox } from '../platform/outbox/worker';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../testing/channel-world';
import { sendJson, startFakeGraph, until, type FakeGraph } from '../testing/fake-graph';
import { holdLimits, type HeldLimits } from '../testing/held-times';
import { addChat, addOutgoing, standing } from '../testing/outgoing';

let world: ChannelWorld;
let graph: FakeGraph;
let shop: Shop;
let outbox: Outbox | undefined;
let limits: HeldLimits;

beforeAll(async () => {
  world = await createChannelWorld();
});
afterAll(() => world.end());

beforeEach(async () => {
  limits = holdLimits();
  graph = await startFakeGraph();
  graph.answer = () => undefined;
  shop = await addShop(world, 'whatsapp', { outUrl: graph.url });
});
afterEach(async () => {
  limits.expire();
  limits.release();
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

/** Lets the time run out in which a report may still prove that the channel took it. */
async function endLease(id: ContentId): Promise<void> {
  const over = { lease_until: new Date(0) };
  await world.test.db
    .updateTable('outbox')
    .set(over)
    .where('content_id', '=', id)
    .where('state', '=', 'asking')
    .execute();
  world.context.outboxWoken();
}

describe('a message whose answer never came', () => {
  it('is left to the agents, and never sent again by itself', async () => {
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    start({ leaseMs: 600_000 });
    await until(() => graph.calls.length === 1);
    limits.expire();
    await endLease(id);
    await until(() => stateIs(id, 'unknown'));
    expect(graph.calls).toHaveLength(1);
    expect(await standing(world, id)).toMatchObject({
      send_status: 'unknown',
      error_message: 'The connection broke while this was being sent. It may have arrived.',
    });
  });

  it.each(['before', 'after'])('is sent once a report proves it %s it is given up', async (when) => {
    const id = await addOutgoing(world, await addChat(world, shop), 'Hello');
    start({ leaseMs: 600_000 });
    await until(() => graph.calls.length === 1);
    limits.expire();
    if (when === 'after') {
      await endLease(id);
      await until(() => stateIs(id, 'unknown'));
    }
    const { merchantId, accountId } = shop;
    const report = { merchantId, accountId, externalId: 'wamid.proof', contentId: id, error: null } as const;
    await reportDelivery(world.context, { ...report, status: 'delivered' });
    await endLease(id);
    await until(async () => ['done', 'unknown'].includes((await standing(world, id)).state));
    expect(await standing(world, id)).toMatchObject({
      send_status: 'sent',
      delivered: true,
      external_id: 'wamid.proof',
      error_message: null,
    });
  });
});

interface Told {
  id: string;
  message?: string;
  attachments?: object;
  from?: object;
  /** Milliseconds before the test. */
  ago?: number;
}

/** Messages as Graph lists them; all but their words are of the shop, and of now. */
const listed = (messages: readonly Told[]) =>
  messages.map(({ ago = 0, ...message }) => ({
    message: '',
    from: { id: 'shop' },
    created_time: new Date(Date.now() - ago).toISOString().replace(/\.\d+Z$/, '+0000'),
    ...message,
  }));
const conversation = (...messages: Told[]) => ({ data: [{ id: 't_1', messages: { data: listed(messages) } }] });
const HOUR = 3_600_000;

const TEXT = { kind: 'meta.text', payload: { to: 'rohit', text: 'Hello', reply_to_mid: null } } as const;
const FILE = {
  kind: 'meta.file',
  payload: {
    to: 'rohit',
    file: { storage_key: 'gone', kind: 'image', filename: 'a.png', content_type: 'image/png', size: 1 },
  },
} as const;
const COMMENT = { kind: 'comment.reply', payload: { comment_id: 'c1', text: 'Hello' } } as const;
const found = { send_status: 'sent', external_id: 'found', error_message: null };
const absent = {
  send_status: 'not_sent',
  error_message: 'The connection broke while this was being sent, and the channel does not have it. Send it again.',
};
const open = {
  send_status: 'unknown',
  error_message: 'The connection broke while this was being sent. It may have arrived.',
};

describe('a message whose answer never came is looked up at the channel', () => {
  it.each<[string, 'messenger' | 'instagram', OutboxPayload, object, object]>([
    ['it has the words', 'messenger', TEXT, conversation({ id: 'found', message: 'Hello ' }), found],
    [
      'it has the words twice, and the first are of another message',
      'instagram',
      TEXT,
      conversation({ id: 'found', message: 'Hello', ago: 1_000 }, { id: 'known', message: 'Hello', ago: 5_000 }),
      found,
    ],
    [
      'it has other words, the customer’s and old ones',
      'messenger',
      TEXT,
      conversation(
        { id: 'a', message: 'Hello you' },
        { id: 'b', message: 'Hello', from: { id: 'rohit' } },
        { id: 'c', message: 'Hello', ago: HOUR },
      ),
      absent,
    ],
    [
      'twenty newer messages hide it',
      'messenger',
      TEXT,
      conversation(...Array.from({ length: 20 }, (_, n) => ({ id: `newer ${n}`, message: `Newer ${n}` }))),
      open,
    ],
    ['it shows no conversation', 'instagram', TEXT, { data: [] }, open],
    ['it may not be asked', 'instagram', TEXT, { error: { message: 'No permission', code: 10 } }, open],
    ['it has a file', 'messenger', FILE, conversation({ id: 'found', attachments: { data: [{ id: '1' }] } }), found],
    ['it has a text and no file', 'messenger', FILE, conversation({ id: 'a', message: 'Hello' }), absent],
    [
      'it has the answer to a comment',
      'messenger',
      COMMENT,
      { data: listed([{ id: 'found', message: 'Hello' }]) },
      found,
    ],
    [
      'Instagram has it, with its own names',
      'instagram',
      COMMENT,
      { data: [{ id: 'found', text: 'Hello', timestamp: new Date().toISOString() }] },
      found,
    ],
    ['the comment has no answer', 'instagram', COMMENT, { data: [] }, absent],
    [
      'the comment has more answers than are listed',
      'messenger',
      COMMENT,
      { data: listed([{ id: 'a', message: 'Hi' }]), paging: { next: 'https://graph.example/next' } },
      open,
    ],
  ])('%s', async (_, kind, job, told, expected) => {
    shop = await addShop(world, kind, { outUrl: graph.url, externalId: randomUUID() });
    const answer = JSON.parse(JSON.stringify(told).replaceAll('"shop"', JSON.stringify(shop.externalId))) as object;
    graph.answer = (_call, response) => sendJson(response, 'error' in answer ? 403 : 200, answer);
    const line = await addChat(world, shop, job === COMMENT ? 'comment' : kind);
    const id = await addOutgoing(world, line, 'Hello', job);
    await standAsCutShort(id);
    const known = await addOutgoing(world, line, 'Hello', job);
    await world.test.db.updateTable('contents').set({ external_id: 'known' }).where('id', '=', known).execute();
    await world.test.db.deleteFrom('outbox').where('content_id', '=', known).execute();
    start();
    await until(async () => (await standing(world, id)).state !== 'asking');
    expect(graph.calls.every(({ body }) => body === undefined)).toBe(true);
    expect(await standing(world, id)).toMatchObject(expected);
  });

  it('asks again later while it does not answer, and gives up after ten minutes', async () => {
    shop = await addShop(world, 'messenger', { outUrl: graph.url });
    graph.answer = (_call, response) => sendJson(response, 500, { error: { message: 'Try later', code: 2 } });
    const id = await addOutgoing(world, await addChat(world, shop, 'messenger'), 'Hello', TEXT);
    await standAsCutShort(id);
    start({ leaseMs: 600_000 });
    await until(async () => (await standing(world, id)).last_error === 'Try later');
    expect(await standing(world, id)).toMatchObject({ state: 'asking', send_status: 'sending' });
    await standAsCutShort(id, 601_000);
    world.context.outboxWoken();
    await until(() => stateIs(id, 'unknown'));
    expect(await standing(world, id)).toMatchObject(open);
  });
});

/** Brings a message into the state after a crash during its send, which began so many milliseconds ago. */
async function standAsCutShort(id: ContentId, ago = 0): Promise<void> {
  await world.test.db
    .updateTable('outbox')
    .set({ state: 'asking', lease_until: new Date(0), asked_at: new Date(Date.now() - ago) })
    .where('content_id', '=', id)
    .execute();
}
