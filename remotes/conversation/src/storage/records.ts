import type { Report } from '@inbox/panel';
import { createListeners, createStore, type Listeners, type ReadableStore } from '@inbox/panel/store';
import { dequal } from 'dequal/lite';
import { KINDS, type Kind, type RecordDb, type RecordTx } from './record-db';
import { recordSchemas, tabMessageSchema, type RecordTypes, type TabMessage } from './record-types';
import type { TabChannel } from './tab-channel';

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

export function createRecords({ db, openChannel, prepare, report }: RecordsDeps): Records {
  const stored: { [K in Kind]: Map<string, RecordTypes[K]> } = {
    outbox: new Map(),
    drafts: new Map(),
    'comment-drafts': new Map(),
    uploads: new Map(),
    handled: new Map(),
    undo: new Map(),
    changes: new Map(),
  };
  const changes: { [K in Kind]: Listeners<[keys: readonly string[], elsewhere: boolean]> } = {
    outbox: createListeners(),
    drafts: createListeners(),
    'comment-drafts': createListeners(),
    uploads: createListeners(),
    handled: createListeners(),
    undo: createListeners(),
    changes: createListeners(),
  };
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

  function parse<K extends Kind>(kind: K, key: string, value: unknown): RecordTypes[K] | null {
    if (value === undefined) return null;
    const parsed = recordSchemas[kind].safeParse(value);
    if (parsed.success) return parsed.data;
    report({
      level: 'warning',
      message: `Storage: a record of ${kind} does not fit`,
      detail: `${key} is left as it is`,
    });
    return null;
  }

  function parseAll<K extends Kind>(kind: K, values: ReadonlyMap<string, unknown>): Map<string, RecordTypes[K]> {
    const parsed = new Map<string, RecordTypes[K]>();
    for (const [key, value] of values) {
      const record = parse(kind, key, value);
      if (record !== null) parsed.set(key, record);
    }
    return parsed;
  }

  function place<K extends Kind>(kind: K, key: string, record: RecordTypes[K] | null): void {
    if (record === null) stored[kind].delete(key);
    // What is read anew and says the same stays the same object: nobody draws it once more.
    else if (!dequal(stored[kind].get(key), record)) stored[kind].set(key, record);
  }

  function notify(keys: readonly (readonly [Kind, string])[], elsewhere: boolean): void {
    for (const kind of KINDS) {
      const changed = keys.filter(([of]) => of === kind).map(([, key]) => key);
      if (changed.length > 0) changes[kind].notify(changed, elsewhere);
    }
  }

  /** Brings these records to what the database has. */
  async function reread(keys: readonly (readonly [Kind, string])[]): Promise<void> {
    const kinds = [...new Set(keys.map(([kind]) => kind))];
    if (kinds.length === 0) return;
    await db.read(kinds, async (tx) => {
      const values = await Promise.all(keys.map(([kind, key]) => tx.get(kind, key)));
      for (const [index, [kind, key]] of keys.entries()) place(kind, key, parse(kind, key, values[index]));
    });
    notify(keys, true);
  }

  const failed = (what: string) => (error: unknown) =>
    report({ level: 'warning', message: `Storage: ${what} failed`, detail: String(error) });

  async function load(signal: AbortSignal): Promise<void> {
    await prepare?.(signal).catch(failed('moving'));
    if (signal.aborted) return;
    const keys = await db.read(db.kinds, async (tx) => {
      const values = await Promise.all(db.kinds.map((kind) => tx.all(kind)));
      return db.kinds.flatMap((kind, index) => {
        const records = parseAll(kind, values[index] ?? new Map());
        for (const [key, record] of records) place(kind, key, record);
        return [...records.keys()].map((key) => [kind, key] as const);
      });
    });
    hasRead = true;
    notify(keys, true);
  }

  /** Writes through to the database and notes what is written, for the copy in memory. */
  function noting(tx: RecordTx, notes: { kind: Kind; key: string; apply(): void }[]): TypedTx {
    return {
      get: async (kind, key) => parse(kind, key, await tx.get(kind, key)),
      all: async (kind) => parseAll(kind, await tx.all(kind)),
      put(kind, key, record) {
        tx.put(kind, key, record);
        notes.push({ kind, key, apply: () => place(kind, key, record) });
      },
      remove(kind, key) {
        tx.remove(kind, key);
        notes.push({ kind, key, apply: () => place(kind, key, null) });
      },
    };
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
    of: (kind) => stored[kind],
    async read(kind) {
      const records = await db.read([kind], async (tx) => parseAll(kind, await tx.all(kind)));
      const gone = [...stored[kind].keys()].filter((key) => !records.has(key));
      for (const key of gone) place(kind, key, null);
      for (const [key, record] of records) place(kind, key, record);
      return records;
    },
    async change(kinds, work, options) {
      const notes: { kind: Kind; key: string; apply(): void }[] = [];
      try {
        await db.write(kinds, (tx) => work(noting(tx, notes)), options);
      } catch (error) {
        failed('writing')(error);
        isFailing.set(true);
        throw error;
      }
      for (const { apply } of notes) apply();
      const keys = notes.map(({ kind, key }) => [kind, key] as [Kind, string]);
      if (keys.length > 0) channel?.post({ type: 'changed', records: keys });
      notify(keys, false);
      isFailing.set(false);
      // What could not be loaded at the start may be there now.
      if (isLoaded.get() && !hasRead && started) load(started).catch(failed('loading'));
    },
    onChange: (kind, listener) => changes[kind].subscribe(listener),
    post: (message) => channel?.post(message),
    onMessage: received.subscribe,
  };
}
