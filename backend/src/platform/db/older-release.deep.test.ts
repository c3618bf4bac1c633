import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { openStore, type Queryable, type Store } from './connection';
import { migrate } from './migrate';
import { migrations } from './migrations';

/** The migration from which on an older release and a newer one have run on one database. */
const SIDE_BY_SIDE_FROM = '064_passkeys';

/**
 * What a release that does not know a migration still can do, although it looks as if it could not; with the reason. What
 * takes something away waits until no release that uses it runs, and is listed here with that.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // It takes one word more.
  '064_passkeys': ['sessions: a check that was not there: sessions_signed_in_by_check'],
  // A key of one column more, which takes all that it took.
  '069_partitions': [
    'audit_records: a check that was not there: audit_records_pkey',
    'live_events: a check that was not there: live_events_pkey',
  ],
};

interface Shape {
  /** By `table.column`. */
  columns: Map<string, { type: string; nullable: boolean; isFilled: boolean }>;
  /** Checks, unique indexes and references, by `table: name`, as they are written. */
  rules: Map<string, string>;
}

let test: TestDatabase;
let store: Store;

beforeAll(async () => {
  test = await createTestDatabase();
  const database = `test_${process.pid}_older_release`;
  await test.pool.query(`create database ${database}`);
  const url = test.url.replace(/test_\w+/, database);
  store = openStore({ url, log: () => undefined });
});
afterAll(async () => {
  await store.close();
  await test.pool.query(`drop database test_${process.pid}_older_release with (force)`);
  await test.drop();
});

async function readShape(db: Queryable): Promise<Shape> {
  const { rows: columns } = await sql<{ name: string; type: string; nullable: boolean; filled: boolean }>`
    select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as filled
    from information_schema.columns where table_schema = 'public'`.execute(db);
  const { rows: rules } = await sql<{ name: string; rule: string }>`
    select conrelid::regclass || ': ' || conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'p', 'x')
    union all
    select indrelid::regclass || ': ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
    join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace and indisunique`.execute(db);
  return {
    columns: new Map(columns.map(({ name, type, nullable, filled }) => [name, { type, nullable, isFilled: filled }])),
    rules: new Map(rules.map(({ name, rule }) => [name, rule])),
  };
}

const tableOf = (name: string): string => name.split(/[.:]/)[0] ?? '';

/** What a release that writes and reads as before would stumble over. */
function stumblingBlocks(before: Shape, after: Shape): string[] {
  const known = new Set([...before.columns.keys()].map(tableOf));
  const gone = [...before.columns].flatMap(([name, column]) => {
    const now = after.columns.get(name);
    if (now === undefined) return [`${name}: is gone`];
    if (now.type !== column.type) return [`${name}: was ${column.type}, is ${now.type}`];
    return column.nullable && !now.nullable ? [`${name}: must be filled in now`] : [];
  });
  const wanted = [...after.columns].flatMap(([name, { nullable, isFilled }]) =>
    before.columns.has(name) || !known.has(tableOf(name)) || nullable || isFilled ? [] : [`${name}: must be filled in`],
  );
  const stricter = [...after.rules].flatMap(([name, rule]) =>
    before.rules.get(name) === rule || !known.has(tableOf(name))
      ? []
      : [`${tableOf(name)}: a check that was not there: ${name.split(': ')[1] ?? ''}`],
  );
  return [...gone, ...wanted, ...stricter];
}

it('a release that does not know the newest migrations can still write and read', async () => {
  const names = Object.keys(migrations);
  const from = names.indexOf(SIDE_BY_SIDE_FROM);
  const upTo = (count: number) => Object.fromEntries(Object.entries(migrations).slice(0, count));
  await migrate(store.db, upTo(from));
  let before = await readShape(store.db);
  const blocks: Record<string, string[]> = {};
  for (let count = from + 1; count <= names.length; count++) {
    await migrate(store.db, upTo(count));
    const after = await readShape(store.db);
    const found = stumblingBlocks(before, after);
    if (found.length > 0) blocks[names[count - 1] ?? ''] = found;
    before = after;
  }
  expect(blocks).toEqual(ALLOWED);
});

it.each([
  ['alter table tickets drop column closed_at', 'tickets.closed_at: is gone'],
  ['alter table contents alter column error_message type varchar(10)', 'contents.error_message: was text, is varchar'],
  [
    "update tickets set subject = ''; alter table tickets alter column subject set not null",
    'tickets.subject: must be filled in now',
  ],
  ['alter table tickets add column shelf int not null', 'tickets.shelf: must be filled in'],
  [
    'alter table tickets add constraint short check (length(full_name) < 5)',
    'tickets: a check that was not there: short',
  ],
  ['create unique index one_name on tickets (full_name)', 'tickets: a check that was not there: one_name'],
])('%s would be a stumbling block', async (change, block) => {
  const before = await readShape(store.db);
  const undone = new Error('undone');
  let found: string[] = [];
  const trying = store.db.transaction().execute(async (tx) => {
    await sql.raw(change).execute(tx);
    found = stumblingBlocks(before, await readShape(tx));
    throw undone;
  });
  await expect(trying).rejects.toBe(undone);
  expect(found).toEqual([block]);
});
