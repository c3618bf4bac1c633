import { codeOf } from '../lib/error-words';
import type { Uploads } from './uploads';

export interface CopiedFiles {
  copied: number;
  /** They were there already. */
  there: number;
  /** They are where nobody has them any more. */
  missing: number;
}

const AT_ONCE = 8;

/** Copies files of these keys from one place to the other, each under its key, as far as they are not there. */
export async function copyFiles(
  keys: AsyncGenerator<string>,
  from: Pick<Uploads, 'open'>,
  to: Pick<Uploads, 'has' | 'put'>,
): Promise<CopiedFiles> {
  const counts: CopiedFiles = { copied: 0, there: 0, missing: 0 };
  async function copy(key: string): Promise<keyof CopiedFiles> {
    if (await to.has(key)) return 'there';
    try {
      const { stream } = await from.open(key);
      await to.put(stream, { maxBytes: Number.POSITIVE_INFINITY, key });
      return 'copied';
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return 'missing';
      throw error;
    }
  }
  // Each takes the next key when it is done with one.
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = await keys.next(); next.done !== true; next = await keys.next())
      counts[await copy(next.value)] += 1;
  });
  await Promise.all(workers);
  return counts;
}
