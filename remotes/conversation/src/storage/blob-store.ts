import { loadedOnce } from '@inbox/panel/loaded-once';

/** The bytes of files that the server does not have yet, in the browser's own database, by the key of their upload. */
export interface BlobStore {
  /** Rejects when the browser keeps nothing, or has no room. */
  put(key: string, bytes: Blob): Promise<void>;
  /** Null when there are none. */
  get(key: string): Promise<Blob | null>;
  remove(key: string): Promise<void>;
  keys(): Promise<string[]>;
}

/** What is stored where the browser takes no Blob. */
interface BareBytes {
  bytes: ArrayBuffer;
  type: string;
}

const isBareBytes = (found: unknown): found is BareBytes =>
  typeof found === 'object' && found !== null && 'bytes' in found && found.bytes instanceof ArrayBuffer;

/** @param name of the database; whoever has another finds nothing of it */
export function createBlobStore(name: string): BlobStore {
  // Loaded with the first file: most pages never have one.
  const heap = loadedOnce(async () => {
    const { createStore, del, get, keys, set } = await import('idb-keyval');
    return { store: createStore(name, 'files'), del, get, keys, set };
  });
  return {
    async put(key, bytes) {
      const { set, store } = await heap();
      try {
        await set(key, bytes, store);
      } catch {
        // A private window of Safari takes no Blob, but takes its bytes.
        const bare: BareBytes = { bytes: await bytes.arrayBuffer(), type: bytes.type };
        await set(key, bare, store);
      }
    },
    async get(key) {
      const { get, store } = await heap();
      const found: unknown = await get(key, store);
      if (isBareBytes(found)) return new Blob([found.bytes], { type: found.type });
      return found instanceof Blob ? found : null;
    },
    async remove(key) {
      const { del, store } = await heap();
      await del(key, store);
    },
    async keys() {
      const { keys, store } = await heap();
      return keys<string>(store);
    },
  };
}
