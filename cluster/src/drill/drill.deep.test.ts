import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userInfo } from 'node:os';
import { bringUp, missingPrograms, openCluster, takeDown } from '../cluster';
import type { Layout } from '../layout';
import { drill } from './drill';
import { findFault } from './faults';
import { startDrillWorld, type DrillWorld } from './world';

const layout: Layout = { dir: `/var/tmp/inbox-drill-test-${userInfo().uid}`, basePort: 19_000 };
const missing = missingPrograms();
const drilled = missing.length === 0 ? describe : describe.skip;

/** A fifth of what `pnpm drill` has, beside all other tests. */
const LOAD = { replies: 4, webhooks: 10, around: 3 };
const AGENTS = 40;

const WHOLE = { lost: 0, twice: 0, outOfOrder: 0, missed: 0 };

drilled(`the example of many machines${missing.map((name) => `, without ${name}`).join('')}`, () => {
  let world: DrillWorld;

  beforeAll(async () => {
    await takeDown(layout, { remove: true });
    const cluster = await openCluster(layout);
    await bringUp(cluster, () => undefined);
    world = await startDrillWorld(cluster, AGENTS);
  }, 300_000);

  afterAll(async () => {
    await world?.end();
    await takeDown(layout, { remove: true });
  });

  it.each(['node', 'postgres'])(
    'loses nothing: %s',
    async (key) => {
      expect(await drill(world, findFault(key), LOAD)).toMatchObject(WHOLE);
    },
    400_000,
  );
});
