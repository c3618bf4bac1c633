import type { Report } from '@inbox/panel';
import { createListeners, createStore, type ReadableStore } from '@inbox/panel/store';
import { createRecordCopy, type RecordCopy, type RecordKey } from './record-copy';
import type { Kind, RecordDb, RecordTx } from './record-db';
import { tabMessageSchema, type RecordTypes, type TabMessage } from './record-types';

/** How the tabs of one agent hear of each other. What one posts all others get, in its order. */
export interface TabChannel {
  post(message: unknown): void;
  listen(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** A browser without such channels shows what other tabs do when the page is opened anew. */
export function openTabChannel(name: string): TabChannel {
  if (!('BroadcastChannel' in globalThis)) {
    return { post: () => undefined, listen: () => () => undefined, close: () => undefined };
  }
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
    close: () => channel.close(),
  };
}

/** One transaction with parsed records; a record that does not fit its schema reads as absent. */
export interface TypedTx {
  get<K extends Kind>(kind: K, key: string): Promise<RecordTypes[K] | null>;
  all<K extends Kind>(kind: K): Promise<Map<string, RecordTypes[K]>>;
  put<K extends Kind>(kind: K, key: string, record: RecordTypes[K]): void;
  remove(kind: Kind, key: string): void;
}

/** Work that goes into the transaction of something else. */
export interface AlsoWrite {
  kinds: readonly Kind[];
  work(tx: TypedTx): Promise<void> | void;
}

export interface RecordsDeps {
  db: RecordDb;
  openChannel(): TabChannel;
  /** Done before what is stored is read. */
  prepare?(signal: AbortSignal): Promise<void>;
  report: Report;
}

/**
 * What this browser stores for the agent, in memory as the database has it: changes of this tab are there when their
 * transaction has completed, those of other tabs when they are heard of.
 */
export interface Records {
  /** Begins to load, and to hear what other tabs change; returns how to stop. */
  start(): () => void;
  /** Resolves when what was stored is known, or when the browser does not give it in time. */
  loaded: Promise<void>;
  isLoaded: ReadableStore<boolean>;
  /** Did the browser refuse the last change? */
  isFailing: ReadableStore<boolean>;
  of<K extends Kind>(kind: K): ReadonlyMap<string, RecordTypes[K]>;
  /** The same, read from the database now: no message of another tab can be missing. */
  read<K extends Kind>(kind: K): Promise<ReadonlyMap<string, RecordTypes[K]>>;
  /** One transaction; resolves when it has completed, rejects when the browser cannot store it. */
  change(
    kinds: readonly Kind[],
    work: (tx: TypedTx) => Promise<void> | void,
    options?: { flush?: boolean },
  ): Promise<void>;
  /** Calls back after each change, with its keys; `elsewhere`: another tab has made it, or it was loaded. */
  onChange(kind: Kind, listener: (keys: readonly string[], elsewhere: boolean) => void): () => void;
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): () => void;
}

/** Milliseconds after which the page goes on without what a browser does not give. */
const LOAD_MS = 4_000;

/** Write of a transaction, applied to the copy in memory once the transaction has completed. */
interface Note {
  key: RecordKey;
  apply(): void;
}

/** Writes through to the database, and notes what is written. */
const noting = (tx: RecordTx, { parse, parseAll, place }: RecordCopy, notes: Note[]): TypedTx => ({
  get: async (kind, key) => parse(kind, key, await tx.get(kind, key)),
  all: async (kind) => parseAll(kind, await tx.all(kind)),
  put(kind, key, record) {
    tx.put(kind, key, record);
    notes.push({ key: [kind, key], apply: () => place(kind, key, record) });
  },
  remove(kind, key) {
    tx.remove(kind, key);
    notes.push({ key: [kind, key], apply: () => place(kind, key, null) });
  },
});

export function createRecords({ db, openChannel, prepare, report }: RecordsDeps): Records {
  const copy = createRecordCopy(report);
  const received = createListeners<[TabMessage]>();
  let channel: TabChannel | null = null;
  let started: AbortSignal | null = null;
  const [isLoaded, isFailing] = [createStore(false), createStore(false)];
  let hasRead = false;
  let markLoaded = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (markLoaded = resolve));

  function goOn(): void {
    isLoaded.set(true);
    markLoaded();
  }

  /** Brings these records to what the database has. */
  async function reread(keys: readonly RecordKey[]): Promise<void> {
    const kinds = [...new Set(keys.map(([kind]) => kind))];
    if (kinds.length === 0) return;
    await db.read(kinds, async (tx) => {
      const values = await Promise.all(keys.map(([kind, key]) => tx.get(kind, key)));
      for (const [index, [kind, key]] of keys.entries()) copy.place(kind, key, copy.parse(kind, key, values[index]));
    });
    copy.notify(keys, true);
  }

  const failed = (what: string) => (error: unknown) =>
    report({ level: 'warning', message: `Storage: ${what} failed`, detail: String(error) });

  async function load(signal: AbortSignal): Promise<void> {
    await prepare?.(signal).catch(failed('moving'));
    if (signal.aborted) return;
    const keys = await db.read(db.kinds, async (tx) => {
      const values = await Promise.all(db.kinds.map((kind) => tx.all(kind)));
      return db.kinds.flatMap((kind, index) => {
        const records = copy.parseAll(kind, values[index] ?? new Map());
        for (const [key, record] of records) copy.place(kind, key, record);
        return [...records.keys()].map((key) => [kind, key] as const);
      });
    });
    hasRead = true;
    copy.notify(keys, true);
  }

  function hear(message: unknown): void {
    // Of a page of another version nothing is known; what it stores is read when this page is opened anew.
    const heard = tabMessageSchema.safeParse(message);
    if (!heard.success) return;
    if (heard.data.type === 'changed') reread(heard.data.records).catch(failed('reading'));
    else received.notify(heard.data);
  }

  return {
    start() {
      const stopped = new AbortController();
      started = stopped.signal;
      channel = openChannel();
      const stopHearing = channel.listen(hear);
      const limit = setTimeout(goOn, LOAD_MS);
      load(stopped.signal)
        .catch((error: unknown) => {
          failed('loading')(error);
          isFailing.set(true);
        })
        .finally(() => {
          clearTimeout(limit);
          goOn();
        });
      return () => {
        stopped.abort();
        clearTimeout(limit);
        stopHearing();
        channel?.close();
        channel = null;
        db.close();
      };
    },
    loaded,
    isLoaded,
    isFailing,
    of: copy.of,
    async read(kind) {
      const records = await db.read([kind], async (tx) => copy.parseAll(kind, await tx.all(kind)));
      const gone = [...copy.of(kind).keys()].filter((key) => !records.has(key));
      for (const key of gone) copy.place(kind, key, null);
      for (const [key, record] of records) copy.place(kind, key, record);
      return records;
    },
    async change(kinds, work, options) {
      const notes: Note[] = [];
      try {
        await db.write(kinds, (tx) => work(noting(tx, copy, notes)), options);
      } catch (error) {
        failed('writing')(error);
        isFailing.set(true);
        throw error;
      }
      for (const { apply } of notes) apply();
      const keys = notes.map(({ key }) => key);
      if (keys.length > 0) channel?.post({ type: 'changed', records: keys });
      copy.notify(keys, false);
      isFailing.set(false);
      // What could not be loaded at the start may be there now.
      if (isLoaded.get() && !hasRead && started) load(started).catch(failed('loading'));
    },
    onChange: copy.onChange,
    post: (message) => channel?.post(message),
    onMessage: received.subscribe,
  };
}
