import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentId } from '@inbox/domain';
import { startChannelOutbox, type ChannelOutboxDeps } from '../app/channels';
import { reportDelivery } from '../messages/report-delivery';
import type { Outbox } from '../outbox/worker';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../testing/channel-world';
import { startFakeGraph, until, type FakeGraph } from '../testing/fake-graph';
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
