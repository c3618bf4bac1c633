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
 * What waits for the server, in order: records that all tabs of the agent share, and what this page alone has because the
 * browser would not store it.
 */
export interface StoredQueue<Entry> {
  list(): readonly Entry[];
  /** Calls back when the list is another one. */
  subscribe(listener: () => void): () => void;
  /** Lists what the records in memory say now. */
  publish(): void;
  /** Reads what all tabs have stored and removed until now. */
  refresh(): Promise<void>;
  /** The position of an entry among all; a new one is behind all that this tab knows of. */
  placeOf(id: string): number;
  /** Has an entry in this page's memory alone. */
  addUnstored(id: string, entry: Entry): void;
  isUnstored(id: string): boolean;
  /** Changes an entry; in this page's memory when the browser does not store the change. */
  edit(id: string, change: (entry: Entry) => Entry): Promise<void>;
  /**
   * Removes an entry. Should its record stay, the server is asked again after a reload, and does nothing a second time.
   * @param also what is stored in the same transaction
   */
  remove(id: string, also?: (tx: TypedTx) => Promise<void>): Promise<void>;
  /** Lists a removed entry again if its record is there. */
  readmit(id: string): void;
}

export function createStoredQueue<K extends QueueKind>({
  records,
  kind,
  now,
}: StoredQueueDeps<K>): StoredQueue<RecordTypes[K]> {
  type Entry = RecordTypes[K];
  const unstored = new Map<string, Entry>();
  /** Changes that the browser did not store, each with the entry that it was last applied to and what came of it. */
  const edits = new Map<string, { change: (entry: Entry) => Entry; from: Entry | null; to: Entry | null }>();
  /** Confirmed or given up, should their records still be there. */
  const ended = new Set<string>();
  const { notify, subscribe } = createListeners();
  let listed: readonly Entry[] = [];
  let lastPlace = 0;

  /** The same object as long as the record is the same: a list that is read often is another one only when it has changed. */
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
    /** The clock is what the tabs share without a read. */
    placeOf(id) {
      const stored = records.of(kind);
      const known = (stored.get(id) ?? unstored.get(id))?.place;
      if (known !== undefined) return known;
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
