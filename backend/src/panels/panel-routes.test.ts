import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inboxTarget, readRegistry, recordHost } from '@inbox/federation';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { panelTokenCommands } from '../operations/admin/teams/panel-token';
import { adminContext, runCommand } from '../operations/admin/testing';
import { openVault, type Vault } from '../accounts/vault';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { createApp } from '../app/api/app';
import { servePanelRoutes } from './panel-routes';

let test: TestDatabase;
let vault: Vault;
let home: string;
let data: string;
let app: FastifyInstance;
let url: string;
let secret: string;
let clock: Date;

beforeAll(async () => {
  test = await createTestDatabase();
  home = await mkdtemp(join(tmpdir(), 'door-'));
  vault = await openVault(home);
  const created = await admin('panel-token create --panel weather --name weather-ci');
  secret = secretIn(created);
});
afterAll(async () => {
  await test.drop();
  await rm(home, { recursive: true });
});

/** A door of its own for each test: it counts attempts. */
beforeEach(async () => {
  clock = new Date();
  data = await mkdtemp(join(home, 'data-'));
  app = createApp({ logger: pino({ level: 'silent' }) });
  servePanelRoutes(app, { context: { db: test.db, now: () => clock }, dataDir: data });
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(() => app.close());

const secretIn = (printed: string): string => /shown this once\): (\S+)/.exec(printed)?.[1] ?? '';

async function admin(line: string): Promise<string> {
  const printed: string[] = [];
  const context = { db: test.db, vault, input: Readable.from(['']), print: (text: string) => printed.push(text) };
  await runCommand(panelTokenCommands, line.split(' '), adminContext(context));
  return printed.join('\n');
}

/** A panel's build as it lies in `dist`. */
async function build(version: string, name = 'weather', consumes: string[] = []): Promise<string> {
  const dist = join(home, `${name}-${version}`);
  await mkdir(dist, { recursive: true });
  const js = { sync: [], async: [] };
  const manifest = {
    id: name,
    name,
    metaData: { remoteEntry: { name: 'remoteEntry.js' } },
    exposes: [{ assets: { js } }],
  };
  await writeFile(join(dist, 'panel.json'), JSON.stringify({ name, version, contract: '1', consumes, produces: [] }));
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'remoteEntry.js'), `run('${version}')`);
  return dist;
}

/** The shell that pages get from now on. */
async function startHost(version: string, topics: string[]): Promise<void> {
  const dir = await mkdtemp(join(home, 'host-'));
  const spoken = Object.fromEntries(topics.map((topic) => [topic, 'produces']));
  await writeFile(
    join(dir, 'host.json'),
    JSON.stringify({ version, contract: '1', shared: {}, topics: spoken, exports: {} }),
  );
  await recordHost(data, dir);
}

const publish = async (version: string, token = secret, panel = 'weather') =>
  inboxTarget(url, token).publish(panel, await build(version, panel), {
    audience: { to: 'everybody' },
    why: 'abc1234 Show rain',
  });
const live = async () => (await readRegistry(data)).panels['weather'];

describe('a team with a token', () => {
  it('publishes, has a canary, promotes, rolls back and switches off, all under the token’s name', async () => {
    const door = inboxTarget(`${url}/`, secret);
    expect((await publish('0.1.0-a')).said).toBe('weather 0.1.0-a is live (registry revision 1).');
    const audience = { to: 'share', percent: 10 } as const;
    const canary = await door.publish('weather', await build('0.1.0-b'), { audience });
    expect(canary.said).toBe('weather 0.1.0-b goes to 10 % of the agents.');
    expect((await live())?.canary?.version).toBe('0.1.0-b');
    await door.change('weather', { action: 'promote' }, undefined);
    expect((await live())?.version).toBe('0.1.0-b');
    await door.change('weather', { action: 'rollback' }, 'It rains inside');
    expect((await live())?.version).toBe('0.1.0-a');
    expect((await door.change('weather', { action: 'disable' }, undefined)).said).toBe('weather is disabled.');

    const history = (await door.history('weather')).split('\n').map((line) => line.replace(/^\d+ +\S+ +/, ''));
    expect(history).toEqual([
      'weather-ci: disable weather 0.1.0-a',
      'weather-ci: rollback weather 0.1.0-b (It rains inside)',
      'weather-ci: promote weather 0.1.0-b',
      'weather-ci: canary weather 0.1.0-b',
      'weather-ci: publish weather 0.1.0-a (abc1234 Show rain)',
    ]);
    expect(await door.list('weather')).toMatch(
      /weather {2}0\.1\.0-a, switched off\n.*0\.1\.0-a\n.*0\.1\.0-b {2}taken back/,
    );
    expect(await admin('panel-token list')).toMatch(/weather-ci +weather +until \S+ +made \S+ by \S+ +last used \d/);
  });

  it('publishes what is live for nobody, and gives it to everybody later', async () => {
    const door = inboxTarget(url, secret);
    await publish('0.1.0-a');
    const stored = await door.publish('weather', await build('0.1.0-c'), { audience: { to: 'nobody' } });
    expect(stored.said).toBe('weather 0.1.0-c is published, and live for nobody.');
    expect((await live())?.version).toBe('0.1.0-a');
    await door.change('weather', { action: 'preview', version: '0.1.0-c' }, undefined);
    const all = { to: 'everybody' } as const;
    await door.change('weather', { action: 'release', version: '0.1.0-c', audience: all }, undefined);
    expect((await live())?.version).toBe('0.1.0-c');
  });

  it('is told what the registry does not allow', async () => {
    const door = inboxTarget(url, secret);
    await expect(door.change('weather', { action: 'promote' }, undefined)).rejects.toThrow(
      "No panel 'weather' is published.",
    );
    const unknown = door.change('weather', { action: 'preview', version: '0.1.0-z' }, undefined);
    await expect(unknown).rejects.toThrow('weather 0.1.0-z was never published.');
  });

  it('is refused what the shell of now lacks, or the one before, which open pages may have', async () => {
    const door = inboxTarget(url, secret);
    await startHost('1.0.0', ['ticket.open@1']);
    await startHost('2.0.0', ['ticket.open@1', 'ticket.open@2']);
    const preview = { audience: { to: 'nobody' } } as const;
    const newest = await build('0.1.0-d', 'weather', ['ticket.open@3']);
    await expect(door.publish('weather', newest, preview)).rejects.toThrow(
      /does not fit the shell 2\.0\.0: .*ticket\.open@3.* Deploy a shell that has it first/,
    );
    const newer = await build('0.1.0-e', 'weather', ['ticket.open@2']);
    await expect(door.publish('weather', newer, preview)).rejects.toThrow(
      /does not fit the shell 1\.0\.0: .*ticket\.open@2.* That is the shell before/,
    );
    expect(await readdir(join(data, 'panels')).catch(() => [])).toEqual([]);
    const { said } = await door.publish('weather', newer, { ...preview, skipBefore: true });
    expect(said).toBe('weather 0.1.0-e is published, and live for nobody.');
  });

  it('publishes no more builds in an hour than anybody needs', async () => {
    for (let n = 0; n < 30; n += 1) await publish('0.1.0-a');
    await expect(publish('0.1.0-b')).rejects.toThrow('A token publishes 30 builds an hour at most.');
    clock = new Date(clock.getTime() + 3_600_001);
    await publish('0.1.0-b');
  });
});

describe('nothing is published', () => {
  const nothingChanged = async () => {
    expect((await readRegistry(data)).revision).toBe(0);
    expect(await readdir(data)).toEqual([]);
  };

  it.each([
    ['a stranger’s token', async () => 'inbox_panel_of-a-stranger', 401, 'This panel token is not known here.'],
    [
      'another panel’s',
      async () => secretIn(await admin('panel-token create --panel traffic --name traffic-ci')),
      403,
      'The panel token traffic-ci is for traffic, not for weather.',
    ],
    [
      'a revoked one',
      async () => {
        const revoked = secretIn(await admin('panel-token create --panel weather --name gone-ci'));
        await admin('panel-token revoke gone-ci');
        return revoked;
      },
      401,
      'The panel token gone-ci was revoked.',
    ],
    [
      'an expired one',
      async () => {
        const expired = secretIn(await admin('panel-token create --panel weather --name old-ci --days 1'));
        clock = new Date(Date.now() + 2 * 86_400_000);
        return expired;
      },
      401,
      expect.stringMatching(/^The panel token old-ci expired on \d{4}-\d\d-\d\d\.$/),
    ],
  ])('with %s: it is refused in words, whatever is asked', async (_, tokenOf, status, words) => {
    const token = await tokenOf();
    await expect(publish('0.1.0-a', token)).rejects.toEqual(expect.objectContaining({ message: words }));
    const requests = [
      ['GET', ''],
      ['GET', '/history'],
      ['POST', '/changes'],
      ['POST', '/builds'],
    ] as const;
    for (const [method, path] of requests) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${url}/api/panels/weather${path}`, { method, headers });
      expect([method, path, response.status]).toEqual([method, path, status]);
      expect(await response.json()).toMatchObject({ success: false, error: { message: words } });
    }
    await nothingChanged();
  });

  it('without a token, or with an agent’s', async () => {
    const response = await fetch(`${url}/api/panels/weather`, { headers: { authorization: 'jwt x.y.z' } });
    expect([response.status, await response.json()]).toEqual([
      401,
      {
        success: false,
        error: { message: 'A panel token is needed: Authorization: Bearer TOKEN.', code: 'token_refused' },
      },
    ]);
  });

  it('with files that were not announced, or none announced at all', async () => {
    const form = new FormData();
    form.set('build', JSON.stringify({ audience: { to: 'everybody' }, files: {} }));
    form.append('file', new Blob(['x']), '../../../registry.json');
    const post = (body: FormData) =>
      fetch(`${url}/api/panels/weather/builds`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}` },
        body,
      });
    const response = await post(form);
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { error: { message: expect.stringMatching(/registry\.json" is no file of the announced build/) } },
    ]);
    const bare = new FormData();
    bare.append('file', new Blob(['x']), 'x.js');
    expect((await post(bare)).status).toBe(400);
    expect((await readRegistry(data)).revision).toBe(0);
  });

  it('by whoever tries many tokens: the waits grow, and a team elsewhere is not slowed', async () => {
    const ask = (token: string, address: string) =>
      app.inject({ url: '/api/panels/weather', headers: { authorization: `Bearer ${token}` }, remoteAddress: address });
    for (let n = 0; n < 50; n += 1) expect((await ask(`inbox_panel_${n}`, '203.0.113.9')).statusCode).toBe(401);
    const slowed = await ask(secret, '203.0.113.9');
    expect([slowed.statusCode, slowed.headers['retry-after']]).toEqual([429, '1']);
    expect((await ask(secret, '198.51.100.7')).statusCode).toBe(200);
    clock = new Date(clock.getTime() + 1_000);
    expect((await ask(secret, '203.0.113.9')).statusCode).toBe(200);
  });
});

describe('a token', () => {
  it('is stored as a hash, and nothing that is listed holds it', async () => {
    const rows = await test.db.selectFrom('panel_tokens').selectAll().execute();
    expect(secret).toMatch(/^inbox_panel_[\w-]{43}$/);
    const stored = rows.find(({ name }) => name === 'weather-ci');
    expect(stored?.digest).toEqual(createHash('sha256').update(secret).digest());
    expect(JSON.stringify(rows) + (await admin('panel-token list'))).not.toContain(secret);
  });

  it.each([
    [
      'panel-token create --panel weather --name weather-ci',
      "There is a token 'weather-ci'; names are never used again.",
    ],
    ['panel-token create --panel ../x --name x', "'../x' cannot be the name of a panel."],
    ['panel-token create --panel weather --name x --days 400', '--days takes 1 to 366.'],
    ['panel-token create --panel weather --name a/b', /^--name takes up to 60/],
    ['panel-token revoke nobody', /^There is no token 'nobody'/],
  ])('%s is refused', async (line, words) => {
    await expect(admin(line)).rejects.toThrow(words);
  });

  it('goes over the network to https alone', () => {
    expect(() => inboxTarget('http://inbox.example', secret)).toThrow(/give an address with https/);
    expect(() => inboxTarget('ftp://inbox.example', secret)).toThrow(/is not the address/);
    expect(inboxTarget('https://inbox.example/', secret).url).toBe('https://inbox.example');
  });
});
