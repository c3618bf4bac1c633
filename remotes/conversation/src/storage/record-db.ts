import { openDB, type IDBPDatabase } from 'idb';

/** What the browser stores for an agent, each kind in an object store of its own, each record by a key of its own. */
export const UNSENT = ['outbox', 'drafts', 'comment-drafts', 'uploads', 'handled', 'undo'] as const;
/** In a database of its own: a store that is added to the one above locks out a release that is put back. */
export const CHANGES = ['changes'] as const;
export const KINDS = [...UNSENT, ...CHANGES] as const;
export type Kind = (typeof KINDS)[number];

/** One transaction, as its work sees it. What is read is whatever was stored: the reader parses it. */
export interface RecordTx {
  get(kind: Kind, key: string): Promise<unknown>;
  all(kind: Kind): Promise<Map<string, unknown>>;
  put(kind: Kind, key: string, value: unknown): void;
  remove(kind: Kind, key: string): void;
}

export interface RecordDb {
  /** What is stored in it. */
  kinds: readonly Kind[];
  /** One transaction over these kinds that only reads. */
  read<T>(kinds: readonly Kind[], work: (tx: RecordTx) => Promise<T>): Promise<T>;
  /**
   * One transaction, of which all or nothing happens. Resolves when it has completed; rejects when the browser cannot
   * store it, and when `work` throws. Work that awaits nothing is committed in the same task, so that a page which ends
   * right after it loses nothing.
   * @param flush waits until the disk has it, for what must survive a power cut
   */
  write(
    kinds: readonly Kind[],
    work: (tx: RecordTx) => Promise<void> | void,
    options?: { flush?: boolean },
  ): Promise<void>;
  close(): void;
}

const VERSION = 1;

/**
 * Opens the database on first use, and again after the browser has closed it.
 * @param name whoever has another one finds nothing of this one
 */
export function createRecordDb(name: string, kinds: readonly Kind[]): RecordDb {
  let opened: Promise<IDBPDatabase> | null = null;

  function open(): Promise<IDBPDatabase> {
    opened ??= openDB(name, VERSION, {
      upgrade(db) {
        for (const kind of kinds) if (!db.objectStoreNames.contains(kind)) db.createObjectStore(kind);
      },
      // A newer page waits for this one to let go.
      blocking: () => close(),
      terminated: () => (opened = null),
    }).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  function close(): void {
    opened?.then((db) => db.close()).catch(() => undefined);
    opened = null;
  }

  return {
    kinds,
    async read(those, work) {
      const tx = (await open()).transaction(those, 'readonly');
      const result = await work({
        get: (kind, key) => tx.objectStore(kind).get(key),
        all: (kind) => allOf(tx.objectStore(kind)),
        put: refuseToWrite,
        remove: refuseToWrite,
      });
      await tx.done;
      return result;
    },
    async write(those, work, { flush = false } = {}) {
      const tx = (await open()).transaction(those, 'readwrite', { durability: flush ? 'strict' : 'relaxed' });
      // `done` tells of every failed request as well.
      const ignore = () => undefined;
      tx.done.catch(ignore);
      try {
        const working = work({
          get: (kind, key) => tx.objectStore(kind).get(key),
          all: (kind) => allOf(tx.objectStore(kind)),
          put: (kind, key, value) => void tx.objectStore(kind).put(value, key).catch(ignore),
          remove: (kind, key) => void tx.objectStore(kind).delete(key).catch(ignore),
        });
        if (working) await working;
        tx.commit();
      } catch (error) {
        try {
          tx.abort();
        } catch {
          // It has ended by itself, which `done` tells.
        }
        await tx.done;
        throw error;
      }
      await tx.done;
    },
    close,
  };
}

interface Readable {
  getAll(): Promise<unknown[]>;
  getAllKeys(): Promise<IDBValidKey[]>;
}

async function allOf(store: Readable): Promise<Map<string, unknown>> {
  const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
  return new Map(keys.flatMap((key, index) => (typeof key === 'string' ? [[key, values[index]]] : [])));
}

function refuseToWrite(): never {
  throw new Error('This transaction only reads');
}
