import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import * as z from 'zod/mini';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '.';
import { processLives } from './lock';

/** One database is made for the whole file; each test works on a copy of it, in a folder of its own. */
let home: string;
let pristine: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'inbox database '));
  pristine = join(home, 'first');
  // As under /root: the user that runs the server cannot walk in here by name.
  await chmod(home, 0o700);
});

afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

const start = (dataDir: string): Promise<EmbeddedDatabase> => startEmbeddedDatabase({ dataDir, log: () => undefined });
const inCluster = (dataDir: string, name: string): string => join(dataDir, 'database', 'cluster', name);

async function copyOfDatabase(name: string): Promise<string> {
  const dataDir = join(home, name);
  await cp(pristine, dataDir, { recursive: true, mode: 0 });
  await handOver(join(pristine, 'database'), join(dataDir, 'database'));
  return dataDir;
}

/** Copies made by root belong to root; gives them to whom the original belongs. */
async function handOver(original: string, copy: string): Promise<void> {
  const { uid, gid } = await stat(original);
  const chown = spawn('chown', ['-R', `${uid}:${gid}`, copy]);
  await once(chown, 'exit');
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

async function untilLogged(dataDir: string, text: string): Promise<void> {
  const log = join(dataDir, 'database', 'postgresql.log');
  while (!(await readFile(log, 'utf8')).includes(text)) await delay(20);
}

async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(inCluster(dataDir, 'postmaster.pid'), 'utf8'), 10);
}

const Started = z.object({ url: z.string(), adopted: z.boolean() });

/** Another process that starts the database, tells how, and stays until its input ends (then it stops) or it is killed. */
async function startElsewhere(dataDir: string): Promise<z.infer<typeof Started> & { child: ChildProcess }> {
  const script = `
    import { startEmbeddedDatabase } from ${JSON.stringify(pathToFileURL(join(__dirname, 'index.ts')).href)};
    startEmbeddedDatabase({ dataDir: process.argv[1], log: () => undefined }).then((database) => {
      console.log(JSON.stringify({ url: database.url, adopted: database.adopted }));
      process.stdin.on('end', () => database.stop()).resume();
    });`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, dataDir];
  const child = spawn(process.execPath, args, { cwd: backendDir, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => [''])]);
  return { ...Started.parse(JSON.parse(String(line))), child };
}

const backendDir = dirname(dirname(dirname(__dirname)));

async function leave({ child }: { child: ChildProcess }): Promise<void> {
  child.stdin?.end();
  await once(child, 'exit');
}

describe('the embedded database', () => {
  it('is made by the first of several that start at once, and stopped by the last that leaves', async () => {
    const all = await Promise.all([start(pristine), start(pristine), startElsewhere(pristine)]);
    expect(all.filter(({ adopted }) => !adopted)).toHaveLength(1);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    expect(await readdir(join(pristine, 'database'))).not.toContainEqual(expect.stringContaining('cluster.new'));

    const [one, two, elsewhere] = all;
    const pid = await serverPid(pristine);
    await one.stop();
    await one.stop();
    await leave(elsewhere);
    expect(await query(two.url, 'select 1 as still_there')).toEqual([{ still_there: 1 }]);
    await two.stop();
    expect(processLives(pid)).toBe(false);
  });

  it('is real and safe: UTF-8 folded alike everywhere, fsync, passwords, no open port, the extensions', async () => {
    const { url, stop } = await start(await copyOfDatabase('safe'));
    try {
      const settings = `select current_setting('server_encoding') encoding, lower('ÄŚ') folded, current_setting('fsync') fsync,
        current_setting('listen_addresses') listens, current_setting('password_encryption') passwords`;
      const expected = { encoding: 'UTF8', folded: 'äś', fsync: 'on', listens: '', passwords: 'scram-sha-256' };
      expect(await query(url, settings)).toEqual([expected]);
      await query(url, 'create extension pg_trgm; create extension unaccent');
      await expect(query(url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(
        'password authentication failed',
      );
    } finally {
      await stop();
    }
  });

  it('keeps its data over a restart, and its password to its owner', async () => {
    const dataDir = await copyOfDatabase('restart');
    const first = await start(dataDir);
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    expect((await stat(inCluster(dataDir, 'inbox.password'))).mode & 0o777).toBe(0o600);
  });

  it('lives on when its process is killed, is adopted, and stops with the adopter', async () => {
    const dataDir = await copyOfDatabase('adopted');
    const { child } = await startElsewhere(dataDir);
    const pid = await serverPid(dataDir);
    child.kill('SIGKILL');
    await once(child, 'exit');

    const adopter = await start(dataDir);
    expect(adopter.adopted).toBe(true);
    expect(await serverPid(dataDir)).toBe(pid);
    await adopter.stop();
    expect(processLives(pid)).toBe(false);
  });

  it('recovers what was committed when the server itself was killed', async () => {
    const dataDir = await copyOfDatabase('crashed');
    const first = await start(dataDir);
    await query(first.url, 'create table kept as select 42 as answer');
    const pid = await serverPid(dataDir);
    process.kill(pid, 'SIGKILL');
    const second = await start(dataDir);
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('waits for what is left of a server that was killed', async () => {
    const dataDir = await copyOfDatabase('orphans');
    const { url } = await start(dataDir);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const orphan = rows[0]?.pid ?? Number.NaN;
    process.kill(orphan, 'SIGSTOP');
    process.kill(await serverPid(dataDir), 'SIGKILL');
    const starting = start(dataDir);
    await untilLogged(dataDir, 'shared memory block');
    process.kill(orphan, 'SIGCONT');
    const second = await starting;
    expect(second.adopted).toBe(false);
    await second.stop();
  });

  it.each([
    ['a process that is gone', () => 4_194_304],
    ['a process that is no server', () => process.pid],
  ])('starts over a postmaster.pid left behind that names %s', async (name, pid) => {
    const dataDir = await copyOfDatabase(name);
    await writeFile(inCluster(dataDir, 'postmaster.pid'), `${pid()}\n/elsewhere\n1\n5432\n.\n\n1 1\nready\n`);
    await writeFile(join(dataDir, 'database', 'launch.lock'), '4194304 left-behind');
    const { url, adopted, stop } = await start(dataDir);
    expect(adopted).toBe(false);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await stop();
  });

  it('listens on loopback, with its password, where the path is too long for a socket', async () => {
    const dataDir = await copyOfDatabase('long'.repeat(20));
    const first = await start(dataDir);
    const second = await start(dataDir);
    expect(first.url).toMatch(/@127\.0\.0\.1:\d+\/inbox$/);
    expect(second.url).toBe(first.url);
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await Promise.all([first.stop(), second.stop()]);
  });

  it('says in one line why it cannot start', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    await expect(start(file)).rejects.toMatchObject({
      reason: 'unwritable',
      message: expect.stringMatching(/^The database folder .*file\/database cannot be written \(ENOTDIR\)\. .*\.$/),
    });

    // One whose programs nobody has, and one that only a later release runs.
    for (const version of ['9', '99']) {
      const other = join(home, `of-${version}`);
      await mkdir(join(other, 'database', 'cluster'), { recursive: true });
      await writeFile(inCluster(other, 'PG_VERSION'), `${version}\n`);
      await expect(start(other)).rejects.toMatchObject({ reason: 'wrong-version' });
    }

    const damaged = await copyOfDatabase('damaged');
    await rm(inCluster(damaged, 'global'), { recursive: true });
    await expect(start(damaged)).rejects.toMatchObject({
      reason: 'start-failed',
      message: expect.stringMatching(/^PostgreSQL did not start in [^\n]+$/),
    });
  });
});
