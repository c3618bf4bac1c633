import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { change, type WorkContext } from './unit-of-work';
import type { Queryable } from './connection';
import { addMerchant } from '../../testing/rows';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { inTransaction, MAX_ATTEMPTS } from './transaction';

let test: TestDatabase;
let one: MerchantId;
let two: MerchantId;

beforeAll(async () => {
  test = await createTestDatabase();
  [one, two] = [await addMerchant(test.db, ''), await addMerchant(test.db, '')];
});

afterAll(() => test.drop());

/** Adds a letter to a merchant's name, and so holds the merchant's row until the commit. */
const append = (db: Queryable, id: MerchantId, letter: string) =>
  sql`update merchants set name = name || ${letter} where id = ${id}`.execute(db);

const nameOf = async (id: MerchantId): Promise<string | undefined> =>
  (await sql<{ name: string }>`select name from merchants where id = ${id}`.execute(test.db)).rows[0]?.name;

/** Lets everybody pass once `count` have arrived; who comes later passes at once. */
function meetingPoint(count: number): () => Promise<void> {
  let arrived = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    arrived += 1;
    if (arrived === count) open();
    await opened;
  };
}

describe('a unit of work', () => {
  it('that runs into a deadlock is repeated, and publishes its events once', async () => {
    const published: MerchantId[] = [];
    const context: WorkContext = {
      db: test.db,
      live: { committed: (id) => void published.push(id), signal: () => undefined },
      outboxWoken: () => undefined,
      now: () => new Date(),
    };
    const bothHoldOne = meetingPoint(2);
    let attempts = 0;
    const crossing = (letter: string, merchantId: MerchantId, other: MerchantId) =>
      change(context, { merchantId, by: null }, async ({ tx, publish }) => {
        attempts += 1;
        await append(tx, merchantId, letter);
        publish('tickets.tickets', {});
        await bothHoldOne();
        await append(tx, other, letter);
        return letter;
      });
    expect(await Promise.all([crossing('a', one, two), crossing('b', two, one)])).toEqual(['a', 'b']);
    expect(attempts).toBe(3);
    expect([await nameOf(one), await nameOf(two)].map((name) => name?.split('').toSorted().join(''))).toEqual([
      'ab',
      'ab',
    ]);
    expect(published.toSorted((a, b) => a - b)).toEqual([one, two]);
    const events = await test.db.selectFrom('live_events').select('seq').execute();
    expect(events).toHaveLength(2);
  });

  it('that the database could not serialize with another is repeated', async () => {
    const id = await addMerchant(test.db, '');
    const bothHaveRead = meetingPoint(2);
    const addOne = (letter: string) =>
      inTransaction(
        test.db,
        async (tx) => {
          await sql`select name from merchants where id = ${id}`.execute(tx);
          await bothHaveRead();
          await append(tx, id, letter);
        },
        { isolationLevel: 'repeatable read' },
      );
    await Promise.all([addOne('a'), addOne('b')]);
    expect((await nameOf(id))?.split('').toSorted().join('')).toBe('ab');
  });

  it('that fails each time is given up with the database’s own error', async () => {
    let attempts = 0;
    const failing = inTransaction(test.db, async (tx) => {
      attempts += 1;
      await sql`do $$ begin raise exception 'No luck' using errcode = '40001'; end $$`.execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code: '40001', message: 'No luck' });
    expect(attempts).toBe(MAX_ATTEMPTS);
  });

  it('that a rule forbids is not repeated', async () => {
    let attempts = 0;
    const failing = inTransaction(test.db, async () => {
      attempts += 1;
      throw new Error('Forbidden');
    });
    await expect(failing).rejects.toThrow('Forbidden');
    expect(attempts).toBe(1);
  });
});

it('nothing but `inTransaction` opens transactions', async () => {
  const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
  const files = (await readdir(root, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const sources = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })),
  );
  const openers = sources.filter(({ text }) => /\.transaction\(\)/.test(text)).map(({ file }) => basename(file));
  expect(openers).toEqual(['transaction.ts']);
});
