import { readdir, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/errors';
import type { Bucket } from './bucket';
import { createUploads, newKey, type Uploads } from './uploads';

export interface ObjectUploads extends Uploads {
  /** Ends the tidying of the copies. */
  close(): void;
}

/** Milliseconds that a copy stays on this machine after it was last asked for: a mail is read in far less. */
const KEPT_MS = 10 * 60_000;
const EVERY_MS = 60_000;

/**
 * Uploads in a bucket that all machines share. A file goes over a folder of this machine, where it is measured and scanned; a
 * copy stays there for some minutes, for what reads it next. No file is on this machine alone once `put` has answered.
 * @param dir absolute, for this purpose alone: what lies in it is deleted
 * @param options.onFault told when copies cannot be tidied away
 */
export function createObjectUploads(
  dir: string,
  bucket: Bucket,
  { onFault, keptMs = KEPT_MS }: { onFault: (error: unknown) => void; keptMs?: number },
): ObjectUploads {
  const copies = createUploads(dir);
  const coming = new Map<string, Promise<void>>();
  const timer = setInterval(() => void tidy(dir, new Date(Date.now() - keptMs)).catch(onFault), EVERY_MS);
  timer.unref();

  async function store(key: string, size: number): Promise<void> {
    try {
      await bucket.put(key, copies.pathOf(key), size);
    } catch (error) {
      await copies.remove(key);
      throw error;
    }
  }

  async function bring(key: string): Promise<void> {
    const { stream } = await bucket.open(key);
    await copies.put(stream, { maxBytes: Number.POSITIVE_INFINITY, key });
  }

  return {
    dir,

    async put(bytes, options) {
      const stored = await copies.put(bytes, options);
      await store(stored.storage_key, stored.size);
      return stored;
    },

    async adopt(key) {
      const { size } = await stat(copies.pathOf(key));
      await store(key, size);
    },

    async copy(key) {
      const second = newKey();
      await bucket.copy(key, second);
      return second;
    },

    async localPath(key) {
      const path = copies.pathOf(key);
      const now = new Date();
      // Asked for again, it stays for longer.
      const isHere = await utimes(path, now, now).then(
        () => true,
        () => false,
      );
      if (isHere) return path;
      const bringing = coming.get(key) ?? bring(key).finally(() => coming.delete(key));
      coming.set(key, bringing);
      await bringing;
      return path;
    },

    async open(key) {
      try {
        return await copies.open(key);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
        // Names that are none of ours are not asked for.
        copies.pathOf(key);
        return bucket.open(key);
      }
    },

    has: (key) => bucket.has(key),

    list: () => bucket.list(),

    async remove(key) {
      copies.pathOf(key);
      await copies.remove(key);
      await bucket.remove(key);
    },

    removeUnfinished: (before) => copies.removeUnfinished(before),

    close: () => clearInterval(timer),
  };
}

/** Deletes copies that nobody has asked for since then. */
export async function tidy(dir: string, before: Date): Promise<void> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of names.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    // Another process that has the folder may have been first.
    if (found !== null && found.mtime < before) await unlink(path).catch(() => undefined);
  }
}
