import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const sha384 = (bytes: Buffer | string) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** A panel's build as the preset leaves it: with a compressed copy, and with what stays at the team's. */
export async function writeBuild(dist: string, version: string, name = 'weather'): Promise<string> {
  await mkdir(dist, { recursive: true });
  const code = `run(${JSON.stringify(version)});`.repeat(40);
  const manifest = {
    id: name,
    name,
    metaData: { remoteEntry: { name: 'remoteEntry.js' } },
    exposes: [{ assets: { js: { sync: ['panel.js'], async: ['heavy.js'] } } }],
  };
  const files: Record<string, string | Buffer> = {
    'panel.json': JSON.stringify({ name, version, contract: '1', consumes: [], produces: [] }),
    'mf-manifest.json': JSON.stringify(manifest),
    'mf-stats.json': '{}',
    '.stamp': 'x',
    'panel.js.map': '{}',
    'remoteEntry.js': code,
    'panel.js': code,
    'panel.js.br': brotliCompressSync(code),
    'heavy.js': code,
  };
  await Promise.all(Object.entries(files).map(([file, bytes]) => writeFile(join(dist, file), bytes)));
  return dist;
}

/** The names of a folder with the hashes of what they hold. */
export async function hashesOf(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir)).sort();
  const pairs = names.map(async (name) => [name, sha384(await readFile(join(dir, name)))] as const);
  return Object.fromEntries(await Promise.all(pairs));
}
