import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { addHours } from 'date-fns/addHours';
import { subDays } from 'date-fns/subDays';
import { createUploads } from '../platform/files/uploads';
import { eraseCustomer } from '../privacy/erase/erase-customer';
import { listUnfinished } from '../privacy/erase/erasure-queries';
import { setRule } from '../privacy/retention';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { until } from '../testing/fake-graph';
import { addConversation, addMerchant, addTicket } from '../testing/rows';
import { withChannels } from './channels';
import { erasingOf } from '../operations/backup/erasing';
import { startNightly } from './nightly';

const NIGHT = 3;
const LOOK_MS = 5;

let test: TestDatabase;
let dir: string;
let clock: { now: Date };
let looks: number;
let erasing: ReturnType<typeof erasingOf>;
let shop: MerchantId;

beforeAll(async () => {
  test = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'inbox-nightly-'));
  clock = { now: new Date(2026, 10, 24, 14, 0) };
  looks = 0;
  const context = withChannels({
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => {
      looks += 1;
      return clock.now;
    },
  });
  const backup = { dir: undefined, everyHours: 24, keepDays: 30, key: undefined, keyFile: undefined };
  // The server is that of all tests: its WAL is theirs.
  erasing = erasingOf(context, createUploads(join(dir, 'uploads')), { dataDir: dir, databaseUrl: test.url, backup });
  shop = await addMerchant(test.db);
});
afterAll(async () => {
  await test.drop();
  await rm(dir, { recursive: true });
});

it('completes erasures in the hour of the night, or when they have waited too long, and erases by age then', async () => {
  const old = subDays(clock.now, 100);
  const line = await addConversation(test.db, shop);
  await addTicket(test.db, line, { status: 'closed', received_at: old, closed_at: old });
  await setRule(test.db, { merchant_id: shop, channel: '', days: 30 });
  const asked = await addConversation(test.db, shop);
  await eraseCustomer(erasing.deps, { merchantId: shop, customerId: asked.customerId, by: null });
  const logged: string[] = [];
  const log = (said: string): void => void logged.push(said);
  const report = (error: unknown): void => void logged.push(String(error));
  const end = startNightly({ erasing, nightHour: NIGHT, log, report, lookEveryMs: LOOK_MS });
  const before = looks;
  await until(() => looks > before + 5);
  expect(await listUnfinished(test.db)).toHaveLength(1);

  clock.now = new Date(2026, 10, 25, NIGHT, 10);
  await until(() => logged.length > 0);
  expect(logged[0]).toBe('2 erasures are off the disk.');
  expect(await listUnfinished(test.db)).toEqual([]);

  // The machine is never on at night.
  clock.now = new Date(2026, 10, 25, 14, 0);
  const late = await addConversation(test.db, shop);
  await eraseCustomer(erasing.deps, { merchantId: shop, customerId: late.customerId, by: null });
  clock.now = addHours(clock.now, 48);
  await until(() => logged.length > 1);
  await end();
  expect(logged.slice(1)).toEqual(['1 erasures are off the disk.']);
});
