import { spawn } from 'node:child_process';
import { readdir, readFile, rm, symlink } from 'node:fs/promises';
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

/** What of a package's manifest makes an installer look further: each package here stands for itself alone. */
const ALONE = {
  dependencies: undefined,
  devDependencies: undefined,
  peerDependencies: undefined,
  peerDependenciesMeta: undefined,
  optionalDependencies: undefined,
  bin: undefined,
  scripts: undefined,
};

interface InstalledRegistry {
  url: string;
  /**
   * Puts the packages of the repository in the place of those that were installed from here, as links; what these depend
   * on is found beside them, where the repository has it.
   */
  fill(modulesDir: string): Promise<void>;
  close(): void;
}

/**
 * A package registry on this machine that knows what is installed in the repository, and nothing else. What it hands out is
 * each package's name and version, which is what an installer decides by: files of some 500 packages would be fetched and
 * written for nothing, and `fill` brings those that are named.
 */
export async function serveInstalled(repository: string): Promise<InstalledRegistry> {
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
      const tar = spawn('tar', ['-cf', '-', '-C', dirname(one.dir), join(basename(one.dir), 'package.json')]);
      return void tar.stdout.pipe(createGzip({ level: 1 })).pipe(response);
    }
    const described = [...versions.values()].map(({ manifest }): [string, unknown] => [
      manifest.version,
      {
        ...{ ...manifest, ...ALONE },
        dist: { tarball: `http://${request.headers.host ?? ''}/${name}/-/${manifest.version}.tgz` },
      },
    ]);
    response.setHeader('content-type', 'application/json');
    const tags = { latest: [...versions.keys()].at(-1) };
    response.end(JSON.stringify({ name, 'dist-tags': tags, versions: Object.fromEntries(described) }));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async fill(modulesDir) {
      for (const dir of await realFolders(modulesDir)) {
        const { name, version } = z.parse(Manifest, JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')));
        const real = packages.get(name)?.get(version)?.dir;
        // The shared packages came from their files.
        if (real === undefined) continue;
        await rm(dir, { recursive: true });
        await symlink(real, dir, 'dir');
      }
    },
    close: () => server.close(),
  };
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
