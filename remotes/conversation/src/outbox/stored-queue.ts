import { createListeners } from '@inbox/panel/store';
import type { RecordTypes } from '../storage/record-types';
import type { Records, TypedTx } from '../storage/records';

type QueueKind = 'outbox' | 'changes';

export interface StoredQueueDeps<K extends QueueKind> {
  records: Records;
  kind: K;
  /** Milliseconds since 1970, by this browser's clock. */
  now(): number;
}

/**
 * Queue of entries that wait for the server, in order. Entries are records that all tabs of the agent share; those that the
 * browser could not store are in this page's memory alone.
 */
export interface StoredQueue<Entry> {
  list(): readonly Entry[];
  /** Calls back when `list` returns a new list. */
  subscribe(listener: () => void): () => void;
  /** Makes the list anew from the records in memory. */
  publish(): void;
  /** Reads what all tabs have stored and removed until now. */
  refresh(): Promise<void>;
  /** The position of an entry; that of a new one is behind all entries that this tab knows of. */
  placeOf(id: string): number;
  /** Adds an entry in this page's memory alone. */
  addUnstored(id: string, entry: Entry): void;
  isUnstored(id: string): boolean;
  /** Changes an entry. A change that the browser does not store stays in this page's memory. */
  edit(id: string, change: (entry: Entry) => Entry): Promise<void>;
  /**
   * Removes an entry. If its record stays, a reload sends it again, and the server ignores the repetition.
   * @param also what is stored in the same transaction
   */
  remove(id: string, also?: (tx: TypedTx) => Promise<void>): Promise<void>;
  /** Lists a removed entry again if its record is still stored. */
  readmit(id: string): void;
}

export function createStoredQueue<K extends QueueKind>({
  records,
  kind,
  now,
}: StoredQueueDeps<K>): StoredQueue<RecordTypes[K]> {
  type Entry = RecordTypes[K];
  const unstored = new Map<string, Entry>();
  /** Changes that the browser did not store, with the entry that each was last applied to and the result. */
  const edits = new Map<string, { change: (entry: Entry) => Entry; from: Entry | null; to: Entry | null }>();
  /** Confirmed or given up, should their records still be there. */
  const ended = new Set<string>();
  const { notify, subscribe } = createListeners();
  let listed: readonly Entry[] = [];
  let lastPlace = 0;

  /** Returns the same object for the same record, so that reading an unchanged queue makes no new list. */
  function edited(id: string, entry: Entry): Entry {
    const edit = edits.get(id);
    if (edit === undefined) return entry;
    if (edit.from !== entry || edit.to === null) Object.assign(edit, { from: entry, to: edit.change(entry) });
    return edit.to ?? entry;
  }

  function publish(): void {
    const stored = [...records.of(kind)].sort(([, a], [, b]) => a.place - b.place);
    const found = [...stored, ...unstored].filter(([id]) => !ended.has(id)).map(([id, entry]) => edited(id, entry));
    if (found.length === listed.length && found.every((entry, at) => entry === listed[at])) return;
    listed = found;
    notify();
  }

  return {
    list: () => listed,
    subscribe,
    publish,
    async refresh() {
      await records.read(kind).catch(() => undefined);
      publish();
    },
    placeOf(id) {
      const stored = records.of(kind);
      const known = (stored.get(id) ?? unstored.get(id))?.place;
      if (known !== undefined) return known;
      // Tabs share the clock without a read of the database.
      lastPlace = Math.max(now(), lastPlace + 1, ...[...stored.values()].map(({ place }) => place + 1));
      return lastPlace;
    },
    addUnstored(id, entry) {
      unstored.set(id, entry);
      publish();
    },
    isUnstored: (id) => unstored.has(id),
    async edit(id, change) {
      const held = unstored.get(id);
      if (held) unstored.set(id, change(held));
      else {
        const before = edits.get(id)?.change;
        const all = (entry: Entry) => change(before ? before(entry) : entry);
        try {
          await records.change([kind], async (tx) => {
            const record = await tx.get(kind, id);
            // Another tab may have removed it.
            if (record) tx.put(kind, id, all(record));
          });
          edits.delete(id);
        } catch {
          edits.set(id, { change: all, from: null, to: null });
        }
      }
      publish();
    },
    async remove(id, also) {
      ended.add(id);
      unstored.delete(id);
      edits.delete(id);
      publish();
      if (!also && !records.of(kind).has(id)) return;
      const work = (tx: TypedTx) => {
        tx.remove(kind, id);
        return also?.(tx);
      };
      await records.change([kind], work).catch(() => undefined);
      publish();
    },
    readmit: (id) => void ended.delete(id),
  };
}
