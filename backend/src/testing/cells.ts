import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../operations/embedded-postgres';
import { makeCell } from '../cells/cell-number';
import { openStore, type Store } from '../platform/db/connection';
import { migrate } from '../platform/db/migrate';

/** The database of one cell. */
export interface TestCell {
  /** By a superuser. */
  url: string;
  store: Store;
  client: pg.Client;
}

export interface TestCells {
  /** Cell 0. */
  one: TestCell;
  /** Cell 2. */
  two: TestCell;
  end(): Promise<void>;
}

async function openCell(url: string): Promise<TestCell> {
  const store = openStore({ url, log: () => undefined, max: 4 });
  await migrate(store.db);
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query("set timezone = 'UTC'");
  return { url, store, client };
}

/** Two cells without a merchant, as two databases of one server between which merchants can move. */
export async function openTestCells(): Promise<TestCells> {
  const dir = await mkdtemp(join(tmpdir(), 'inbox-cells-'));
  // The server, which has a user of its own where this is root, is to find its own socket by name.
  await chmod(dir, 0o711);
  const settings = { wal_level: 'logical', fsync: 'off', synchronous_commit: 'off' };
  const server = await startEmbeddedDatabase({ dataDir: dir, log: () => undefined, settings, endsWithUs: true });
  const one = await openCell(server.url);
  await one.client.query('create database two');
  const two = await openCell(server.url.replace(/\/inbox(?=\?|$)/, '/two'));
  await makeCell(two.store.db, 2);
  return {
    one,
    two,
    async end() {
      for (const { client, store } of [one, two]) {
        await client.end();
        await store.close();
      }
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
