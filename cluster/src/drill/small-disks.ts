import { execFile } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { makePlace, placeOf, type Cluster } from '../examples';
import { STORES, type Layout, type Machine } from '../layout';

const run = promisify(execFile);
/** Room for a database of some minutes with its log of changes. */
const MEGABYTES = 1_500;
const FILLED = 'filled';

const diskOf = (layout: Layout, machine: Machine): string => placeOf(layout, machine, 'postgresql');

async function isMounted(place: string): Promise<boolean> {
  return (await readFile('/proc/mounts', 'utf8')).includes(` ${place} `);
}

/** Gives each PostgreSQL a disk of its own that can be filled; nothing where only root may, and this is not root. */
export async function giveSmallDisks(cluster: Cluster): Promise<void> {
  if (userInfo().uid !== 0) return;
  for (const machine of STORES) {
    const place = await makePlace(cluster, machine, 'postgresql', cluster.user);
    const owner = `uid=${cluster.user?.uid ?? 0},gid=${cluster.user?.gid ?? 0},mode=700`;
    // Where not even root may, the fault is left out.
    await run('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,${owner}`, 'inbox-drill', place]).catch(
      () => undefined,
    );
  }
}

/** Takes them back, once nothing runs on them. */
export async function takeSmallDisks(layout: Layout): Promise<void> {
  for (const machine of STORES) {
    const place = diskOf(layout, machine);
    if (await isMounted(place)) await run('umount', [place]);
  }
}

export const hasSmallDisk = (layout: Layout, machine: Machine): Promise<boolean> => isMounted(diskOf(layout, machine));

/** Leaves no byte free. @returns what makes room again */
export async function fillDisk(layout: Layout, machine: Machine): Promise<() => Promise<void>> {
  const file = await open(join(diskOf(layout, machine), FILLED), 'w');
  const bytes = Buffer.alloc(1_000_000);
  try {
    for (;;) await file.write(bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
  return () => rm(join(diskOf(layout, machine), FILLED), { force: true });
}
