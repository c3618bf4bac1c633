import { createHash } from 'node:crypto';
import type { Sum } from '../database-copy/contents';

/** Sums files up as they pass by, in bounded memory: a hash of all their names, sizes and hashes, in their order. */
export interface Summing {
  /** Passes the bytes of one file on. */
  pass(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
  result(): Sum;
}

export function startSum(): Summing {
  const all = createHash('sha256');
  let files = 0;
  let total = 0;
  return {
    async *pass(name, bytes) {
      const hash = createHash('sha256');
      let size = 0;
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
      all.update(`${name}\t${size}\t${hash.digest('hex')}\n`);
      files += 1;
      total += size;
    },
    result: () => ({ files, bytes: total, sha256: all.copy().digest('hex') }),
  };
}

/** For who wants only the sum. */
export async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of bytes);
}
