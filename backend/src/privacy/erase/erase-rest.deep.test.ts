import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CustomerId, MerchantId } from '@inbox/domain';
import { subDays } from 'date-fns/subDays';
import { withChannels, type UseCaseContext } from '../../app/channels';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { addContent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { applyRetention, setRule } from '../retention';
import { eraseCustomer, removeErasedFiles, type EraseDeps } from './erase-customer';
import { ERASED_LIST } from './erased-list';
import { listUnfinished } from './erasure-queries';
import { finishErasures } from './finish-erasures';

let test: TestDatabase;
let dir: string;
let context: UseCaseContext;
let shop: MerchantId;
let removed: string[];
let stuck: Set<string>;

beforeAll(async () => {
  test = await createTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'inbox-erase-rest-'));
  context = withChannels({
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(),
  });
});
afterAll(async () => {
  await test.drop();
  await rm(dir, { recursive: true });
});
beforeEach(async () => {
  await test.db.deleteFrom('erasures').execute();
  shop = await addMerchant(test.db);
  removed = [];
  stuck = new Set();
});

/** A store that cannot remove some of its files. */
const uploads = {
  async remove(key: string) {
    if (stuck.has(key)) throw new Error('the store refuses');
    removed.push(key);
  },
};
const depsOf = (...listDirs: string[]): EraseDeps => ({ context, uploads, listDirs });

/** A customer with a file for each of these keys, and a closed ticket. */
async function addWithFiles(...keys: string[]): Promise<CustomerId> {
  const line = await addConversation(test.db, shop);
  const old = subDays(new Date(), 100);
  const ticket = await addTicket(test.db, line, {
    status: 'closed',
    received_at: old,
    created_at: old,
    closed_at: old,
  });
  const content_id = await addContent(test.db, line, ticket, { created_at: old });
  for (const storage_key of keys) {
    const facts = { kind: 'image', filename: 'a.png', content_type: 'image/png', size: 1 } as const;
    await test.db
      .insertInto('attachments')
      .values({
        merchant_id: shop,
        content_id,
        content_id_header: null,
        external_media_id: null,
        storage_key,
        ...facts,
      })
      .execute();
  }
  return line.customerId;
}
const keysOf = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${letter}${n}`.padEnd(32, '0'));
const filesLeft = async () => (await listUnfinished(test.db)).flatMap(({ files }) => files).sort();

describe('an erasure', () => {
  it('whose store refuses one file removes the others, says what is left, and removes it later', async () => {
    const [first, second] = [keysOf('a', 3), keysOf('b', 2)];
    stuck.add(first[1]!);
    const done = await eraseCustomer(depsOf(dir), {
      merchantId: shop,
      customerId: await addWithFiles(...first),
      by: null,
    });
    expect(done?.left).toContain('1 files of erased customers could not be removed: the store refuses');
    expect(await filesLeft()).toEqual([first[1]]);
    const other = await eraseCustomer(depsOf(dir), {
      merchantId: shop,
      customerId: await addWithFiles(...second),
      by: null,
    });
    expect(other?.left).toContain('1 files');
    expect(removed).toEqual(expect.arrayContaining([first[0], first[2], ...second]));

    stuck.clear();
    await removeErasedFiles({ db: test.db, uploads });
    expect(await filesLeft()).toEqual([]);
  });

  it('stops at a store that refuses three files in a row, and counts those that are left', async () => {
    const keys = keysOf('c', 9);
    keys.forEach((key) => stuck.add(key));
    const done = await eraseCustomer(depsOf(dir), {
      merchantId: shop,
      customerId: await addWithFiles(...keys),
      by: null,
    });
    expect(done?.left).toContain('9 files of erased customers could not be removed');
    expect(await filesLeft()).toEqual(keys);
  });

  it('whose list cannot be written in one folder is written in the other, and its files are removed', async () => {
    const file = join(dir, 'no-folder');
    await writeFile(file, '');
    const keys = keysOf('d', 1);
    const customerId = await addWithFiles(...keys);
    const done = await eraseCustomer(depsOf(file, dir), { merchantId: shop, customerId, by: null });
    expect(done?.left).toContain('1 lists of erased customers could not be written');
    expect(await readFile(join(dir, ERASED_LIST), 'utf8')).toContain(`"merchant":${shop}`);
    expect(removed).toEqual(keys);
  });

  it('whose files are still there keeps no other one from its certificate', async () => {
    const [first, second] = [keysOf('e', 1), keysOf('f', 1)];
    stuck.add(first[0]!);
    for (const keys of [first, second]) {
      await eraseCustomer(depsOf(dir), { merchantId: shop, customerId: await addWithFiles(...keys), by: null });
    }
    const finish = { db: test.db, uploads, ownsServer: false, listArchives: async () => [], now: () => new Date() };
    await expect(finishErasures(finish)).rejects.toThrow('1 files of erased customers could not be removed');
    expect(await filesLeft()).toEqual(first);
    stuck.clear();
    expect(await finishErasures(finish)).toHaveLength(1);
  });
});

it('a rule of retention that fails keeps no rule of another shop', async () => {
  const broken = shop;
  await addWithFiles(...keysOf('9', 1));
  stuck.add(keysOf('9', 1)[0]!);
  shop = await addMerchant(test.db);
  await addWithFiles();
  for (const merchant_id of [broken, shop]) await setRule(test.db, { merchant_id, channel: '', days: 30 });
  await expect(applyRetention(depsOf(dir))).rejects.toThrow('rules of retention could not be applied completely');
  const rows = await test.db.selectFrom('erasures').select('merchant_id').orderBy('merchant_id').execute();
  expect(rows.map(({ merchant_id }) => merchant_id)).toEqual([broken, shop]);
});
