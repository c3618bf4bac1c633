import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { startServer } from '../testing/server-process';

let test: TestDatabase;
let dataDir: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-server-'));
});

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});

afterAll(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true });
});

/** The real process, on the tests' database. */
const start = (env: Record<string, string> = {}) =>
  startServer({ INBOX_DATA_DIR: dataDir, DATABASE_URL: test.url, ...env }, running);

describe('the server', () => {
  it('serves, keeps its secrets to itself, survives rubbish on its port, and stops cleanly', async () => {
    const server = start();
    const url = await server.url();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const { mode } = await stat(join(dataDir, 'jwt-keys.json'));
    expect(mode & 0o777).toBe(0o600);

    const port = Number(new URL(url).port);
    for (const rubbish of [
      '\r\n\r\n',
      'GET / HTTP/9\r\n\r\n',
      '\x16\x03\x01\x02',
      'POST /api/inbox/ticket/list/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{',
    ]) {
      const socket = connect(port, 'localhost');
      socket.on('error', () => undefined);
      socket.resume().end(rubbish);
      await once(socket, 'close');
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    await fetch(`${url}/ws/inbox/?jwt=very-secret-token`);
    await fetch(`${url}/api/inbox/all_agents/`, { headers: { authorization: 'jwt very-secret-token' } });
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.output()).toContain('/api/inbox/all_agents/');
    expect(server.output()).not.toContain('very-secret-token');
    expect(server.output()).not.toMatch(/"level":[56]0/);
  });

  it('a server that is told to stop reports that it is not ready and answers the requests that are under way', async () => {
    const server = start({ INBOX_DRAIN_SECONDS: '3' });
    const url = await server.url();
    const form = 'email=nobody%40shop.example&password=wrong';
    const underWay = connect(Number(new URL(url).port), 'localhost');
    let answer = '';
    underWay.on('data', (data: Buffer) => (answer += data.toString()));
    const head =
      'POST /main-site/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n';
    underWay.write(`${head}Content-Length: ${form.length}\r\n\r\n${form.slice(0, 20)}`);

    server.child.kill('SIGTERM');
    while ((await fetch(`${url}/readyz`)).status === 200) await delay(20);
    const other = await fetch(`${url}/healthz`);
    expect([other.status, other.headers.get('connection')]).toEqual([200, 'close']);
    // Long after it has stopped to listen.
    const refused = (): Promise<boolean> =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      );
    while (!(await refused())) await delay(20);
    underWay.write(form.slice(20));
    await once(underWay, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(await server.ended).toBe(0);
  });

  it('takes up its own secret again', async () => {
    const before = await readFile(join(dataDir, 'jwt-keys.json'), 'utf8');
    const server = start();
    await server.url();
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(await readFile(join(dataDir, 'jwt-keys.json'), 'utf8')).toBe(before);
  });
});

describe('the embedded database', () => {
  const pidFile = (dir: string) => join(dir, 'database', 'cluster', 'postmaster.pid');
  /** Kills the database and tells which process it was. */
  const killPostmaster = async (dir: string): Promise<number> => {
    const pid = Number.parseInt(await readFile(pidFile(dir), 'utf8'), 10);
    process.kill(pid, 'SIGKILL');
    return pid;
  };
  const runsAfter = async (dir: string, killed: number): Promise<boolean> => {
    const pid = Number.parseInt(await readFile(pidFile(dir), 'utf8').catch(() => ''), 10);
    return pid > 0 && pid !== killed;
  };

  it('that is killed comes back; one that cannot ends the inbox with one line and exit code 1', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'inbox-embedded-'));
    try {
      const server = start({ INBOX_DATA_DIR: dir, DATABASE_URL: '' });
      const url = await server.url();
      const killed = await killPostmaster(dir);
      // Whoever asks in this moment waits for it, and is not turned away.
      const answer = await fetch(`${url}/api/inbox/all_agents/`, { headers: { authorization: 'jwt nobodys' } });
      expect(answer.status).toBe(401);
      // The processes of a killed database answer for a moment longer than it lives itself.
      const readiness = async () => (await fetch(`${url}/readyz`)).status;
      while (!(await runsAfter(dir, killed)) || (await readiness()) !== 200) await delay(50);
      await rename(join(dir, 'database/cluster/global'), join(dir, 'database/cluster/elsewhere'));
      await killPostmaster(dir);
      // Readiness is believed for three seconds, so the inbox may end before it says that it is not ready.
      const state = () => readiness().catch(() => 'ended');
      let last = await state();
      while (last === 200) last = await state();
      expect([503, 'ended']).toContain(last);
      expect(await server.ended).toBe(1);
      expect(lastLine(server.output())).toMatch(/^The database does not stay up, the inbox ends: /);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});

describe('what goes wrong at the start is told in one line', () => {
  it('a port that is taken', async () => {
    const taken = createServer().listen(0, '::');
    await once(taken, 'listening');
    const address = taken.address();
    const port = String(typeof address === 'object' && address ? address.port : 0);
    const server = start({ PORT: port });
    expect(await server.ended).toBe(1);
    taken.close();
    expect(lastLine(server.output())).toBe(`Port ${port} is taken. Set PORT to another one.`);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['a setting that is none', { PORT: 'http' }, /^PORT must be a port number from 0 to 65535\.$/],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
      /^The database that DATABASE_URL names cannot be reached \(ECONNREFUSED\)\.$/,
    ],
    [
      'a folder that cannot be written',
      { INBOX_DATA_DIR: '/dev/null/x' },
      /^The folder \/dev\/null\/x cannot be written/,
    ],
    [
      'an identity provider for a merchant who is not there',
      {
        INBOX_OIDC_ISSUER: 'https://id.example',
        INBOX_OIDC_CLIENT_ID: 'inbox',
        INBOX_OIDC_MERCHANT: 'nobody',
        INBOX_OIDC_URL: 'https://inbox.example',
      },
      /^INBOX_OIDC_MERCHANT names 'nobody', which is no merchant; see pnpm admin merchant list\.$/,
    ],
  ])('%s', async (_name, env, line) => {
    const server = start(env);
    expect(await server.ended).toBe(1);
    expect(server.output().trim().split('\n')).toHaveLength(1);
    expect(lastLine(server.output())).toMatch(line);
  });
});

const lastLine = (output: string): string =>
  output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .at(-1) ?? '';
