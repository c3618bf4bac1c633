import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentId, MerchantId } from '@inbox/domain';
import { startChannelOutbox } from '../../app/channels';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import { startFakeGraph, until, type FakeGraph } from '../../testing/fake-graph';
import { addChat, addOutgoing, standing } from '../../testing/outgoing';
import { claimDue, msUntilDue, type UnderWay } from './queue';
import type { Outbox } from './worker';

let world: ChannelWorld;
let graph: FakeGraph;
let outbox: Outbox | undefined;
let busy: Shop;
let small: Shop;
let third: Shop;

beforeAll(async () => {
  world = await createChannelWorld();
  graph = await startFakeGraph();
});
afterAll(async () => {
  await graph.close();
  await world.end();
});
beforeEach(async () => {
  [busy, small, third] = [await ofNew(), await ofNew(), await ofNew()];
});
afterEach(async () => {
  await outbox?.stop();
  outbox = undefined;
  await world.test.db.deleteFrom('outbox').execute();
});

const ofNew = async (): Promise<Shop> => addShop(world, 'whatsapp', { outUrl: graph.url });

/** So many messages, each of a conversation of its own. */
async function inLine(shop: Shop, count: number): Promise<ContentId[]> {
  const ids: ContentId[] = [];
  for (let n = 0; n < count; n++) ids.push(await addOutgoing(world, await addChat(world, shop), `Message ${n}`));
  return ids;
}

const claim = async (
  limit: number,
  { underWay = new Map(), mostOfMerchant = 100 }: { underWay?: UnderWay; mostOfMerchant?: number } = {},
) => claimDue(world.test.db, { limit, leaseMs: 60_000, underWay, mostOfMerchant });
const countsOf = (rows: { merchant_id: MerchantId }[]) =>
  [busy, small, third].map(({ merchantId }) => rows.filter(({ merchant_id }) => merchant_id === merchantId).length);

describe('what is due', () => {
  it('is taken out in turns, whoever came first', async () => {
    await inLine(busy, 10);
    await inLine(small, 3);
    await inLine(third, 1);
    expect(countsOf(await claim(6))).toEqual([3, 2, 1]);
    expect(countsOf(await claim(6))).toEqual([5, 1, 0]);
    expect(countsOf(await claim(6))).toEqual([2, 0, 0]);
    expect(await claim(6)).toEqual([]);
  });

  it('of one merchant is taken out as it fell due', async () => {
    const ids = await inLine(busy, 5);
    const taken = async (limit: number) => new Set((await claim(limit)).map(({ content_id }) => content_id));
    expect(await taken(2)).toEqual(new Set(ids.slice(0, 2)));
    expect(await taken(9)).toEqual(new Set(ids.slice(2)));
  });

  it('goes first to who has least under way', async () => {
    await inLine(busy, 10);
    await inLine(small, 2);
    expect(countsOf(await claim(3, { underWay: new Map([[busy.merchantId, 5]]) }))).toEqual([1, 2, 0]);
  });

  it('stays in line of a merchant who has as much under way as may be, and nobody looks for it before that changes', async () => {
    await inLine(busy, 5);
    const underWay = new Map([[busy.merchantId, 2]]);
    expect(countsOf(await claim(9, { underWay, mostOfMerchant: 3 }))).toEqual([1, 0, 0]);
    expect(await claim(9, { underWay: new Map([[busy.merchantId, 3]]), mostOfMerchant: 3 })).toEqual([]);
    expect(await msUntilDue(world.test.db, [])).toBe(0);
    expect(await msUntilDue(world.test.db, [busy.merchantId])).toBeNull();
  });

  it('is taken out once, by however many at the same time', async () => {
    await inLine(busy, 12);
    await inLine(small, 5);
    const taken: number[] = [];
    while (taken.length < 17) {
      const rounds = await Promise.all([claim(3), claim(3), claim(3)]);
      taken.push(...rounds.flat().map(({ id }) => id));
    }
    expect(new Set(taken).size).toBe(17);
  });
});

it('a merchant whose provider does not answer, with very much in line, keeps nobody waiting', async () => {
  const held: (() => void)[] = [];
  const { answer } = graph;
  graph.answer = (call, response) => {
    if (!call.path.includes(busy.externalId)) return answer(call, response);
    held.push(() => void answer(call, response));
  };
  const many = await inLine(busy, 12);
  const [one] = await inLine(small, 1);
  outbox = startChannelOutbox({ ...world, parallel: 6, backOff: () => 1 });
  world.onWake(outbox.wake);
  await until(() => held.length === 3);
  await until(async () => (await standing(world, one!)).state === 'done');
  expect(held).toHaveLength(3);

  graph.answer = answer;
  held.forEach((release) => release());
  for (const id of many) await until(async () => (await standing(world, id)).state === 'done');
});
