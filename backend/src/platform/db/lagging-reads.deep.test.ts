import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { until } from '../../testing/fake-graph';
import { makeSystemPostgres, noSystemPostgres, type SystemPostgres } from '../../testing/system-postgres';
import { openStore, type Queryable, type Store } from './connection';
import { readsWithStandby, type LaggingReads } from './lagging-reads';

const describeHere = noSystemPostgres === null ? describe : describe.skip;

const dirs: string[] = [];
const servers: SystemPostgres[] = [];
let primary: Store;
let standby: Store;
let reads: LaggingReads;
const said: string[] = [];

const isStandby = async (db: Queryable): Promise<boolean> =>
  (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]!.is;
const rowsOf = async (db: Queryable): Promise<number> =>
  (await sql<{ count: number }>`select count(*) as count from said`.execute(db)).rows[0]!.count;
/** @param catchesUpMs for how long a read waits for a standby: as long as it takes, unless it is not to catch up */
const readsOf = (other: Store, catchesUpMs = 60_000): LaggingReads =>
  readsWithStandby(primary.db, other.db, (line) => void said.push(line), { believedMs: 0, catchesUpMs });
const write = (): Promise<unknown> => sql`insert into said values (1)`.execute(primary.db);

describeHere('what may be a little behind', () => {
  beforeAll(async () => {
    for (const name of ['primary', 'standby', 'promoted']) dirs.push(await mkdtemp(join(tmpdir(), `inbox-${name}-`)));
    const first = await makeSystemPostgres(dirs[0]!);
    servers.push(first);
    await first.start();
    primary = openStore({ url: first.url, log: () => undefined, max: 2 });
    await sql`create table said (n int)`.execute(primary.db);
    const second = await first.makeStandby(dirs[1]!);
    servers.push(second);
    await second.start();
    standby = openStore({ url: second.url, log: () => undefined, max: 2, patienceMs: 0 });
  });
  afterAll(async () => {
    await Promise.all([primary?.close(), standby?.close()]);
    for (const server of servers) await server.stop();
    for (const dir of dirs) await rm(dir, { recursive: true, force: true });
  });
  beforeEach(() => {
    said.splice(0);
    reads = readsOf(standby);
  });
  // Whatever a test has left: the next one begins with a standby that follows.
  afterEach(async () => {
    await sql`select pg_wal_replay_resume()`.execute(standby.db);
    await until(() => readsOf(standby).recent(isStandby));
  });

  it('is read from the standby', async () => {
    expect([await reads.recent(isStandby), await reads.caughtUp(isStandby), said]).toEqual([true, true, []]);
  });

  it('has what was written before, where that is asked for', async () => {
    for (let n = 0; n < 20; n++) {
      await write();
      const [onPrimary, read] = [await rowsOf(primary.db), await reads.caughtUp(rowsOf)];
      expect(read).toBe(onPrimary);
    }
  });

  it('is read from the primary while the standby does not follow', async () => {
    reads = readsOf(standby, 300);
    await sql`select pg_wal_replay_pause()`.execute(standby.db);
    await write();
    expect(await reads.caughtUp(isStandby)).toBe(false);
    // So little is behind that a search does not mind.
    expect(await reads.recent(isStandby)).toBe(true);
    await sql`insert into said select n from generate_series(1, 400000) n`.execute(primary.db);
    expect(await reads.recent(isStandby)).toBe(false);
    expect(said).toEqual([expect.stringMatching(/^The standby is not read from: it is \d+ MB behind$/)]);
    await sql`select pg_wal_replay_resume()`.execute(standby.db);
    await until(() => reads.recent(isStandby));
    expect(said.at(-1)).toBe('The standby is read from again.');
  });

  it('is read from the primary, and fails nobody, while the standby is down', async () => {
    expect(await reads.recent(isStandby)).toBe(true);
    await servers[1]!.stop();
    try {
      expect([await reads.recent(isStandby), await reads.caughtUp(isStandby)]).toEqual([false, false]);
    } finally {
      await servers[1]!.start();
    }
    await until(() => reads.recent(isStandby));
  });

  it('fails with its own error, once', async () => {
    let tries = 0;
    const work = async (): Promise<never> => {
      tries += 1;
      throw new Error('too large');
    };
    await expect(reads.recent(work)).rejects.toThrow('too large');
    expect(tries).toBe(1);
    await expect(reads.recent((db) => sql`select nonsense`.execute(db))).rejects.toThrow('nonsense');
    expect(await reads.recent(isStandby)).toBe(true);
  });

  it('is read from the primary once the standby follows nobody', async () => {
    // One of its own, as it never follows again.
    const promoted = await servers[0]!.makeStandby(dirs[2]!);
    servers.push(promoted);
    await promoted.start();
    const other = openStore({ url: promoted.url, log: () => undefined, max: 2, patienceMs: 0 });
    try {
      reads = readsOf(other);
      await sql`select pg_promote()`.execute(other.db);
      expect([await reads.recent(isStandby), await reads.caughtUp(rowsOf)]).toEqual([false, await rowsOf(primary.db)]);
      await write();
      expect(await reads.recent(rowsOf)).toBe(await rowsOf(primary.db));
      expect(said).toEqual(['The standby is not read from: it follows nobody']);
    } finally {
      await other.close();
    }
  });
});
