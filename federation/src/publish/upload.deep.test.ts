import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { hashesOf, writeBuild } from '../testing/build-fixtures';
import { publishDist } from './release-panel';
import { readRegistry, versionDir } from '../registry/store';
import { isBuildFile } from './upload';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'upload-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

it('leaves the old or the new state when the process is killed at any operation of publishing', async () => {
  const program = join(home, 'kill.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'kill.child.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const [data, dist] = [join(home, 'data'), await writeBuild(join(home, 'dist'), '0.1.0-b')];
  const files = Object.fromEntries(Object.entries(await hashesOf(dist)).filter(([name]) => isBuildFile(name)));
  const before = await writeBuild(join(home, 'before'), '0.1.0-a');
  const announcement = JSON.stringify({ audience: { to: 'everybody' }, files });
  const seen = new Set<string>();
  let last: string | null = 'SIGKILL';
  for (let killAt = 1; last === 'SIGKILL'; killAt += 1) {
    await rm(data, { recursive: true, force: true });
    await publishDist(data, before, { to: 'everybody' }, { by: 'ci' });
    last = await new Promise<string | null>((resolve, reject) => {
      execFile(process.execPath, [program, data, dist, announcement, String(killAt)], (error, _out, said) => {
        if (error && error.signal !== 'SIGKILL') reject(new Error(said));
        else resolve(error?.signal ?? null);
      });
    });
    const { version, integrity } = (await readRegistry(data)).panels['weather']!;
    seen.add(version);
    // The live release is complete, and is the one in the registry.
    expect(await hashesOf(versionDir(data, 'weather', version))).toMatchObject(integrity);
  }
  expect([...seen]).toEqual(['0.1.0-a', '0.1.0-b']);
});
