import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openStore, type Store } from '../../platform/db/connection';
import { until } from '../../testing/fake-graph';
import { addMerchant } from '../../testing/rows';
import { migrate } from '../../platform/db/migrate';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import { startEmbeddedDatabase, type EmbeddedDatabase } from '.';

let dataDir: string;
let database: EmbeddedDatabase;
let store: Store;
let lines: string[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-supervise-'));
  database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  lines = [];
});

afterEach(async () => {
  await store?.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A database that somebody uses, and that is started again when it ends. */
async function useDatabase(): Promise<void> {
  database.supervise({ log: (line) => void lines.push(line), giveUp: (error) => void lines.push(error.message) });
  store = openStore({ url: database.url, log: () => undefined });
  await migrate(store.db);
}

const STARTED_AGAIN = ['The database has ended. It is started again (1 of 5).', 'The database runs again.'];

const clusterFile = (name: string) => join(dataDir, 'database', 'cluster', name);
const postmaster = async () => Number.parseInt(await readFile(clusterFile('postmaster.pid'), 'utf8'), 10);

/** A piece of work that is under way, the first time until the server is killed. @returns once it is */
async function beginWork(): Promise<{ done: Promise<number>; backend: number; tries: () => number }> {
  const merchantId = await addMerchant(store.db);
  const context: WorkContext = {
    db: store.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => new Date(),
  };
  let tries = 0;
  let begun: (backend: number) => void = () => undefined;
  const started = new Promise<number>((resolve) => (begun = resolve));
  const done = change(context, { merchantId, by: null }, async ({ tx }) => {
    tries += 1;
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await sql`update merchants set name = 'Done' where id = ${merchantId}`.execute(tx);
    begun(rows[0]?.pid ?? 0);
    if (tries === 1) await sql`select pg_sleep(3600)`.execute(tx);
    return merchantId;
  });
  // Looked at when the server has been killed.
  done.catch(() => undefined);
  return { done, backend: await started, tries: () => tries };
}

const nameOf = async (merchantId: number) => {
  const { rows } = await sql<{ name: string }>`select name from merchants where id = ${merchantId}`.execute(store.db);
  return rows[0]?.name;
};

describe('a database server that is killed', () => {
  it.each([
    ['itself', async () => postmaster(), STARTED_AGAIN],
    // The server mends itself then.
    ['one of its sessions', async (backend: number) => backend, []],
  ])('%s, is back, and the work under way is done', async (_what, victim, said) => {
    await useDatabase();
    const { done, backend, tries } = await beginWork();
    process.kill(await victim(backend), 'SIGKILL');
    const merchantId = await done;
    expect(tries()).toBe(2);
    expect(await nameOf(merchantId)).toBe('Done');
    await until(() => lines.length === said.length);
    expect(lines).toEqual(said);
  });

  it('keeps its user: it stops with the last one who leaves', async () => {
    await useDatabase();
    process.kill(await postmaster(), 'SIGKILL');
    await until(() => lines.length === STARTED_AGAIN.length);
    const pid = await postmaster();
    await store.close();
    await database.stop();
    expect(() => process.kill(pid, 0)).toThrow();
  });

  it('is given up in one line when it does not start any more', async () => {
    const givenUp = new Promise<Error>((giveUp) =>
      database.supervise({ log: () => undefined, giveUp, mostDeaths: 2, everyMs: 20 }),
    );
    await rename(clusterFile('global'), clusterFile('elsewhere'));
    process.kill(await postmaster(), 'SIGKILL');
    expect((await givenUp).message).toMatch(
      /^The database does not stay up, the inbox ends: PostgreSQL did not start in [^\n]+\.$/,
    );
  });
});
