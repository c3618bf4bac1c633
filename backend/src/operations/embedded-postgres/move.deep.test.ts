import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStore } from '../../platform/db/connection';
import { migrate } from '../../platform/db/migrate';
import { builtProgram } from '../../testing/built-program';
import { until } from '../../testing/fake-graph';
import { addContent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { databaseCommands } from '../admin/data/database';
import { runCommand } from '../admin/testing';
import { openSnapshot } from '../database-copy/database-copy';
import { examine } from '../doctor/examine';
import { findRoot } from '../../app/settings/root';
import { readSettings } from '../../app/settings/settings';
import { findPrograms, prepareBinaries, type Binaries } from './binaries';
import { startEmbeddedDatabase, readMove } from './index';
import { processLives } from './lock';
import { moveOlder } from './move-cluster';
import { serverOwner } from './owner';
import { ServerUsers } from './users';
import { placesIn } from './versions';

const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

let dataDir: string;
let older: Binaries;
const lines: string[] = [];

const start = (programs?: Binaries) =>
  startEmbeddedDatabase({
    dataDir,
    log: (line) => void lines.push(line),
    settings: FAST,
    ...(programs && { programs }),
  });

/** Starts it, looks inside and stops it. */
async function look(programs?: Binaries): Promise<{ version: string; sums: unknown }> {
  const database = await start(programs);
  try {
    const snapshot = await openSnapshot(database.url);
    const sums = await snapshot.sums();
    await snapshot.close();
    return { version: snapshot.shape.postgres.replace(/\..*/, ''), sums };
  } finally {
    await database.stop();
  }
}

async function write(name: string, programs?: Binaries): Promise<void> {
  const database = await start(programs);
  const store = openStore({ url: database.url, log: () => undefined });
  await migrate(store.db);
  const line = await addConversation(store.db, await addMerchant(store.db, name));
  const ticket = await addTicket(store.db, line);
  for (let count = 0; count < 50; count += 1) await addContent(store.db, line, ticket);
  await store.close();
  await database.stop();
}

async function admin(words: string): Promise<string> {
  const printed: string[] = [];
  const settings = readSettings({ INBOX_DATA_DIR: dataDir }, '/');
  const print = (line: string): void => void printed.push(line);
  await runCommand(databaseCommands, words.split(' '), { settings, env: {}, print });
  return printed.join('\n');
}

const folders = async (): Promise<string[]> =>
  (await readdir(join(dataDir, 'database'))).filter((name) => name.startsWith('cluster')).sort();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-move-'));
  older = await findPrograms(17, dataDir);
  await write('Kala Threads \\ "कला"\t', older);
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('a database of PostgreSQL 17', () => {
  it('stays as it is when there is no room, when its programs are missing, and while an inbox runs on it', async () => {
    const { baseDir, clusterDir } = placesIn(dataDir);
    const owner = await serverOwner(clusterDir);
    const users = new ServerUsers(join(baseDir, 'users'), owner);
    const binaries = await prepareBinaries(baseDir);
    const options = { baseDir, clusterDir, binaries, owner, users, settings: FAST, log: () => undefined };
    await expect(moveOlder({ ...options, freeIn: async () => 1e8 })).rejects.toThrow(
      /needs \d.* GB .* 0.1 GB are free/,
    );
    await expect(findPrograms(9, baseDir)).rejects.toThrow("Debian's package postgresql-9");
    const running = await start(older);
    await expect(start()).rejects.toThrow('An inbox of the older release runs on this database');
    await running.stop();
    expect(await folders()).toEqual(['cluster']);
    expect((await look(older)).version).toBe('17');
  });

  it('is moved to 18 with every row, also after a move that was killed; back and forth until it is confirmed', async () => {
    const before = await look(older);
    const child = spawn(process.execPath, [builtProgram('admin'), 'outbox'], {
      cwd: join(findRoot(), 'backend'),
      env: { PATH: process.env['PATH'], INBOX_DATA_DIR: dataDir },
    });
    const pidOf = async (name: string): Promise<number> =>
      Number.parseInt(await readFile(join(dataDir, 'database', name, 'postmaster.pid'), 'utf8').catch(() => ''), 10);
    let made: string | undefined;
    await until(async () => {
      made = (await folders()).find((name) => name.startsWith('cluster.new-') && !name.endsWith('.password'));
      return child.exitCode !== null || (made !== undefined && (await pidOf(made)) > 0);
    });
    const servers = [await pidOf('cluster'), await pidOf(made ?? '')];
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
    await until(() => !servers.some(processLives));

    expect(await look()).toEqual({ version: '18', sums: before.sums });
    expect(lines.at(-1)).toContain("'pnpm admin database confirm'");
    expect(await folders()).toEqual(['cluster', 'cluster-17']);
    expect(await readMove(dataDir)).toMatchObject({ from: 17, to: 18 });
    expect(await admin('database')).toContain('Moved from PostgreSQL 17 to 18');
    const settings = readSettings({ INBOX_DATA_DIR: dataDir, PORT: '1' }, '/');
    expect(await examine({ settings, env: {}, root: findRoot(), now: new Date() })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ level: 'warning', what: expect.stringContaining('from PostgreSQL 17') }),
      ]),
    );

    await write('Since');
    const running = await start();
    await expect(admin('database back')).rejects.toThrow('stop the inbox first');
    await running.stop();
    expect(await admin('database back')).toContain('cluster-18-left');
    expect(await look(older)).toEqual(before);

    expect((await look()).sums).toEqual(before.sums);
    // Cut short between the two renames.
    const { baseDir, clusterDir } = placesIn(dataDir);
    await rename(clusterDir, join(baseDir, 'cluster.moved'));
    expect((await look()).version).toBe('18');
    expect(await admin('database confirm')).toContain('PostgreSQL 17 is deleted');
    expect(await folders()).toEqual(['cluster']);
    expect(await look()).toEqual({ version: '18', sums: before.sums });
    await expect(admin('database confirm')).rejects.toThrow('nothing was moved');
    expect(await admin('database')).toContain('No database of an older PostgreSQL');
    expect(existsSync(join(baseDir, 'users'))).toBe(true);
  });
});
