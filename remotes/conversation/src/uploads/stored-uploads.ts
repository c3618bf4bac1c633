import type { BegunUpload } from '../storage/begun-upload';
import type { BlobStore } from '../storage/blob-store';
import type { Records } from '../storage/records';

export interface StoredUploadsDeps {
  /** Where begun uploads survive a reload; shared by all tabs. */
  records: Records;
  heap: BlobStore;
}

/** Begun uploads and their bytes, as all tabs have them stored, and what this page was given itself. */
export interface StoredUploads {
  /** Notes a begun upload and stores its bytes. Not stored, it is uploaded all the same; only a reload would miss it. */
  begin(begun: BegunUpload, file: File): void;
  /** The upload as all tabs have it: another one may have ended or given it up. */
  find(key: string): Promise<BegunUpload | undefined>;
  /** Null when this page was not given the file and the browser does not have it. */
  fileOf(begun: BegunUpload): Promise<File | null>;
  /** Removes an upload that was given up. */
  forget(key: string): void;
  /** Removes the bytes of an upload that is done. */
  dropBytes(key: string): void;
  /** Removes, once, the bytes of uploads that nobody knows any more. */
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

  /** One that begins meanwhile was written down before its bytes were. */
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
