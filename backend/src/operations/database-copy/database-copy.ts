import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Store } from '../../platform/db/connection';
import { migrate } from '../../platform/db/migrate';
import { migrations } from '../../platform/db/migrations';
import { IS_TABLE } from '../../platform/db/is-table';
import { BackupError } from './backup-error';
import type { DatabaseShape, Manifest } from './contents';

type TableSum = Manifest['tables'][number];

/** Bytes of a table that are one entry of the archive: what is in memory at once. */
const PIECE_BYTES = 4_000_000;

/** Storage keys that are fetched at once. */
const KEYS_AT_ONCE = 1_000;

/** The database as it was at one moment, whatever is written meanwhile. */
export interface Snapshot {
  shape: DatabaseShape;
  /** A table's rows in pieces, as `copy … to stdout` writes them. */
  rowsOf(table: string): AsyncGenerator<Buffer>;
  sums(): Promise<TableSum[]>;
  /** The keys of all stored files that rows name, in order. */
  storageKeys(): AsyncGenerator<string>;
  close(): Promise<void>;
}

const named = (name: string): string => pg.escapeIdentifier(name);
const list = (columns: readonly string[]): string => columns.map(named).join(', ');

/** Values are written alike wherever the server is. */
const SESSION =
  "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'";

export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connect(url);
  try {
    await client.query('begin isolation level repeatable read read only');
    const shape = await shapeOf(client);
    return {
      shape,
      async *rowsOf(name) {
        const { columns } = tableOf(shape, name);
        const rows = client.query(copyTo(`copy (select ${list(columns)} from ${named(name)}) to stdout`));
        yield* inPieces(rows);
      },
      sums: () => sumTables(client, shape),
      storageKeys: () => storageKeys(client),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'inbox backup' });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(SESSION);
  return client;
}

async function shapeOf(client: pg.Client): Promise<DatabaseShape> {
  const one = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
    (await client.query<Row>(text)).rows;
  const [version] = await one<{ server_version: string }>('show server_version');
  const applied = await one<{ name: string }>('select name from kysely_migration order by name');
  // Generated columns are not copied: the server makes them again.
  const tables = await one<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${IS_TABLE} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  // Sequences stand outside of snapshots, and only rise: never behind the rows.
  const names = await one<{ name: string }>(
    "select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname",
  );
  const sequences: DatabaseShape['sequences'] = [];
  for (const { name } of names) {
    const [state] = await one<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${named(name)}`,
    );
    if (state) sequences.push({ name, last: state.last_value, isCalled: state.is_called });
  }
  return { postgres: version?.server_version ?? '', migrations: applied.map(({ name }) => name), tables, sequences };
}

function tableOf(shape: DatabaseShape, name: string) {
  const table = shape.tables.find((each) => each.name === name);
  if (table === undefined)
    throw new BackupError(`The archive has rows of '${name}', a table that it does not describe.`);
  return table;
}

async function* inPieces(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

/** Rows and their hashes added up, so that the order of the rows, which a table does not have, makes no difference. */
async function sumTables(client: pg.Client, { tables }: DatabaseShape): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ rows: string; checksum: string }>(`
      select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as checksum
      from (select ${list(columns)} from ${named(name)}) t`);
    sums.push({ name, rows: Number(rows[0]?.rows), checksum: rows[0]?.checksum ?? '' });
  }
  return sums;
}

async function* storageKeys(client: pg.Client): AsyncGenerator<string> {
  // A mail's details name the file with the mail as it came.
  const { rows } = await client.query<{ name: string; key: string }>(`
    select c.relname as name, case a.attname when 'details' then 'details ->> ''original_key''' else 'storage_key' end as key
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${IS_TABLE} and not a.attisdropped
      and (a.attname = 'storage_key' or (c.relname = 'contents' and a.attname = 'details')) order by 1`);
  const each = rows.map(({ name, key }) => `select ${key} as storage_key from ${named(name)} where ${key} is not null`);
  if (each.length === 0) return;
  // By bytes: archive and restored copy are compared in this order.
  await client.query(`declare keys no scroll cursor for
    select storage_key from (${each.join(' union ')}) k order by storage_key collate "C"`);
  for (;;) {
    const page = await client.query<{ storage_key: string }>(`fetch ${KEYS_AT_ONCE} from keys`);
    for (const { storage_key } of page.rows) yield storage_key;
    if (page.rows.length < KEYS_AT_ONCE) break;
  }
  await client.query('close keys');
}

/** Takes an archive's rows into a migrated database, all of them or none. */
export interface Load {
  /** The next piece of a table; a table's pieces come one after the other. */
  add(table: string, piece: AsyncIterable<Uint8Array>): Promise<void>;
  commit(): Promise<void>;
  /** Ends the connection; what was not committed is gone. */
  close(): Promise<void>;
}

/** Makes an empty database the shape that another has, which may be of an older release. */
export async function migrateAs(db: Store['db'], { migrations: names }: DatabaseShape): Promise<void> {
  const unknown = names.filter((name) => migrations[name] === undefined);
  if (unknown.length > 0)
    throw new BackupError(`The database is of a newer release of the inbox (${unknown.join(', ')}).`);
  await migrate(db, Object.fromEntries(names.flatMap((name) => (migrations[name] ? [[name, migrations[name]]] : []))));
}

/** @param url of a database whose tables are as the archive's; what is in them is replaced */
export async function startLoad(url: string, shape: DatabaseShape): Promise<Load> {
  const client = await connect(url);
  let current: { table: string; into: Writable; failed: Promise<never> } | undefined;

  async function endTable(): Promise<void> {
    if (current === undefined) return;
    const { into } = current;
    current = undefined;
    into.end();
    await finished(into);
  }

  try {
    // Rows come as they were: no trigger runs, and foreign keys were true in the snapshot.
    await client.query('set session_replication_role = replica');
    await client.query('begin');
    await client.query(`truncate ${list(shape.tables.map(({ name }) => name))}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async add(table, piece) {
      if (current?.table !== table) {
        await endTable();
        const { columns } = tableOf(shape, table);
        const into = client.query(copyFrom(`copy ${named(table)} (${list(columns)}) from stdin`));
        const failed = new Promise<never>((_resolve, reject) => into.once('error', reject));
        failed.catch(() => undefined);
        current = { table, into, failed };
      }
      const { into, failed } = current;
      for await (const chunk of piece) {
        if (!into.write(chunk)) await Promise.race([once(into, 'drain'), failed]);
      }
    },
    async commit() {
      await endTable();
      for (const { name, last, isCalled } of shape.sequences) {
        await client.query('select setval($1::regclass, $2::bigint, $3)', [named(name), last, isCalled]);
      }
      await client.query('commit');
      await client.query('analyze');
    },
    close: () => client.end(),
  };
}
