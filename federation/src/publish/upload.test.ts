import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { hashesOf, writeBuild } from '../testing/build-fixtures';
import { publishDist } from './release-panel';
import { readRegistry, versionDir } from '../registry/store';
import { BuildAnnouncement, isBuildFile, receiveBuild, removeAbandoned } from './upload';

let home: string;
let data: string;
let dist: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'upload-'));
  data = join(home, 'data');
  dist = await writeBuild(join(home, 'dist'), '0.1.0-b');
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function announcedOf(dir: string): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await hashesOf(dir)).filter(([name]) => isBuildFile(name)));
}

/** Uploads a folder as it is, announced as `announced`. */
async function upload(dir: string, announced: Record<string, string>, names = Object.keys(announced)): Promise<string> {
  async function* files() {
    for (const name of names) {
      const bytes = await readFile(join(dir, name)).catch(() => Buffer.from('none'));
      yield {
        name,
        bytes: (async function* () {
          yield bytes;
        })(),
      };
    }
  }
  const { said } = await receiveBuild(data, { panel: 'weather', announced }, files(), (received) =>
    publishDist(data, received, { to: 'everybody' }, { by: 'ci' }),
  );
  return said;
}

const refusal = (dir: string, announced: Record<string, string>, names?: string[]) =>
  upload(dir, announced, names).then(
    (said) => said,
    (error: Error) => error.message,
  );

/** Replaces a file of the build and announces it as it is now. */
async function changed(file: string, bytes: string | Buffer): Promise<Record<string, string>> {
  await writeFile(join(dist, file), bytes);
  return announcedOf(dist);
}

describe('an upload', () => {
  it('is published when every file is there and is what was announced', async () => {
    expect(await upload(dist, await announcedOf(dist))).toBe('weather 0.1.0-b is live (registry revision 1).');
    expect(await readdir(versionDir(data, 'weather', '0.1.0-b'))).toEqual([
      'heavy.js',
      'mf-manifest.json',
      'panel.js',
      'panel.js.br',
      'panel.json',
      'remoteEntry.js',
    ]);
    expect(await readdir(join(data, 'incoming-builds'))).toEqual([]);
  });

  it('is refused when a byte of it was changed on its way', async () => {
    const announced = await announcedOf(dist);
    const bytes = await readFile(join(dist, 'heavy.js'));
    bytes[7] = bytes[7]! ^ 1;
    await writeFile(join(dist, 'heavy.js'), bytes);
    expect(await refusal(dist, announced)).toBe('heavy.js is not what was announced.');
  });

  it('is refused when a file does not come, comes twice, or was not announced', async () => {
    const announced = await announcedOf(dist);
    const names = Object.keys(announced);
    expect(await refusal(dist, announced, names.slice(1))).toBe('The upload is not complete: heavy.js did not come.');
    expect(await refusal(dist, announced, [...names, 'heavy.js'])).toBe(
      '"heavy.js" is no file of the announced build.',
    );
    expect(await refusal(dist, announced, ['../../registry.json'])).toBe(
      '"../../registry.json" is no file of the announced build.',
    );
    const { 'heavy.js': _heavy, ...without } = announced;
    expect(await refusal(dist, without)).toBe('Its manifest names heavy.js, which is not among its files.');
  });

  it('is refused for another panel than the token’s', async () => {
    const other = await writeBuild(join(home, 'other'), '0.1.0-b', 'conversation');
    expect(await refusal(other, await announcedOf(other))).toBe('It is a build of conversation, not of weather.');
  });

  it.each([
    ['panel.js.br', brotliCompressSync('steal()')],
    ['panel.js.br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['panel.js.br', 'garbage'],
  ])('is refused when %s unpacks to something else', async (file, bytes) => {
    expect(await refusal(dist, await changed(file, bytes))).toBe('panel.js.br is not a copy of panel.js.');
  });

  it('is refused when a file or the whole of it is too large', async () => {
    expect(await refusal(dist, await changed('heavy.js', Buffer.alloc(8_000_001)))).toMatch(/^heavy.js is larger than/);
    for (const n of [1, 2, 3, 4]) await writeFile(join(dist, `big${n}.js`), Buffer.alloc(8_000_000, n));
    expect(await refusal(dist, await changed('heavy.js', Buffer.alloc(1_000)))).toMatch(/^The build is larger than/);
  });

  it.each([
    ['panel.json', 'garbage', /^Its panel.json cannot be read/],
    ['mf-manifest.json', 'garbage', /^Its mf-manifest.json cannot be read/],
  ])('is refused when its %s is garbage, and leaves nothing', async (file, bytes, words) => {
    expect(await refusal(dist, await changed(file, bytes))).toMatch(words);
    expect((await readRegistry(data)).revision).toBe(0);
    expect(await readdir(join(data, 'incoming-builds'))).toEqual([]);
  });
});

it.each([
  '../x.js',
  '/etc/x.js',
  'a/b.js',
  'a\\b.js',
  '.stamp',
  '..js',
  'x.html',
  'x.js.map',
  'x',
  'x.js\0.png',
  'x.php.br',
  'mf-stats.json',
  'C:x.js',
])('no build has a file %j', (name) => {
  const hash = `sha384-${'A'.repeat(64)}`;
  const announced = { audience: { to: 'everybody' }, files: { [name]: hash } };
  expect(BuildAnnouncement.safeParse(announced).success).toBe(false);
});

it('bounds how many files are announced', () => {
  const names = Array.from({ length: 601 }, (_, n) => [`${n}.js`, `sha384-${'A'.repeat(64)}`]);
  const announced = { audience: { to: 'everybody' }, files: Object.fromEntries(names) as Record<string, string> };
  expect(BuildAnnouncement.safeParse(announced).success).toBe(false);
});

describe('what a process leaves that was killed while it published', () => {
  it('is removed after a while', async () => {
    const long = new Date(Date.now() - 2 * 3_600_000);
    const unfinished = ['panels/weather/0.1.0-a.1f.partial', 'hosts/0.1.0-a.1f.partial', 'embed/0.1.0-a.1f.partial'];
    const left = ['incoming-builds/1f', ...unfinished].map((name) => join(data, name));
    const young = join(data, 'incoming-builds/2e');
    for (const folder of [...left, young, join(data, 'panels/weather/0.1.0-a')]) {
      await mkdir(folder, { recursive: true });
      if (folder !== young) await utimes(folder, long, long);
    }
    await removeAbandoned(data);
    expect(await readdir(join(data, 'incoming-builds'))).toEqual(['2e']);
    expect(await readdir(join(data, 'panels/weather'))).toEqual(['0.1.0-a']);
    expect([await readdir(join(data, 'hosts')), await readdir(join(data, 'embed'))]).toEqual([[], []]);
  });
});
