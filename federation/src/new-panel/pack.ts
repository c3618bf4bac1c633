import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

/** The packages that a panel is built with, by their folder. */
const PACKED = ['shared/domain', 'shared/events', 'shared/api', 'shared/ui', 'shared/panel', 'federation'];
/** Tests and what the repository alone has a use for. */
const NOT_PACKED = /\.test\.tsx?$|\/node_modules$|\/dist$|-template$/;

const Versions = z.optional(z.record(z.string(), z.string()));
const Package = z.looseObject({
  name: z.string(),
  version: z.string(),
  dependencies: Versions,
  devDependencies: Versions,
  peerDependencies: Versions,
});

export interface PackedPackage {
  name: string;
  version: string;
  /** Its file's name. */
  file: string;
}

/**
 * Packs the shared packages into files that npm or pnpm install from: their sources, with every version written out, so
 * that a team's checkout needs no workspace. A panel's build compiles what it takes of them.
 *
 * @param root the repository
 * @param dir where the files go
 */
export async function packShared(root: string, dir: string): Promise<PackedPackage[]> {
  const stage = await mkdtemp(join(tmpdir(), 'inbox-pack-'));
  try {
    const packages = await Promise.all(PACKED.map((folder) => stagePackage(root, folder, stage)));
    await mkdir(dir, { recursive: true });
    const folders = packages.map(({ folder }) => join(stage, folder));
    const args = ['pack', '--silent', '--offline', '--ignore-scripts', '--pack-destination', dir, ...folders];
    await promisify(execFile)('npm', args, { cwd: stage });
    return packages.map(({ name, version }) => ({ name, version, file: fileOf(name, version) }));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** As npm names it: `@inbox/ui` 0.1.0 is `inbox-ui-0.1.0.tgz`. */
const fileOf = (name: string, version: string) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;

async function stagePackage(root: string, folder: string, stage: string) {
  const from = join(root, folder);
  const to = join(stage, folder);
  await cp(from, to, { recursive: true, filter: (path) => !NOT_PACKED.test(path) });
  const found = await readManifest(from);
  const { devDependencies: _dev, private: _private, ...manifest } = found;
  const packed = {
    ...manifest,
    dependencies: await writtenOut(root, folder, found.dependencies),
    ...(found.peerDependencies && { peerDependencies: await writtenOut(root, folder, found.peerDependencies) }),
  };
  await writeFile(join(to, 'package.json'), JSON.stringify(packed, null, 2));
  return { folder, name: found.name, version: found.version };
}

const readManifest = async (dir: string) =>
  z.parse(Package, JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')));

/**
 * Dependencies with the versions that are installed in place of `catalog:` and `workspace:*`.
 *
 * @param folder the package in which they are installed, else at the root
 */
export async function writtenOut(
  root: string,
  folder: string,
  dependencies: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const pairs = Object.keys(dependencies).map(
    async (name) => [name, await installedVersion(root, folder, name)] as const,
  );
  return Object.fromEntries(await Promise.all(pairs));
}

async function installedVersion(root: string, folder: string, name: string): Promise<string> {
  for (const place of [folder, '.']) {
    const dir = join(root, place, 'node_modules', name);
    if ((await readdir(dir).catch(() => null)) === null) continue;
    return (await readManifest(dir)).version;
  }
  throw new Error(`${name} is not installed for ${folder}.`);
}
