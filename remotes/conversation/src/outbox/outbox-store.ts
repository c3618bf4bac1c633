import type { ConversationId, Outgoing, TempId } from '@inbox/domain';
import { whyWaits } from '@inbox/domain/conversation';
import { createListeners } from '@inbox/panel/store';
import type { TakeOut } from '../drafts/drafts';
import type { WaitingReply } from '../storage/record-types';
import type { Records, TypedTx } from '../storage/records';
import type { SendJournal } from './send-journal';

export interface OutboxStoreDeps {
  records: Records;
  journal: SendJournal;
  /** Milliseconds since 1970, by this browser's clock. */
  now(): number;
}

/**
 * Replies that the server has not confirmed: records that all tabs of the agent share, and those that the browser would
 * not store, which this page alone has.
 */
export interface OutboxStore {
  /** All of them, in the order in which they were stored. */
  list(): readonly Outgoing[];
  /** Those that do not leave by themselves at once: refused, held back, tried in vain, or behind such a one. */
  stuck(): readonly Outgoing[];
  subscribe(listener: () => void): () => void;
  /** Follows what other tabs store and remove, and calls back after each such change; returns how to stop. */
  follow(onElsewhere: () => void): () => void;
  /** Lists what the records in memory say now. */
  publish(): void;
  /** Reads what all tabs have stored and removed until now. */
  refresh(): Promise<void>;
  /** The position of a reply in the order of all sends; a new one is behind all that this tab knows of. */
  placeOf(tempId: TempId): number;
  /**
   * Stores a reply.
   * @param takeOut takes the draft that it was written in out of the store, in the same transaction
   * @throws when the browser does not store it
   */
  add(outgoing: Outgoing, takeOut?: TakeOut): Promise<void>;
  /** Has a reply in this page's memory alone. */
  addUnstored(outgoing: Outgoing): void;
  isUnstored(tempId: TempId): boolean;
  /** Changes a reply, in this page's memory when the browser does not store the change. */
  edit(tempId: TempId, change: (outgoing: Outgoing) => Outgoing): Promise<void>;
  /** Removes a reply. Should that fail, it is sent again after a reload, and the server makes no second message of it. */
  remove(tempId: TempId): Promise<void>;
  /** Lists a removed reply again if its record is there: it is sent once more. */
  readmit(tempId: TempId): void;
}

export function createOutboxStore({ records, journal, now }: OutboxStoreDeps): OutboxStore {
  /** What the browser would not store: replies, and changes of stored ones. */
  const unstored = new Map<TempId, WaitingReply>();
  const overlay = new Map<TempId, Outgoing>();
  /** Confirmed or given up, should their records still be there. */
  const ended = new Set<TempId>();
  const { notify, subscribe } = createListeners();
  let listed: readonly Outgoing[] = [];
  let stuck: readonly Outgoing[] = [];
  let lastPlace = 0;

  function read(): Outgoing[] {
    const stored = [...records.of('outbox').values()].sort((a, b) => a.place - b.place);
    const entries = [...stored, ...unstored.values()].map(({ outgoing }) => overlay.get(outgoing.temp_id) ?? outgoing);
    return entries.filter(({ temp_id }) => !ended.has(temp_id));
  }

  function publish(): void {
    const found = read();
    // A store that is written to and read says more often that it has changed than what is in the outbox does.
    if (found.length === listed.length && found.every((entry, at) => entry === listed[at])) return;
    listed = found;
    const held = new Set<ConversationId>();
    stuck = listed.filter((entry) => {
      if (whyWaits(entry) !== null) held.add(entry.conversation_id);
      return entry.refused !== null || held.has(entry.conversation_id);
    });
    notify();
  }

  /** The clock is what the tabs share without a read. */
  function placeOf(tempId: TempId): number {
    const stored = records.of('outbox');
    const known = (stored.get(tempId) ?? unstored.get(tempId))?.place;
    if (known !== undefined) return known;
    lastPlace = Math.max(now(), lastPlace + 1, ...[...stored.values()].map(({ place }) => place + 1));
    return lastPlace;
  }

  return {
    list: () => listed,
    stuck: () => stuck,
    subscribe,
    follow: (onElsewhere) =>
      records.onChange('outbox', (keys, elsewhere) => {
        if (!elsewhere) return publish();
        const stored = records.of('outbox');
        // Another tab sends once more what has failed at the channel.
        for (const tempId of [...ended]) if (keys.includes(tempId) && stored.has(tempId)) ended.delete(tempId);
        publish();
        onElsewhere();
      }),
    publish,
    async refresh() {
      await records.read('outbox').catch(() => undefined);
      publish();
    },
    placeOf,
    async add(outgoing, takeOut) {
      const waiting = { place: placeOf(outgoing.temp_id), outgoing };
      const leave = journal.begin(waiting, takeOut?.taken ?? null);
      // Reads nothing: the transaction is committed in the task of Enter, and completes though the page ends right after it.
      const put = (tx: TypedTx) => {
        tx.put('outbox', outgoing.temp_id, waiting);
        return takeOut?.work(tx);
      };
      try {
        await journal.recoverLate();
        await records.change(['outbox', ...(takeOut?.kinds ?? [])], put, { flush: true });
        leave();
      } catch (error) {
        if (leave()) throw error;
      }
      publish();
      takeOut?.completed();
    },
    addUnstored(outgoing) {
      unstored.set(outgoing.temp_id, { place: placeOf(outgoing.temp_id), outgoing });
      publish();
    },
    isUnstored: (tempId) => unstored.has(tempId),
    async edit(tempId, change) {
      const held = unstored.get(tempId);
      if (held) {
        unstored.set(tempId, { ...held, outgoing: change(held.outgoing) });
        return publish();
      }
      const before = listed.find(({ temp_id }) => temp_id === tempId);
      try {
        await records.change(['outbox'], async (tx) => {
          const record = await tx.get('outbox', tempId);
          // Another tab may have sent or discarded it.
          if (record) tx.put('outbox', tempId, { ...record, outgoing: change(record.outgoing) });
        });
        overlay.delete(tempId);
      } catch {
        if (before) overlay.set(tempId, change(before));
      }
      publish();
    },
    remove(tempId) {
      ended.add(tempId);
      unstored.delete(tempId);
      overlay.delete(tempId);
      publish();
      if (!records.of('outbox').has(tempId)) return Promise.resolve();
      return records.change(['outbox'], (tx) => tx.remove('outbox', tempId)).catch(() => undefined);
    },
    readmit: (tempId) => void ended.delete(tempId),
  };
}
