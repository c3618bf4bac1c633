import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault, type Vault } from '../../accounts/vault';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { readBrowserKey } from './browser-key';

let world: TicketWorld;
let dataDir: string;
let vault: Vault;

beforeAll(async () => {
  world = await createTicketWorld();
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-browser-key-'));
  vault = await openVault(dataDir);
});
afterAll(async () => {
  await world.test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const keyOf = (who = world.me) => readBrowserKey(world.test.db, vault, who);

it('is the same for each call of an agent, also for calls at the same time, and another agent has another', async () => {
  const [first, second] = await Promise.all([keyOf(), keyOf()]);
  expect(second).toEqual(first);
  expect(await keyOf()).toEqual(first);
  expect((await keyOf(world.dev)).d).not.toBe(first.d);
});

it('is in the database only as the vault has sealed it, and is not replaced where the vault cannot open it', async () => {
  const { d } = await keyOf();
  const row = () =>
    world.test.db
      .selectFrom('agents')
      .select('browser_key')
      .where('id', '=', world.me.agent.id)
      .executeTakeFirstOrThrow();
  const before = (await row()).browser_key;
  expect(before?.toString('latin1')).not.toContain(d);
  const otherDir = await mkdtemp(join(tmpdir(), 'inbox-browser-key-'));
  await expect(readBrowserKey(world.test.db, await openVault(otherDir), world.me)).rejects.toThrow();
  expect((await row()).browser_key).toEqual(before);
  await rm(otherDir, { recursive: true, force: true });
});
