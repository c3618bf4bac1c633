import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/errors';
import { NotReady } from './readiness';

/** The file that a check writes. Backups leave it out. */
export const WRITE_PROBE = 'write-probe.tmp';

/** A few blocks of any file system: not what a file keeps in its own entry. */
const PROBE = Buffer.alloc(16_384, 'ready');

const FULL = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Checks that a folder can be written, by a small file that is brought to the disk and removed. The folder itself is made
 * where it is missing, as the first file that is stored does it; the folder above it is not.
 * @param dir absolute
 * @param name as the reason names it, without a path
 * @throws NotReady
 */
export async function checkFolder(dir: string, name: string, write: typeof writeProbe = writeProbe): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await write(join(dir, WRITE_PROBE));
  } catch (error) {
    throw new NotReady(reasonOf(codeOf(error) ?? 'unknown error', name), { cause: error });
  }
}

function reasonOf(code: string, name: string): string {
  if (FULL.has(code)) return `The disk of ${name} is full (${code}).`;
  if (code === 'ENOENT') return `The folder above ${name} is missing (${code}).`;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} cannot be written (${code}).`;
}

async function writeProbe(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(PROBE);
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
