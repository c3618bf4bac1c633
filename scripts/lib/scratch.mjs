import { readFileSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';

/** A file system in memory, where a machine has one. */
const IN_MEMORY = '/dev/shm';

/** Bytes that a run of the tests may take there. */
const ROOM = 4 * 2 ** 30;
/** Bytes of memory that the machine has then at least. */
const MEMORY = 8 * 2 ** 30;

/**
 * @typedef {object} Machine
 * @property {number} free bytes that are free in the file system in memory
 * @property {number} memory bytes
 * @property {string} mounts as /proc/mounts has them
 */

/**
 * Has this process and those that it starts make their temporary files in memory, where there is room and programs may be
 * run. The database of a test is some seven hundred files. Ext4 looks for a place for each among those that it has just
 * freed and does not use again for seconds, which takes half a second of a core for one database; in memory it takes a
 * hundredth of that.
 *
 * @param {Record<string, string | undefined>} [env] TMPDIR is left as it is where it is set
 * @param {() => Machine} [look] throws where there is no such file system
 */
export function makeTestFilesInMemory(env = process.env, look = thisMachine) {
  if (env['TMPDIR'] === undefined && hasRoom(look)) env['TMPDIR'] = IN_MEMORY;
}

/** @param {() => Machine} look */
function hasRoom(look) {
  try {
    const { free, memory, mounts } = look();
    const [, , type, options = ''] = mounts.split('\n').findLast(isOfMemory)?.split(' ') ?? [];
    return free >= ROOM && memory >= MEMORY && type === 'tmpfs' && !options.split(',').includes('noexec');
  } catch {
    return false;
  }
}

/** @param {string} mount */
const isOfMemory = (mount) => mount.split(' ')[1] === IN_MEMORY;

/** @returns {Machine} */
function thisMachine() {
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return { free: bavail * bsize, memory: totalmem(), mounts: readFileSync('/proc/mounts', 'utf8') };
}
