import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHostFile, recordHost } from './host-release';
import { makeRoom, noteRunning, removeOldReleases } from './old-releases';
import { rollBack, startCanary } from '../registry/registry';
import { publishDist, type Audience } from './release-panel';
import { changeRegistry, hostDirs, publishedReleases, versionDir } from '../registry/store';

const DAY_MS = 24 * 3_600_000;
const MANIFEST = {
  metaData: { remoteEntry: { name: 'panel.js' } },
  exposes: [{ assets: { js: { sync: ['panel.js'], async: [] } } }],
};

let home: string;
let data: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'old-releases-'));
  data = join(home, 'data');
});
afterEach(() => rm(home, { recursive: true, force: true }));

const versionOf = (count: number) => `0.1.${count}`;

async function publishOne(count: number, audience: Audience = { to: 'everybody' }) {
  const dist = join(home, versionOf(count));
  await mkdir(dist, { recursive: true });
  const facts = { name: 'weather', version: versionOf(count), contract: '1', consumes: [], produces: [] };
  await writeFile(join(dist, 'panel.json'), JSON.stringify(facts));
  await writeFile(join(dist, 'mf-manifest.json'), JSON.stringify(MANIFEST));
  await writeFile(join(dist, 'panel.js'), String(count));
  return publishDist(data, dist, audience, { by: 'asha' });
}

async function startHost(count: number) {
  const dist = join(home, `host-${count}`);
  await mkdir(dist);
  const facts = { version: versionOf(count), contract: '1', shared: {}, topics: {}, exports: {} };
  await writeFile(join(dist, 'host.json'), JSON.stringify(facts));
  await writeFile(join(dist, `0.abcdef012${count}.js`), String(count));
  return recordHost(data, dist);
}

const stored = async () => (await readdir(join(data, 'panels/weather'))).toSorted();
const inDays = (count: number) => new Date(Date.now() + count * DAY_MS);

it('removes what pages were not given for so many days, but not the last ten of a panel', async () => {
  for (let count = 10; count < 23; count += 1) await publishOne(count);
  expect(await removeOldReleases(data, { days: 30, now: inDays(29) })).toEqual([]);
  expect(await removeOldReleases(data, { days: 30, now: inDays(31) })).toEqual([
    'weather 0.1.10',
    'weather 0.1.11',
    'weather 0.1.12',
  ]);
  expect(await stored()).toHaveLength(10);
  const published = await publishedReleases(data, 'weather');
  const note = { action: 'rollback', panel: 'weather', by: 'asha' };
  await expect(
    changeRegistry(data, note, (current) => rollBack(current, 'weather', published, '0.1.10')),
  ).rejects.toThrow('The files of weather 0.1.10 are gone: publish it again.');
});

it('counts from when a release was last given to pages, whenever it was published', async () => {
  for (let count = 10; count < 22; count += 1) await publishOne(count);
  const long = new Date('2020-01-01T00:00:00Z');
  for (const version of await stored()) await utimes(versionDir(data, 'weather', version), long, long);
  expect(await removeOldReleases(data, { days: 30, now: inDays(1) })).toEqual([]);
});

it('keeps what the registry names, however old it is, and takes what was never given by its own age', async () => {
  for (let count = 10; count < 22; count += 1) await publishOne(count);
  const canary = (await publishedReleases(data, 'weather'))[0]!;
  const note = { action: 'canary', panel: 'weather', by: 'asha' };
  await changeRegistry(data, note, (current) => startCanary(current, canary, 10, 's'));
  await mkdir(versionDir(data, 'weather', '0.1.9'));
  const removed = await removeOldReleases(data, { days: 30, now: inDays(400) });
  expect(removed).toEqual(['weather 0.1.11', 'weather 0.1.9']);
});

it('keeps the shell’s last three releases and finds their files by name, for pages that have them', async () => {
  for (const count of [1, 2, 3, 4]) await startHost(count);
  expect(await findHostFile(data, '0.abcdef0121.js')).toBe(join(hostDirs(data), '0.1.1'));
  expect(await removeOldReleases(data, { days: 30, now: inDays(31) })).toEqual(['host 0.1.1']);
  expect(await findHostFile(data, '0.abcdef0121.js')).toBeNull();
  expect(await findHostFile(data, '0.abcdef0122.js')).toBe(join(hostDirs(data), '0.1.2'));
});

it('keeps what an open page runs, and counts its age from when the last one did', async () => {
  for (let count = 10; count < 22; count += 1) await publishOne(count);
  for (const count of [1, 2, 3, 4, 5]) await startHost(count);
  const running = new Set(['weather@0.1.10', 'host@0.1.1', 'weather@0.0.1', 'nonsense']);
  await noteRunning(data, running, inDays(100));
  expect(await removeOldReleases(data, { days: 30, now: inDays(129) })).toEqual(['weather 0.1.11', 'host 0.1.2']);
  expect(await removeOldReleases(data, { days: 30, now: inDays(131) })).toEqual(['weather 0.1.10', 'host 0.1.1']);
});

it.each(['host.json', 'index.html', '../registry.json', '..%2f0.abcdef0121.js', '0.abcdef0121.js.map'])(
  'finds no file %s of the shell',
  async (file) => {
    await startHost(1);
    expect(await findHostFile(data, file)).toBeNull();
  },
);

describe('versions that nobody was given', () => {
  const preview = (count: number) => publishOne(count, { to: 'nobody' });
  /** Has the version been there for so many days. */
  const age = (count: number, days = 2) =>
    utimes(versionDir(data, 'weather', versionOf(count)), inDays(-days), inDays(-days));

  it('are 40 at most: then the next is refused, in words that say when there is room', async () => {
    await publishOne(1);
    for (let count = 10; count < 50; count += 1) await preview(count);
    const room = new Date(DAY_MS + (await stat(versionDir(data, 'weather', versionOf(10)))).mtimeMs).toISOString();
    const refusal = `weather has too many versions that nobody was given: 40, of 400 MB together, are the most. There is room again at ${room}`;
    await expect(preview(50)).rejects.toThrow(refusal);
    expect(await stored()).toHaveLength(41);
    // One that is there already is no new one, and one that agents are given counts no more.
    await preview(10);
    await publishOne(10);
    await preview(50);
    expect(await stored()).toHaveLength(42);
  });

  it('give way at once to one that agents are to have', async () => {
    for (let count = 10; count < 50; count += 1) await preview(count);
    await age(12);
    await publishOne(50);
    expect(await stored()).toHaveLength(40);
    expect(await stored()).not.toContain(versionOf(12));
  });

  it('give way to a new one when they are older than a day, and what agents were given does not', async () => {
    for (const count of [1, 2]) await publishOne(count);
    for (let count = 10; count < 50; count += 1) await preview(count);
    for (const count of [1, 2, 13]) await age(count);
    await age(12, 3);
    await preview(50);
    expect(await stored()).not.toContain(versionOf(12));
    expect(await stored()).toEqual(expect.arrayContaining([1, 2, 10, 13, 50].map(versionOf)));
  });

  it('have bytes together that are bounded', async () => {
    await preview(10);
    await truncate(join(versionDir(data, 'weather', versionOf(10)), 'panel.js'), 400_000_000);
    await expect(preview(11)).rejects.toThrow('of 400 MB together');
    await age(10);
    await preview(11);
    expect(await stored()).toEqual([versionOf(11)]);
  });

  it('are not counted against another panel', async () => {
    for (let count = 10; count < 50; count += 1) await preview(count);
    await expect(makeRoom(data, 'traffic', false)).resolves.toBeUndefined();
  });
});
