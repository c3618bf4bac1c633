import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import * as z from 'zod/mini';

const Manifest = z.looseObject({ name: z.string(), version: z.string() });
type Manifest = z.infer<typeof Manifest>;

interface Installed {
  manifest: Manifest;
  dir: string;
}

/** pnpm links files of the same content to each other, and installers leave out what a package has as a link. */
const WHOLE_FILES = process.platform === 'linux' ? ['--hard-dereference'] : [];

/**
 * A package registry on this machine that has what is installed in the repository, and nothing else: an install from it is
 * a real one, without the network.
 *
 * @returns its address, and what stops it
 */
export async function serveInstalled(repository: string): Promise<{ url: string; close(): void }> {
  const packages = await readInstalled(join(repository, 'node_modules/.pnpm'));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [name = '', version] = decodeURIComponent(pathname.slice(1))
      .replace(/\.tgz$/, '')
      .split('/-/');
    const versions = packages.get(name);
    if (!versions) return void response.writeHead(404).end('{}');
    const one = version === undefined ? undefined : versions.get(version);
    if (one) {
      const args = ['-cf', '-', ...WHOLE_FILES, '--exclude=node_modules', '-C', dirname(one.dir), basename(one.dir)];
      const tar = spawn('tar', args);
      return void tar.stdout.pipe(createGzip({ level: 1 })).pipe(response);
    }
    const described = [...versions.values()].map(({ manifest }): [string, unknown] => [
      manifest.version,
      { ...manifest, dist: { tarball: `http://${request.headers.host ?? ''}/${name}/-/${manifest.version}.tgz` } },
    ]);
    response.setHeader('content-type', 'application/json');
    const tags = { latest: [...versions.keys()].at(-1) };
    response.end(JSON.stringify({ name, 'dist-tags': tags, versions: Object.fromEntries(described) }));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

/** By name and version; pnpm has each in a folder of its own, with links to what it depends on beside it. */
async function readInstalled(store: string): Promise<Map<string, Map<string, Installed>>> {
  const found = new Map<string, Map<string, Installed>>();
  const folders = (await readdir(store)).filter((entry) => entry.includes('@'));
  const dirs = (await Promise.all(folders.map((entry) => realFolders(join(store, entry, 'node_modules'))))).flat();
  for (const dir of dirs) {
    const manifest = z.parse(Manifest, JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')));
    const versions = found.get(manifest.name) ?? new Map<string, Installed>();
    found.set(manifest.name, versions.set(manifest.version, { manifest, dir }));
  }
  return found;
}

async function realFolders(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const inside = folders.map(async ({ name }) => {
    const path = join(dir, name);
    return name.startsWith('@') ? realFolders(path) : [path];
  });
  return (await Promise.all(inside)).flat();
}
