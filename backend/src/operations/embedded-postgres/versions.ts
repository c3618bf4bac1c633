import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { majorOf } from './cluster';
import { DatabaseLaunchError } from './errors';
import { withLock } from './lock';
import { findRunning } from './postmaster';

/** Complete, and about to take the place of the older one. */
export const MOVED = 'cluster.moved';
/** A cluster of an older major version that its data was moved from. */
const KEPT = /^cluster-(\d+)$/;
/** One that the operator went back from. */
const LEFT = /^cluster-\d+-left$/;

/** Where the databases of one data folder are. */
export const placesIn = (dataDir: string) => {
  const baseDir = join(dataDir, 'database');
  return { baseDir, clusterDir: join(baseDir, 'cluster'), lockFile: join(baseDir, 'launch.lock') };
};

export const keptName = (major: number): string => `cluster-${major}`;

/** Ends what was cut short between two renames: a folder without its cluster must never look like a new one. */
export async function finishSwitch(baseDir: string, clusterDir: string): Promise<void> {
  if (existsSync(clusterDir)) return;
  const kept = await keptIn(baseDir);
  if (existsSync(join(baseDir, MOVED))) await rename(join(baseDir, MOVED), clusterDir);
  else if (kept !== undefined) await rename(join(baseDir, keptName(kept)), clusterDir);
}

/** The version of the older cluster that is still there; undefined when none is. */
async function keptIn(baseDir: string): Promise<number | undefined> {
  const names = await readdir(baseDir).catch(() => []);
  return names.map((name) => Number(KEPT.exec(name)?.[1])).find((major) => major > 0);
}

export interface Moved {
  /** Major versions of PostgreSQL. */
  from: number;
  to: number;
  at: Date;
}

/** A move to a newer major version that nobody has confirmed yet. */
export async function readMove(dataDir: string): Promise<Moved | undefined> {
  const { baseDir, clusterDir } = placesIn(dataDir);
  const [from, to] = [await keptIn(baseDir), await majorOf(clusterDir)];
  if (from === undefined || to === undefined) return undefined;
  return { from, to, at: (await stat(join(clusterDir, 'PG_VERSION'))).mtime };
}

/** Deletes the older cluster, after which there is no way back. May be done while the inbox runs. */
export async function confirmMove(dataDir: string): Promise<Moved> {
  const { baseDir, lockFile } = placesIn(dataDir);
  return await withLock(lockFile, async () => {
    const moved = await needMove(dataDir);
    const old = (await readdir(baseDir)).filter((name) => KEPT.test(name) || LEFT.test(name));
    await Promise.all(old.map((name) => rm(join(baseDir, name), { recursive: true, force: true })));
    return moved;
  });
}

/**
 * Puts the older cluster back into its place, for the release that runs it. What was written since the move is not in it; it
 * stays aside, in the folder that is named.
 * @throws DatabaseLaunchError while a server runs
 */
export async function goBack(dataDir: string): Promise<Moved & { aside: string }> {
  const { baseDir, clusterDir, lockFile } = placesIn(dataDir);
  return await withLock(lockFile, async () => {
    const moved = await needMove(dataDir);
    if ((await findRunning(clusterDir)) !== undefined) {
      throw new DatabaseLaunchError('in-use', 'The database runs: stop the inbox first.');
    }
    const aside = join(baseDir, `${keptName(moved.to)}-left`);
    await rm(aside, { recursive: true, force: true });
    await rename(clusterDir, aside);
    await rename(join(baseDir, keptName(moved.from)), clusterDir);
    return { ...moved, aside };
  });
}

async function needMove(dataDir: string): Promise<Moved> {
  const moved = await readMove(dataDir);
  if (moved !== undefined) return moved;
  throw new DatabaseLaunchError('nothing-moved', `There is no older database in ${dataDir}: nothing was moved.`);
}
