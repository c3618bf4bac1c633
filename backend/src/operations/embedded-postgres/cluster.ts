import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Binaries } from './binaries';
import { DatabaseLaunchError, diskFull, systemCode } from './errors';
import { give, isRoot, type ServerOwner } from './owner';

const run = promisify(execFile);

export const superuser = 'inbox';
const passwordFile = 'inbox.password';
const stagingPrefix = 'cluster.new-';

/** Nothing of this process' own environment (secrets, DATABASE_URL, PG* variables) reaches the server. */
export const serverEnv = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };

/**
 * How a program that starts with `clusterDir` as its working folder names that folder. For root on Linux it is the
 * working folder itself, since the server's user could not walk there by name below a closed folder such as /root.
 */
export function nameOfCluster(clusterDir: string): string {
  return isRoot() && process.platform === 'linux' ? '/proc/self/cwd' : clusterDir;
}

/** The major version of a cluster; undefined where there is none. */
export async function majorOf(clusterDir: string): Promise<number | undefined> {
  const version = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(ignoreMissing);
  return version === undefined ? undefined : Number(version.trim());
}

/**
 * Makes the cluster on first use: UTF-8, sorted and folded by the builtin C.UTF-8 rules on every machine alike, and
 * a random password that lies inside it. It is built aside and renamed, so a start that was cut short leaves none.
 * @returns the password
 */
export async function ensureCluster(
  baseDir: string,
  clusterDir: string,
  binaries: Binaries,
  owner: ServerOwner,
  log: (line: string) => void,
): Promise<string> {
  const version = await majorOf(clusterDir);
  if (version === undefined) {
    log('Making the database (first start) …');
    const { dir, password } = await createCluster(baseDir, binaries, owner);
    await rename(dir, clusterDir);
    return password;
  }
  if (version !== binaries.major) {
    const message = `The database in ${clusterDir} is of PostgreSQL ${version}, this release runs ${binaries.major}.`;
    throw new DatabaseLaunchError('wrong-version', message);
  }
  return readPassword(clusterDir);
}

/** @throws DatabaseLaunchError when it is missing */
export async function readPassword(clusterDir: string): Promise<string> {
  const password = await readFile(join(clusterDir, passwordFile), 'utf8').catch(ignoreMissing);
  if (password !== undefined) return password;
  throw new DatabaseLaunchError(
    'damaged',
    `The database's password file ${join(clusterDir, passwordFile)} is missing.`,
  );
}

/** A new, empty cluster in a folder of its own beside the one that runs; who makes it moves it into its place. */
export async function createCluster(
  baseDir: string,
  binaries: Binaries,
  owner: ServerOwner,
): Promise<{ dir: string; password: string }> {
  const leftovers = (await readdir(baseDir)).filter((name) => name.startsWith(stagingPrefix));
  await Promise.all(leftovers.map((name) => rm(join(baseDir, name), { recursive: true, force: true })));

  const staging = await mkdtemp(join(baseDir, stagingPrefix));
  const password = randomBytes(24).toString('base64url');
  const draft = `${staging}.password`;
  await writeFile(draft, password, { mode: 0o600 });
  await give(owner, staging, draft);
  const options = [
    ...['-D', nameOfCluster(staging), '-U', superuser, `--pwfile=../${draft.slice(baseDir.length + 1)}`],
    ...[
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    '--no-instructions',
  ];
  try {
    await run(binaries.initdb, options, { cwd: staging, env: serverEnv, ...owner });
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    await rm(draft, { force: true });
    throw initdbFailure(error, baseDir);
  }
  await rename(draft, join(staging, passwordFile));
  return { dir: staging, password };
}

const ProgramFailure = z.object({ message: z.string(), stderr: z._default(z.string(), '') });

function initdbFailure(error: unknown, folder: string): DatabaseLaunchError {
  const { message, stderr } = ProgramFailure.parse(error);
  if (/no space left/i.test(stderr)) return diskFull(folder, error);
  const said = /^(?:initdb: |.*FATAL: {2})(.+)$/m.exec(stderr)?.[1] ?? message;
  const line = `PostgreSQL could not make a database in ${folder}: ${said}`;
  return new DatabaseLaunchError('start-failed', line, { cause: error });
}

function ignoreMissing(error: unknown): undefined {
  if (systemCode(error) === 'ENOENT') return undefined;
  throw error;
}
