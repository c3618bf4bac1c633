import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '../operations/embedded-postgres';
import { processLives } from '../operations/embedded-postgres/lock';
import { openStore, type Queryable } from '../platform/db/connection';
import { migrate } from '../platform/db/migrate';

const here = dirname(fileURLToPath(import.meta.url));
/** One server per checkout, kept between runs so that only the first has to make it. */
const checkout = createHash('sha256').update(here).digest('hex').slice(0, 8);
const dataDir = join(tmpdir(), `inbox-test-database-${checkout}`);
const templateLock = 4_020_912;

export interface TestDatabase {
  url: string;
  db: Queryable;
  pool: pg.Pool;
  /** Closes the connections, drops the database and leaves the server; the last test file to leave stops it. */
  drop(): Promise<void>;
}

/**
 * Keeps the server of the test databases running, for a whole run of test files.
 * @returns what leaves it; it stops with its last user
 */
export async function holdTestServer(): Promise<() => Promise<void>> {
  const server = await enterTestServer();
  return () => server.stop();
}

/** Test data may be lost in a power cut, so nothing waits for the disk. */
function enterTestServer(): Promise<EmbeddedDatabase> {
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  return startEmbeddedDatabase({ dataDir, log: () => undefined, settings });
}

interface DatabaseRow {
  datname: string;
  datistemplate: boolean;
}

/**
 * A fresh, migrated, empty database for one test file:
 * `beforeAll(async () => { test = await createTestDatabase() }); afterAll(() => test.drop())`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await enterTestServer();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  try {
    await asAdmin(server.url, (admin) => createFromTemplate(admin, server.url, name));
  } catch (error) {
    await server.stop();
    throw error;
  }
  const url = urlOf(server.url, name);
  const { db, pool, close } = openStore({ url, log: () => undefined, max: 8 });
  const drop = async (): Promise<void> => {
    await close();
    await asAdmin(server.url, (admin) => admin.query(`drop database if exists ${name} with (force)`));
    await server.stop();
  };
  return { url, db, pool, drop };
}

/** One at a time, over all test processes: an old template is not dropped while somebody copies it. */
async function createFromTemplate(admin: pg.Client, serverUrl: string, name: string): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    const template = `template_${await hashOfMigrations()}`;
    const { rows } = await admin.query<DatabaseRow>(
      "select datname, datistemplate from pg_database where datname ~ '^(test|template)_'",
    );
    for (const row of rows.filter(({ datname }) => isLeftover(datname, template))) await dropDatabase(admin, row);
    if (!rows.some(({ datname, datistemplate }) => datname === template && datistemplate)) {
      await makeTemplate(admin, serverUrl, template);
    }
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [templateLock]);
  }
}

/** A migrated database that the others are copies of; made anew whenever a migration's text changes. */
async function makeTemplate(admin: pg.Client, serverUrl: string, template: string): Promise<void> {
  await dropDatabase(admin, { datname: template, datistemplate: false });
  await admin.query(`create database ${template}`);
  const { db, close } = openStore({ url: urlOf(serverUrl, template), log: () => undefined, max: 1 });
  try {
    await migrate(db);
  } finally {
    await close();
  }
  // Marked as a template only when complete: one that was cut short is made again.
  await admin.query(`alter database ${template} with is_template true allow_connections false`);
}

async function dropDatabase(admin: pg.Client, { datname, datistemplate }: DatabaseRow): Promise<void> {
  if (datistemplate) await admin.query(`alter database ${datname} with is_template false`);
  await admin.query(`drop database if exists ${datname} with (force)`);
}

/** Templates of other migrations, and databases of test runs that were killed. */
function isLeftover(name: string, template: string): boolean {
  const [kind, pid] = name.split('_');
  return kind === 'template' ? name !== template : !processLives(Number(pid));
}

async function hashOfMigrations(): Promise<string> {
  const folder = join(here, '../platform/db/migrations');
  const hash = createHash('sha256');
  for (const file of (await readdir(folder)).sort()) hash.update(file).update(await readFile(join(folder, file)));
  return hash.digest('hex').slice(0, 16);
}

async function asAdmin<T>(serverUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** The same server's other database. A URL without a host before the path is none to `URL`, hence by hand. */
function urlOf(serverUrl: string, database: string): string {
  return serverUrl.replace(/\/inbox(\?|$)/, `/${database}$1`);
}
