import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hashPassword } from '../agents/sign-in/password';
import { openStore } from '../platform/db/connection';
import { builtProgram } from '../testing/built-program';
import { startRedis } from '../testing/fake-redis';
import { addAgent, addMerchant } from '../testing/rows';
import { startServer } from '../testing/server-process';
import { until } from '../testing/fake-graph';
import { makeArchiveKey } from '../operations/backup/archive-key';
import { startEmbeddedDatabase } from '../operations/embedded-postgres';
import { findRoot } from './settings/root';

const SECRETS = {
  jwt: 'Zebra-that-signs-tokens-of-all-agents-1',
  metrics: 'Zebra-that-reads-figures-2',
  broker: 'Zebra-that-opens-redis-3',
  database: 'Zebra-that-opens-postgres-4',
  account: 'Zebra-that-sends-in-the-shops-name-5',
  password: 'Zebra-that-an-agent-types-6',
} as const;

const running = new Set<ChildProcess>();
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'inbox-secrets-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

/** What any user of the machine sees of a process, and what its owner sees besides. */
const readProc = (pid: number, file: 'cmdline' | 'environ'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** All processes that this one has started, and those that they have. */
async function descendantsOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(
    pids.map((each) => {
      try {
        return [each, Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${each}/stat`, 'utf8'))?.[1])] as const;
      } catch {
        return [each, 0] as const;
      }
    }),
  );
  const found = [pid];
  for (const parent of found) for (const [child, its] of parents) if (its === parent) found.push(child);
  return found.slice(1);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

const found = (text: string): string[] => Object.values(SECRETS).filter((secret) => text.includes(secret));

it('secrets are in no log, process list, child process, database file or archive', async () => {
  const dataDir = join(dir, 'data');
  const keyFile = join(dir, 'backup-key');
  await makeArchiveKey(keyFile);
  const metricsFile = join(dir, 'metrics-token');
  await writeFile(metricsFile, `${SECRETS.metrics}\n`, { mode: 0o600 });
  const redis = startRedis().listen(0, '127.0.0.1');
  await once(redis, 'listening');
  const archives = join(dir, 'archives');
  const env = {
    INBOX_DATA_DIR: dataDir,
    INBOX_JWT_SECRET: SECRETS.jwt,
    INBOX_METRICS_TOKEN_FILE: metricsFile,
    INBOX_BROKER_URL: `redis://:${SECRETS.broker}@127.0.0.1:${(redis.address() as AddressInfo).port}`,
    INBOX_BACKUP_DIR: archives,
    INBOX_BACKUP_KEY_FILE: keyFile,
  };
  const server = startServer(env, running);
  const url = await server.url();

  // An agent and an account, as the product's users have them.
  const database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  const store = openStore({ url: database.url, log: () => undefined });
  const email = 'asha@shop.example';
  const merchantId = await addMerchant(store.db);
  await addAgent(store.db, merchantId, { email, password_hash: await hashPassword(SECRETS.password) });
  const { slug } = await store.db.selectFrom('merchants').select('slug').executeTakeFirstOrThrow();
  const credentials = join(dir, 'credentials.json');
  await writeFile(credentials, JSON.stringify({ user: 'care', password: SECRETS.account }), { mode: 0o600 });
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    // prettier-ignore
    [builtProgram('admin'), 'account', 'add', '--merchant', slug, '--kind', 'email', '--id', 'care@shop.example',
      '--name', 'Care', '--out', 'smtp://127.0.0.1:1?tls=optional', '--credentials-file', credentials],
    { cwd: join(findRoot(), 'backend'), env: { PATH: process.env['PATH'], ...env } },
  );

  const answered = await fetch(`${url}/main-site/login`, {
    method: 'POST',
    body: new URLSearchParams({ email, password: SECRETS.password }),
    redirect: 'manual',
  });
  const token = new URL(answered.headers.get('location') ?? '', url).searchParams.get('token') ?? '';
  for (const authorization of [`jwt ${token}`, `jwt ${SECRETS.jwt}`, `Bearer ${SECRETS.metrics}`]) {
    await fetch(`${url}/api/inbox/all_agents/`, { headers: { authorization } });
    await fetch(`${url}/metrics`, { headers: { authorization } });
  }
  expect((await fetch(`${url}/api/inbox/all_agents/`, { headers: { authorization: `jwt ${token}` } })).status).toBe(
    200,
  );
  const figures = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${SECRETS.metrics}` } });
  expect(figures.status).toBe(200);
  // What goes wrong is logged, with the reason.
  redis.close();

  const { pid } = server.child;
  const children = await descendantsOf(pid ?? 0);
  const postgres = Number.parseInt(readFileSync(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8'), 10);
  const looked = new Set([...children, postgres, ...(await descendantsOf(postgres))]);
  expect(looked.size).toBeGreaterThan(3);
  const own = readProc(pid ?? 0, 'cmdline');
  for (const each of looked) {
    // A child is a copy of its parent until it has begun its own program, and so are its command and environment.
    await until(() => readProc(each, 'cmdline') !== own);
    const command = readProc(each, 'cmdline');
    // What reads TypeScript for a server that is run from source.
    if (command.includes('esbuild')) continue;
    expect([command, found(command + readProc(each, 'environ'))]).toEqual([command, []]);
  }
  expect(found(own)).toEqual([]);
  // Of what is given as a file, the environment has the name alone.
  expect(found(readProc(pid ?? 0, 'environ'))).toEqual([SECRETS.jwt, SECRETS.broker]);

  const archive = async () =>
    existsSync(archives) ? (await readdir(archives)).find((name) => name.endsWith('.age')) : undefined;
  await until(async () => (await archive()) !== undefined);
  expect(found((await readFile(join(archives, (await archive()) ?? ''))).toString('latin1'))).toEqual([]);

  await store.close();
  await database.stop();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  for (const file of await filesIn(dataDir)) expect([file, found(await readFile(file, 'latin1'))]).toEqual([file, []]);
  expect(server.output()).toContain('/api/inbox/all_agents/');
  expect(found(server.output() + stdout + stderr)).toEqual([]);
  for (const part of token.split('.')) expect(server.output()).not.toContain(part);
});

it('a database that is not reached is named without its password', async () => {
  const server = startServer(
    { INBOX_DATA_DIR: join(dir, 'other'), DATABASE_URL: `postgres://inbox:${SECRETS.database}@127.0.0.1:1/inbox` },
    running,
  );
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('The database that DATABASE_URL names cannot be reached');
  expect(found(server.output())).toEqual([]);
});
