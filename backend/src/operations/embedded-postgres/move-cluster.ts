import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inGigabytes, readDiskSpace } from '../../platform/files/disk';
import { ensureDatabase, urlOf } from './address';
import { findPrograms, type Binaries } from './binaries';
import { copyDatabase } from './copy-database';
import { createCluster, majorOf, readPassword } from './cluster';
import { DatabaseLaunchError } from './errors';
import { guardServer } from './guard';
import type { ServerOwner } from './owner';
import { findRunning, startPostmaster, stopPostmaster, type Endpoint } from './postmaster';
import type { ServerUsers } from './users';
import { keptName, MOVED } from './versions';

/** Bytes beside the copy itself: the log of changes of the new server. */
const SPARE_BYTES = 700_000_000;

export interface MoveOptions {
  baseDir: string;
  clusterDir: string;
  /** Of the version that runs from now on. */
  binaries: Binaries;
  owner: ServerOwner;
  users: ServerUsers;
  settings: Readonly<Record<string, string>>;
  log: (line: string) => void;
  /** Bytes that may be written into a folder. */
  freeIn?: (dir: string) => Promise<number>;
}

/**
 * Moves the data of an older major version of PostgreSQL into a new cluster: every table is copied, and counts and checksums
 * are compared, before the new one takes its place. The old one stays beside it until the move is confirmed. To be called under
 * the launch lock; cut short at any moment, the old one is as it was.
 * @param options whose cluster is of an older version than `binaries`
 * @throws DatabaseLaunchError when an inbox still runs on it, room is short, the old version's programs are not there, or the
 *   copy differs; nothing has changed then
 */
export async function moveOlder(options: MoveOptions): Promise<void> {
  const { baseDir, clusterDir, binaries, owner, users, settings, log } = options;
  const from = await majorOf(clusterDir);
  if (from === undefined || from >= binaries.major) return;
  await refuseWhileUsed(clusterDir, users);
  await refuseWithoutRoom(options);
  const older = await findPrograms(from, baseDir);
  const password = await readPassword(clusterDir);
  log(`Moving the database from PostgreSQL ${from} to ${binaries.major} …`);
  const made = await createCluster(baseDir, binaries, owner);
  try {
    const start = async (dir: string, programs: Binaries): Promise<Endpoint> =>
      startPostmaster(dir, programs, owner, settings, join(baseDir, 'postgresql.log'));
    await whileServing(clusterDir, async () => {
      const source = urlOf(await start(clusterDir, older), password);
      await whileServing(made.dir, async () => {
        const target = await start(made.dir, binaries);
        await ensureDatabase(target, made.password);
        await copyDatabase(source, urlOf(target, made.password));
      });
    });
    await rm(join(baseDir, MOVED), { recursive: true, force: true });
    await rename(made.dir, join(baseDir, MOVED));
  } catch (error) {
    await rm(made.dir, { recursive: true, force: true });
    throw error;
  }
  await rm(join(baseDir, keptName(from)), { recursive: true, force: true });
  await rename(clusterDir, join(baseDir, keptName(from)));
  // Cut short here, the next start does this rename.
  await rename(join(baseDir, MOVED), clusterDir);
  log(
    `The database runs on PostgreSQL ${binaries.major}. The one of ${from} is still there: 'pnpm admin database confirm' ` +
      `deletes it, 'pnpm admin database back' goes back to it.`,
  );
}

async function whileServing(dir: string, work: () => Promise<void>): Promise<void> {
  const endGuard = await guardServer(dir);
  try {
    await work();
  } finally {
    await stopPostmaster(dir);
    endGuard();
  }
}

/** An inbox of the older release would go on writing into what was copied. */
async function refuseWhileUsed(clusterDir: string, users: ServerUsers): Promise<void> {
  if ((await findRunning(clusterDir)) === undefined) return;
  if ((await users.count()) > 0) {
    throw new DatabaseLaunchError('in-use', 'An inbox of the older release runs on this database: stop it first.');
  }
  await stopPostmaster(clusterDir);
}

async function refuseWithoutRoom({ baseDir, clusterDir, freeIn }: MoveOptions): Promise<void> {
  const free = freeIn === undefined ? (await readDiskSpace(baseDir)).free : await freeIn(baseDir);
  const needed = (await sizeOf(clusterDir)) + SPARE_BYTES;
  if (free >= needed) return;
  throw new DatabaseLaunchError(
    'disk-full',
    `The database is to be moved to a newer PostgreSQL, which needs ${inGigabytes(needed)} of room in ${baseDir}; ` +
      `${inGigabytes(free)} are free. Nothing was changed.`,
  );
}

async function sizeOf(dir: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}
