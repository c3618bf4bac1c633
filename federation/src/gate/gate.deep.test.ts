import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCheckout, type Checkout } from '../checkout';
import type { HostFacts } from '../facts/host-facts';
import { recordHost } from '../publish/host-release';
import { storeRelease } from '../publish/publish';
import { publishDist } from '../publish/release-panel';
import { readBack } from '../publish/read-back';
import { readRegistry, versionDir } from '../registry/store';
import { checkBuild, checkSources, readSkipped } from './index';
import { shellAt, shellInFolder } from './mount-shell';
import { smokeMount } from './smoke';

const REPOSITORY = join(__dirname, '../../..');
const ALL = readSkipped('types,tests,budget,before,smoke');

let root: string;
let data: string;
let checkout: Checkout;

/** As much of a checkout as the gate reads: one panel, and what is installed. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gate-'));
  data = join(root, '.data');
  await symlink(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'), 'dir');
  await cp(join(REPOSITORY, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'));
  await writeFile(join(root, 'package.json'), '{}');
  await mkdir(join(root, 'remotes/weather/src'), { recursive: true });
  await mkdir(join(root, 'scripts/jest'), { recursive: true });
  await describePanel();
  checkout = findCheckout(root, root);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const source = (file: string, text: string) => writeFile(join(root, 'remotes/weather/src', file), text);

async function describePanel(change: { name?: string; panel?: string; budgetKb?: number } = {}) {
  const { name = '@inbox/weather', panel = 'weather', budgetKb } = change;
  const description = { title: 'Weather', slot: 'side', order: 1, failed: 'No weather.' };
  const inbox = { panel, consumes: [], produces: [], description, ...(budgetKb !== undefined && { budgetKb }) };
  await writeFile(join(root, 'remotes/weather/package.json'), JSON.stringify({ name, version: '0.1.0', inbox }));
}

interface Build {
  version?: string;
  name?: string;
  consumes?: string[];
  uses?: Record<string, string[]>;
  code?: string | Buffer;
}

async function built({ version = '0.1.0-a', name = 'weather', consumes = [], uses, code = 'run()' }: Build = {}) {
  const dist = join(root, 'remotes/weather/dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  const facts = { name, version, contract: '1', consumes, produces: [], uses };
  const manifest = {
    metaData: { remoteEntry: { name: 'remoteEntry.js' } },
    exposes: [{ assets: { js: { sync: ['panel.js'], async: ['later.js'] } } }],
  };
  await writeFile(join(dist, 'panel.json'), JSON.stringify(facts));
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(manifest));
  await writeFile(join(dist, 'panel.js'), code);
  for (const script of ['remoteEntry.js', 'later.js']) await writeFile(join(dist, script), 'run()');
  return dist;
}

async function startHost(version: string, change: Partial<HostFacts> = {}) {
  const dist = join(root, version);
  await mkdir(dist);
  const facts: HostFacts = {
    version,
    contract: '1',
    shared: {},
    topics: { 'ticket.open@1': 'produces' },
    exports: { '@inbox/ui': ['Button'] },
    ...change,
  };
  await writeFile(join(dist, 'host.json'), JSON.stringify(facts));
  return recordHost(data, dist);
}

const sources = (skip = '') => checkSources({ checkout, panel: 'weather', skip: readSkipped(skip) });
const build = (dist: string, skip = 'smoke') =>
  checkBuild({
    checkout,
    panel: 'weather',
    skip: readSkipped(skip),
    dataDir: data,
    shell: shellInFolder(data),
    dist,
    say: () => undefined,
  });

describe('a panel’s sources', () => {
  it('pass when their types fit and their tests do not fail', async () => {
    await source('panel.ts', 'export const degrees: number = 7;');
    await source('panel.test.js', "test('is warm', () => expect(7).toBe(7));");
    await expect(sources()).resolves.toBeUndefined();
  });

  it('are refused for a type that does not fit', async () => {
    await source('panel.ts', "export const degrees: number = 'seven';");
    await expect(sources()).rejects.toThrow(/panel\.ts.*TS2322[^]*weather is refused: its types do not fit/);
    await expect(sources('types')).resolves.toBeUndefined();
  });

  it('are refused for a test that fails', async () => {
    await source('panel.ts', 'export const degrees: number = 7;');
    await source('panel.test.js', "test('is warm', () => expect(7).toBe(8));");
    await expect(sources()).rejects.toThrow(/is warm[^]*weather is refused: its tests fail/);
    await expect(sources('tests')).resolves.toBeUndefined();
  });

  it.each([
    [{ panel: 'conversation' }, 'Only @inbox/conversation publishes conversation'],
    [{ name: '@inbox/conversation' }, 'its package.json is that of @inbox/conversation'],
  ])('are refused under the name of another panel: %j', async (change, why) => {
    await describePanel(change);
    await expect(checkSources({ checkout, panel: 'weather', skip: ALL })).rejects.toThrow(why);
  });
});

describe('a panel’s build', () => {
  it('passes', async () => {
    await startHost('0.1.0-one');
    await expect(build(await built({ consumes: ['ticket.open@1'], uses: { '@inbox/ui': ['Button'] } }))).resolves.toBe(
      undefined,
    );
  });

  it('is refused when it says that it is another panel, whatever is left out', async () => {
    const dist = await built({ name: 'conversation' });
    await expect(
      checkBuild({
        ...{ checkout, panel: 'weather', skip: ALL, dataDir: data, shell: shellInFolder(data), dist },
        say: () => undefined,
      }),
    ).rejects.toThrow('weather is refused: its build is that of conversation.');
  });

  it('is refused by name for what the live shell lacks', async () => {
    await startHost('0.1.0-one');
    await expect(build(await built({ uses: { '@inbox/ui': ['Button', 'Slider'] } }))).rejects.toThrow(
      '@inbox/ui of the shell has no Slider. Deploy a shell that has it first',
    );
    await expect(build(await built({ consumes: ['ticket.open@2'] }))).rejects.toThrow('does not speak ticket.open@2');
  });

  it('is refused for what the shell before lacks, which open pages have', async () => {
    await startHost('0.1.0-one');
    await startHost('0.1.0-two', { exports: { '@inbox/ui': ['Button', 'Slider'] } });
    const dist = await built({ uses: { '@inbox/ui': ['Slider'] } });
    await expect(build(dist)).rejects.toThrow(/shell 0\.1\.0-one: .* no Slider\. That is the shell before/);
    await expect(build(dist, 'before,smoke')).resolves.toBeUndefined();
  });

  it('is refused above its budget, with the figures', async () => {
    const dist = await built({ code: randomBytes(61 * 1024) });
    await expect(build(dist)).rejects.toThrow(/what shows it has 61\.\d KB, and its budget is 60 KB .*panel\.js 61/);
    await describePanel({ budgetKb: 70 });
    await expect(build(dist)).resolves.toBeUndefined();
    await expect(build(dist, 'budget,smoke')).resolves.toBeUndefined();
  });

  it('is not mounted where the inbox was never started, and that is said', async () => {
    const dist = await built();
    const mounted = smokeMount({ root, shell: shellInFolder(data), panel: 'weather', dist });
    expect(await mounted).toMatch(/never started/);
  });
});

describe('the shell of an inbox elsewhere', () => {
  /** What it answers, by path. */
  const files: Record<string, [type: string, body: string]> = {
    '/': ['text/html; charset=utf-8', '<html><div id="root"></div></html>'],
    '/host.0123456789.js': ['text/javascript', 'offer()'],
    '/secret.js': ['text/html', 'a page for whatever is asked'],
  };
  const server = createServer(({ url }, response) => {
    if (url === '/away.js') return response.writeHead(302, { location: '/host.0123456789.js' }).end();
    const [type, body] = files[url ?? ''] ?? [];
    return response.writeHead(type ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());
  const shell = () => shellAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  it('gives its page and its scripts, and nothing that it does not have itself', async () => {
    expect(await shell().page()).toBe('<html><div id="root"></div></html>');
    expect(Buffer.from((await shell().file('host.0123456789.js'))!).toString()).toBe('offer()');
    for (const name of ['other.js', 'secret.js', 'away.js', '../host.0123456789.json']) {
      expect([name, await shell().file(name)]).toEqual([name, null]);
    }
  });

  it('that cannot be reached is said', async () => {
    const gone = shellAt('http://127.0.0.1:1');
    const dist = await built();
    expect(await smokeMount({ root, shell: gone, panel: 'weather', dist })).toBe(
      'http://127.0.0.1:1 has no page to mount it in',
    );
  });
});

it('what can be left out has a name', () => {
  expect(() => readSkipped('types,integrity')).toThrow(
    '--skip integrity: what can be left out is types, tests, budget, before, smoke.',
  );
  expect(readSkipped(undefined).size).toBe(0);
});

describe('what is published is read back', () => {
  it.each<[string, (dir: string) => Promise<void>, string]>([
    ['a byte that changed', (dir) => writeFile(join(dir, 'panel.js'), 'ran()'), 'other bytes in panel.js'],
    ['a script that is gone', (dir) => rm(join(dir, 'later.js')), 'other bytes in later.js'],
    ['a script more', (dir) => writeFile(join(dir, 'more.js'), ''), 'other bytes in more.js'],
    [
      'a build of another version',
      (dir) => writeFile(join(dir, 'panel.json'), JSON.stringify({ name: 'weather', version: '9.9.9' })),
      'panel.json is that of another build',
    ],
  ])('%s', async (_what, damage, why) => {
    const release = await storeRelease(data, await built());
    const dir = versionDir(data, 'weather', release.version);
    await expect(readBack(dir, release)).resolves.toBeUndefined();
    await damage(dir);
    await expect(readBack(dir, release)).rejects.toThrow(why);
  });

  it('and a build whose manifest names what is not there is neither stored nor live', async () => {
    const dist = await built();
    await rm(join(dist, 'later.js'));
    await expect(publishDist(data, dist, { to: 'everybody' }, { by: 'asha' })).rejects.toThrow(
      'names later.js, which is not there',
    );
    expect((await readRegistry(data)).panels).toEqual({});
    await built();
    await publishDist(data, dist, { to: 'everybody' }, { by: 'asha' });
    expect((await readRegistry(data)).panels['weather']?.version).toBe('0.1.0-a');
  });
});
