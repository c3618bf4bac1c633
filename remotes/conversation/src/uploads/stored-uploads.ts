import type { BegunUpload } from '../storage/begun-upload';
import type { BlobStore } from '../storage/blob-store';
import type { Records } from '../storage/records';

export interface StoredUploadsDeps {
  /** Where begun uploads survive a reload; shared by all tabs. */
  records: Records;
  heap: BlobStore;
}

/** Begun uploads and their bytes: those that all tabs share, and the files that this page was given. */
export interface StoredUploads {
  /** Stores a begun upload and its bytes. If the browser cannot, it is uploaded all the same, but a reload loses it. */
  begin(begun: BegunUpload, file: File): void;
  /** Reads an upload as it is stored now: another tab may have ended it or given it up. */
  find(key: string): Promise<BegunUpload | undefined>;
  /** @returns null if this page was not given the file and the browser does not have it */
  fileOf(begun: BegunUpload): Promise<File | null>;
  /** Removes an upload that was given up. */
  forget(key: string): void;
  /** Removes the bytes of an upload that is done. */
  dropBytes(key: string): void;
  /** Removes the bytes of uploads without a record; does so once per page. */
  sweep(): void;
}

/** Bytes; what is beyond them is uploaded as well, but not kept for a reload. */
const MOST_KEPT = 200_000_000;

export function createStoredUploads({ records, heap }: StoredUploadsDeps): StoredUploads {
  /** What this page was given itself, and what it knows of it before the browser has stored it. */
  const files = new Map<string, File>();
  const given = new Map<string, BegunUpload>();
  /** Until they have ended nothing can be removed. */
  const puts = new Map<string, Promise<void>>();
  let isSwept = false;

  async function find(key: string): Promise<BegunUpload | undefined> {
    const stored = await records.read('uploads').catch(() => records.of('uploads'));
    return stored.get(key) ?? given.get(key);
  }

  async function keep(begun: BegunUpload, file: File): Promise<void> {
    const { key } = begun;
    await records.change(['uploads'], (tx) => tx.put('uploads', key, begun));
    // From now on the record says whether it is still wanted.
    given.delete(key);
    const size = [...records.of('uploads').values()].reduce((sum, one) => sum + one.size, 0);
    if (size <= MOST_KEPT) await heap.put(key, file);
  }

  function dropBytes(key: string): void {
    files.delete(key);
    given.delete(key);
    const ended = puts.get(key) ?? Promise.resolve();
    puts.delete(key);
    // What stays behind is swept away later.
    ended.then(() => heap.remove(key)).catch(() => undefined);
  }

  /** An upload that begins meanwhile is safe: its record is stored before its bytes. */
  async function sweep(): Promise<void> {
    if (isSwept) return;
    isSwept = true;
    for (const key of await heap.keys()) {
      if ((await find(key)) === undefined) await heap.remove(key);
    }
  }

  return {
    begin(begun, file) {
      files.set(begun.key, file);
      given.set(begun.key, begun);
      puts.set(
        begun.key,
        keep(begun, file).catch(() => undefined),
      );
    },
    find,
    async fileOf({ key, name }) {
      const known = files.get(key);
      if (known) return known;
      const bytes = await heap.get(key).catch(() => null);
      return bytes && new File([bytes], name, { type: bytes.type });
    },
    forget(key) {
      records.change(['uploads'], (tx) => tx.remove('uploads', key)).catch(() => undefined);
      dropBytes(key);
    },
    dropBytes,
    sweep: () => void sweep().catch(() => undefined),
  };
}
