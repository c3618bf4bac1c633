import { stat } from 'node:fs/promises';
import { codeOf } from '../errors/errors';
import type { Bucket } from './bucket';
import type { FolderUploads } from './uploads';

export interface CopiedFiles {
  copied: number;
  /** They were there already. */
  there: number;
  /** They are where nobody has them any more. */
  missing: number;
}

const AT_ONCE = 8;

/**
 * Copies files of these keys from a folder of this machine into the bucket, as far as they are not there. Each is read where it
 * is: a second copy on this machine's disk could fill it.
 */
export const copyToBucket = (
  keys: AsyncGenerator<string>,
  folder: Pick<FolderUploads, 'pathOf'>,
  bucket: Pick<Bucket, 'has' | 'put'>,
): Promise<CopiedFiles> =>
  copyAll(keys, bucket, async (key) => {
    const path = folder.pathOf(key);
    const { size } = await stat(path);
    await bucket.put(key, path, size);
  });

/** Copies files of these keys from the bucket into a folder of this machine, as far as they are not there. */
export const copyToFolder = (
  keys: AsyncGenerator<string>,
  bucket: Pick<Bucket, 'open'>,
  folder: Pick<FolderUploads, 'has' | 'put'>,
): Promise<CopiedFiles> =>
  copyAll(keys, folder, async (key) => {
    const { stream } = await bucket.open(key);
    await folder.put(stream, { maxBytes: Number.POSITIVE_INFINITY, key });
  });

async function copyAll(
  keys: AsyncGenerator<string>,
  to: { has(key: string): Promise<boolean> },
  copy: (key: string) => Promise<void>,
): Promise<CopiedFiles> {
  const counts: CopiedFiles = { copied: 0, there: 0, missing: 0 };
  async function copyOne(key: string): Promise<keyof CopiedFiles> {
    if (await to.has(key)) return 'there';
    try {
      await copy(key);
      return 'copied';
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'missing';
      throw error;
    }
  }
  // Each takes the next key when it is done with one.
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next())
      counts[await copyOne(next.value)] += 1;
  });
  await Promise.all(workers);
  return counts;
}
