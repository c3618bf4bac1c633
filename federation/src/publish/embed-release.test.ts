import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEmbedReleases, recordEmbed } from './embed-release';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'embed-release-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('a version that another process is just storing is none yet', async () => {
  const [data, dist] = [join(home, 'data'), join(home, 'dist')];
  await mkdir(dist);
  await writeFile(join(dist, 'embed.json'), JSON.stringify({ version: '0.1.0-a' }));
  await writeFile(join(dist, 'embed.js'), 'show()');
  await recordEmbed(data, dist);
  await mkdir(join(data, 'embed/0.1.0-b.4f7c0e6e-1f4b-4f0e-9d0e-0d8c6f1d2a3b.partial'), { recursive: true });
  expect((await readEmbedReleases(data)).map(({ version }) => version)).toEqual(['0.1.0-a']);
});
