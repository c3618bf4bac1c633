import { openDB, type IDBPDatabase } from 'idb';
import { describeValue } from './value-bytes';

/** Bytes, about, that are rewritten in one transaction: files are large, and all else is little. */
const BATCH_BYTES = 8_000_000;
/** How often what a page writes meanwhile is looked for again. */
const PASSES = 5;

/** A value in another form, and how many bytes that takes. Undefined: it stays as it is. */
export type Rewrite = (value: unknown, place: string) => Promise<{ value: unknown; bytes: number } | undefined>;

/** Null when there is none: none is made. */
async function openExisting(name: string): Promise<IDBPDatabase | null> {
  let isMissing = false;
  const opening = openDB(name, undefined, {
    upgrade(_db, _old, _new, tx) {
      isMissing = true;
      tx.abort();
    },
  });
  try {
    return await opening;
  } catch (error) {
    if (isMissing) return null;
    throw error;
  }
}

async function withDatabase(name: string, work: (db: IDBPDatabase) => Promise<void>): Promise<void> {
  const db = await openExisting(name);
  if (db === null) return;
  try {
    await work(db);
  } finally {
    db.close();
  }
}

const isSame = (one: unknown, other: unknown): boolean => describeValue(one).json === describeValue(other).json;

/**
 * Rewrites the records of a database, each under its own key. The new form of many is made first and then put in their place in one
 * transaction, where each is left alone that has changed meanwhile; those are rewritten after that. Ended at any moment, every
 * record is there in one of its two forms.
 * @throws when the browser cannot store it, and when `rewrite` throws
 */
export async function rewriteRecords(name: string, rewrite: Rewrite): Promise<void> {
  await withDatabase(name, async (db) => {
    for (const store of db.objectStoreNames) {
      for (let pass = 0; pass < PASSES; pass += 1) {
        if (!(await rewriteStore(db, store, `${name}/${store}`, rewrite))) break;
      }
    }
  });
}

interface Rewritten {
  key: IDBValidKey;
  before: unknown;
  after: unknown;
}

/** @returns whether a record has changed meanwhile */
async function rewriteStore(db: IDBPDatabase, store: string, place: string, rewrite: Rewrite): Promise<boolean> {
  let hasChanged = false;
  let batch: Rewritten[] = [];
  let bytes = 0;
  async function put(): Promise<void> {
    if (batch.length === 0) return;
    const tx = db.transaction(store, 'readwrite', { durability: 'strict' });
    for (const { key, before, after } of batch) {
      const now: unknown = await tx.store.get(key);
      if (now !== undefined && isSame(now, before)) void tx.store.put(after, key);
      else if (now !== undefined) hasChanged = true;
    }
    await tx.done;
    batch = [];
    bytes = 0;
  }
  for (const key of await db.getAllKeys(store)) {
    const before: unknown = await db.get(store, key);
    const after = before === undefined ? undefined : await rewrite(before, `${place}/${JSON.stringify(key)}`);
    if (after === undefined) continue;
    batch.push({ key, before, after: after.value });
    bytes += after.bytes;
    if (bytes > BATCH_BYTES) await put();
  }
  await put();
  return hasChanged;
}

/** Removes all records, in one transaction. */
export const clearRecords = (name: string): Promise<void> =>
  withDatabase(name, async (db) => {
    const stores = [...db.objectStoreNames];
    if (stores.length === 0) return;
    const tx = db.transaction(stores, 'readwrite', { durability: 'strict' });
    await Promise.all(stores.map((store) => tx.objectStore(store).clear()));
    await tx.done;
  });

/** Whether there is a record like this. */
export async function hasRecord(name: string, isLike: (value: unknown) => boolean = () => true): Promise<boolean> {
  let isFound = false;
  await withDatabase(name, async (db) => {
    for (const store of db.objectStoreNames) {
      let cursor = await db.transaction(store).store.openCursor();
      for (; cursor !== null && !isFound; cursor = await cursor.continue()) isFound = isLike(cursor.value);
    }
  });
  return isFound;
}
