import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Kysely, type Migration, sql } from 'kysely';
import { openStore, type Store } from './connection';
import { migrate } from './migrate';
import { migrations as allMigrations, renamedMigrations } from './migrations';
import { createTestDatabase, type TestDatabase } from '../../testing/database';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.drop());

describe('the store', () => {
  it('hands out ids, counts and rupees as numbers, days as text and moments as dates', async () => {
    const { rows } = await test.pool.query(
      `select 9007199254740991::bigint as id, count(*) as n, 1499.5::numeric(12, 2) as price, date '2026-03-01' as day,
        timestamptz '2026-03-01T10:00:00+05:30' as moment, '{"a": 1}'::jsonb as details, null::bigint as nothing, '{7,8}'::bigint[] as ids, '{}'::bigint[] as none`,
    );
    const moment = new Date('2026-03-01T04:30:00Z');
    const expected = {
      id: 9007199254740991,
      n: 1,
      price: 1499.5,
      day: '2026-03-01',
      details: { a: 1 },
      nothing: null,
      ids: [7, 8],
      none: [],
    };
    expect(rows).toEqual([{ ...expected, moment }]);
  });

  it('outlives a connection that breaks while idle', async () => {
    let tell: (line: string) => void = () => undefined;
    const told = new Promise<string>((resolve) => (tell = resolve));
    const store = openStore({ url: test.url, max: 1, log: (line) => tell(line) });
    const { rows } = await store.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await test.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    expect(await told).toMatch(/^A database connection broke: /);
    expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await store.close();
    await store.close();
  });
});

describe('a transaction', () => {
  it('whose connection breaks between two queries fails, and takes nothing else with it', async () => {
    const store = openStore({ url: test.url, max: 1, log: () => undefined });
    const cut = store.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const pid = rows[0]?.pid;
      await test.pool.query('select pg_terminate_backend($1)', [pid]);
      for (let left = 1; left > 0;) {
        left = (await test.pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount ?? 0;
      }
      await new Promise((resolve) => setImmediate(resolve));
      await sql`select 1`.execute(tx);
    });
    await expect(cut).rejects.toThrow();
    expect((await store.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await store.close();
  });
});

describe('migrating', () => {
  const run = async (db: Kysely<unknown>, text: string): Promise<void> => void (await sql.raw(text).execute(db));
  const first: Migration = { up: (db: Kysely<unknown>) => run(db, 'create table shelf (id int)') };
  const second: Migration = { up: (db: Kysely<unknown>) => run(db, 'alter table shelf add column width int') };
  const faulty: Migration = { up: (db: Kysely<unknown>) => run(db, 'alter table nowhere add column width int') };

  /** Two nodes on one new database. */
  async function withTwoNodes(name: string, work: (one: Store, two: Store) => Promise<void>): Promise<void> {
    const url = /(?<before>.*\/)(?<database>test_\w+)(?<after>.*)/.exec(test.url)?.groups;
    const database = `${url?.['database']}_${name}`;
    await test.pool.query(`create database ${database}`);
    const open = (): Store =>
      openStore({ url: `${url?.['before']}${database}${url?.['after']}`, log: () => undefined });
    const [one, two] = [open(), open()];
    try {
      await work(one, two);
    } finally {
      await Promise.all([one.close(), two.close()]);
      await test.pool.query(`drop database ${database} with (force)`);
    }
  }

  it('finds nothing to do in a test database', async () => {
    expect(await migrate(test.db)).toEqual([]);
  });

  it('runs each migration once, in the order of names, though two nodes start at once', async () => {
    await withTwoNodes('once', async (one, two) => {
      const migrations = { '002_width': second, '001_shelf': first };
      const ran = await Promise.all([migrate(one.db, migrations), migrate(two.db, migrations)]);
      expect(ran.flat()).toEqual(['001_shelf', '002_width']);
    });
  });

  it('adds what is new to a database that has the rest', async () => {
    await withTwoNodes('later', async (one, two) => {
      await migrate(one.db, { '001_shelf': first });
      expect(await migrate(two.db, { '001_shelf': first, '002_width': second })).toEqual(['002_width']);
    });
  });

  it('takes a database as it is that a newer release has migrated, and none that lacks what came between', async () => {
    await withTwoNodes('newer', async (one, two) => {
      await migrate(one.db, { '001_shelf': first, '002_width': second });
      expect(await migrate(two.db, { '001_shelf': first })).toEqual([]);
      await expect(migrate(two.db, { '001_shelf': first, '003_depth': second })).rejects.toThrow(
        '002_width is missing',
      );
    });
  });

  it('leaves nothing half done when one fails, names it, and lets the next node try', async () => {
    await withTwoNodes('faulty', async (one, two) => {
      const failing = migrate(one.db, { '001_shelf': first, '002_nowhere': faulty });
      await expect(failing).rejects.toThrow('Migration 002_nowhere failed: relation "nowhere" does not exist');
      expect(await migrate(two.db, { '001_shelf': first })).toEqual(['001_shelf']);
    });
  });

  it('numbers each one, rising from 001, in the file of its name', async () => {
    const names = Object.keys(allMigrations);
    const numbers = names.map((name) => Number(/^(\d{3})_[a-z_]+$/.exec(name)?.[1]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const files = await readdir(join(dirname(fileURLToPath(import.meta.url)), 'migrations'));
    expect(files.filter((file) => /^\d/.test(file)).toSorted()).toEqual(names.map((name) => `${name}.ts`));
  });

  it('knows what an older database recorded under the old names', async () => {
    await withTwoNodes('renamed', async (one, two) => {
      await migrate(one.db);
      for (const [before, after] of Object.entries(renamedMigrations)) {
        await sql`update kysely_migration set name = ${before} where name = ${after}`.execute(one.db);
      }
      expect(await migrate(two.db)).toEqual([]);
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(two.db);
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(allMigrations));
    });
  });
});
