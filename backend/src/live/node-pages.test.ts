import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { AgentId, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import type { Hub } from './hub';
import { forgetGoneNodes, readPages, startNodePages, type NodePages } from './node-pages';

/** Longer than any test takes: no timer publishes. */
const NEVER_MS = 3_600_000;
const [SHOP, OTHER] = [1, 2] as MerchantId[] as [MerchantId, MerchantId];
const [ASHA, DEV] = [11, 12] as AgentId[] as [AgentId, AgentId];

let test: TestDatabase;
let nodes: { pages: NodePages; open: { merchantId: MerchantId; agentId: AgentId }[] }[] = [];
const faults: unknown[] = [];

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  nodes = [1, 2].map(() => {
    const open: (typeof nodes)[number]['open'] = [];
    const hub = { sockets: () => open.values() } as unknown as Pick<Hub, 'sockets'>;
    return { open, pages: startNodePages({ db: test.db, hub }, (error) => faults.push(error), NEVER_MS) };
  });
});
afterEach(async () => {
  for (const { pages } of nodes) await pages.stop();
});

const all = (merchantId = SHOP) => readPages(test.db, merchantId, null);
const page = (agentId: AgentId, merchantId = SHOP) => ({ merchantId, agentId });
const publish = () => Promise.all(nodes.map(({ pages }) => pages.publish()));

it('pages at all nodes are counted by agent, and those of one merchant alone', async () => {
  nodes[0]!.open.push(page(ASHA), page(ASHA), page(DEV));
  nodes[1]!.open.push(page(ASHA), page(DEV, OTHER));
  await publish();
  expect([await all(), await all(OTHER)]).toEqual([
    new Map([
      [ASHA, 3],
      [DEV, 1],
    ]),
    new Map([[DEV, 1]]),
  ]);
  expect(await nodes[0]!.pages.ofOthers(SHOP)).toEqual(new Map([[ASHA, 1]]));
});

it('who comes and goes is published with the next comparison', async () => {
  const { open } = nodes[0]!;
  open.push(page(ASHA), page(DEV));
  await publish();
  open.splice(1, 1, page(ASHA));
  await publish();
  expect(await all()).toEqual(new Map([[ASHA, 2]]));
  open.splice(0);
  await publish();
  expect(await all()).toEqual(new Map());
});

it('a node that says nothing for a while is gone, and is back with all that it has', async () => {
  nodes[0]!.open.push(page(ASHA));
  nodes[1]!.open.push(page(DEV));
  await publish();
  await sql`update live_nodes set seen_at = now() - interval '2 minutes'`.execute(test.db);
  expect(await all()).toEqual(new Map());
  await forgetGoneNodes(test.db);
  expect(await test.db.selectFrom('live_pages').selectAll().execute()).toEqual([]);
  nodes[0]!.open.push(page(DEV));
  await nodes[0]!.pages.publish();
  expect(await all()).toEqual(
    new Map([
      [ASHA, 1],
      [DEV, 1],
    ]),
  );
});

it('a node that is stopped takes its pages with it', async () => {
  nodes[0]!.open.push(page(ASHA));
  await publish();
  await nodes[0]!.pages.stop();
  expect(await test.db.selectFrom('live_pages').selectAll().execute()).toEqual([]);
  expect(faults).toEqual([]);
});
