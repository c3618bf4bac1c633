import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Enough to know a file by its first bytes. */
const HEAD_BYTES = 4_096;

/** What a file's name ends in while it is being written. */
const UNFINISHED = '.part';

/** Where files go that are removed while a backup is made. */
const HELD = 'held';

export interface StoredUpload {
  storage_key: string;
  /** Bytes. */
  size: number;
  /** The first bytes, to know the file's true type by. */
  head: Buffer;
}

export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
  }
}

/** A file that is stored, whether a row names it or not. */
export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  storedAt: Date;
}

export interface PutOptions {
  maxBytes: number;
  /** One of `newKey`, for who must know it before; a new one when left out. */
  key?: string;
  /** Looks at the whole file, at this path, before anybody can have it. Nothing is stored when it throws. */
  check?(path: string): Promise<void>;
}

/** Files that came with messages, under random names: nothing that a sender chose becomes part of a path. */
export interface Uploads {
  /** A folder of this machine, absolute: for a worker thread that writes files itself, which `adopt` stores then. */
  readonly dir: string;
  /**
   * Streams a file in. It is stored when this answers, so that a row that names it can be committed.
   * @throws TooLargeError and keeps nothing, as for any other failure
   */
  put(bytes: Buffer | AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredUpload>;
  /** Stores a file that a worker thread has put into `dir`. */
  adopt(key: string): Promise<void>;
  /** A second name for a stored file, which is deleted apart from the first. */
  copy(key: string): Promise<string>;
  /** Where the file's bytes are on this machine, for a reader that needs a path, for as long as a mail takes to be read. */
  localPath(key: string): Promise<string>;
  /** @throws ENOENT when there is none, or the key is not one of ours */
  open(key: string): Promise<{ stream: Readable; size: number }>;
  has(key: string): Promise<boolean>;
  /** All that are stored, in the order of their keys. */
  list(): AsyncGenerator<StoredFile>;
  /** Deletes a file, however far it was written; one that is gone already is no error. */
  remove(key: string): Promise<void>;
  /** Deletes what was begun and not written on since `before`: whoever wrote it died. Held files, too, go then. */
  removeUnfinished(before: Date): Promise<void>;
}

/** Uploads in a folder of this machine. */
export interface FolderUploads extends Uploads {
  /** Where the file's bytes are, or would be. @throws ENOENT when the key is not one of ours */
  pathOf(key: string): string;
  /**
   * From here on a file that is removed stays where a backup finds it. A row is deleted before its file, so that all files
   * that a later snapshot names can be read until `release`. One backup at a time: the caller holds a lock.
   */
  hold(): Promise<HeldUploads>;
}

export interface HeldUploads {
  /** Where a file may be, in the order in which to look. */
  pathsOf(key: string): readonly string[];
  /** Deletes what was removed meanwhile. */
  release(): Promise<void>;
}

/** A random name under which nothing is stored yet. */
export const newKey = (): string => randomBytes(16).toString('hex');

const KEY = /^[0-9a-f]{32}$/;

/** Is it one that `newKey` makes? */
export const isKey = (text: string): boolean => KEY.test(text);

/** @param dir absolute; made when needed, for this user alone */
export function createUploads(dir: string): FolderUploads {
  const folderOf = (key: string) => join(dir, key.slice(0, 2));
  const held = join(dir, HELD);
  const pathOf = (key: string) => {
    if (!isKey(key)) throw Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });
    return join(folderOf(key), key);
  };

  return {
    dir,
    pathOf,

    async localPath(key) {
      return pathOf(key);
    },

    async put(bytes, { maxBytes, key: storage_key = newKey(), check }) {
      const path = pathOf(storage_key);
      await mkdir(folderOf(storage_key), { recursive: true, mode: 0o700 });
      const unfinished = path + UNFINISHED;
      // Opened before a byte flows: a stream that opens its file itself may fail first and leave it behind after all.
      const file = await open(unfinished, 'wx', 0o600);
      try {
        const measured = measure(maxBytes);
        const source = Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes;
        await pipeline(source, measured.through, file.createWriteStream({ flush: true }));
        await rename(unfinished, path);
        await syncFolder(folderOf(storage_key));
        await check?.(path);
        return { storage_key, ...measured.result() };
      } catch (error) {
        for (const left of [unfinished, path]) await unlink(left).catch(() => undefined);
        throw error;
      }
    },

    async adopt() {},

    async copy(key) {
      const second = newKey();
      await mkdir(folderOf(second), { recursive: true, mode: 0o700 });
      // Not every file system has links.
      await link(pathOf(key), pathOf(second)).catch(() => copyFile(pathOf(key), pathOf(second)));
      await syncFolder(folderOf(second));
      return second;
    },

    async open(key) {
      const file: FileHandle = await open(pathOf(key), 'r');
      try {
        const { size } = await file.stat();
        return { stream: file.createReadStream(), size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async has(key) {
      return access(pathOf(key)).then(
        () => true,
        () => false,
      );
    },

    async *list() {
      const folders = await readdir(dir).catch((): string[] => []);
      for (const folder of folders.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()) {
        for (const key of (await readdir(join(dir, folder))).filter(isKey).sort()) {
          // It may go in this moment.
          const found = await stat(pathOf(key)).catch(() => null);
          if (found !== null) yield { key, size: found.size, storedAt: found.mtime };
        }
      }
    },

    async remove(key) {
      // One step, which fails unless a backup is under way.
      await rename(pathOf(key), join(held, key)).catch(() => undefined);
      for (const path of [pathOf(key), pathOf(key) + UNFINISHED]) await unlink(path).catch(() => undefined);
    },

    async hold() {
      // A backup that was killed may have left one.
      await rm(held, { recursive: true, force: true });
      await mkdir(held, { recursive: true, mode: 0o700 });
      return {
        pathsOf: (key) => [pathOf(key), join(held, key)],
        release: () => rm(held, { recursive: true, force: true }),
      };
    },

    async removeUnfinished(before) {
      const names = await readdir(dir, { recursive: true }).catch(() => []);
      for (const path of names.filter((name) => name.endsWith(UNFINISHED)).map((name) => join(dir, name))) {
        // It may be finished, and named so, in this moment.
        const written = await stat(path).catch(() => null);
        if (written !== null && written.mtime < before) await unlink(path).catch(() => undefined);
      }
      // What a backup that was killed held: a file's status changed when it was moved there.
      const left = await stat(held).catch(() => null);
      if (left === null || left.ctime >= before) return;
      await rm(held, { recursive: true, force: true });
    },
  };
}

function measure(maxBytes: number) {
  let size = 0;
  const heads: Buffer[] = [];
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < HEAD_BYTES) heads.push(Buffer.from(chunk.subarray(0, HEAD_BYTES - size)));
      size += chunk.length;
      done(size > maxBytes ? new TooLargeError(maxBytes) : null, chunk);
    },
  });
  return { through, result: () => ({ size, head: Buffer.concat(heads) }) };
}

/** The new name, too, must outlive a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
