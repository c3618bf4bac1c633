import type { ConversationId, Outgoing, TempId } from '@inbox/domain';
import { whyWaits } from '@inbox/domain/conversation';
import type { TakeOut } from '../drafts/drafts';
import type { Records, TypedTx } from '../storage/records';
import type { SendJournal } from './send-journal';
import { createStoredQueue, type StoredQueue } from './stored-queue';

export interface OutboxStoreDeps {
  records: Records;
  journal: SendJournal;
  /** Milliseconds since 1970, by this browser's clock. */
  now(): number;
}

type Queue = Omit<StoredQueue<Outgoing>, 'addUnstored' | 'remove'>;

/** Queue of replies that the server has not confirmed, by `temp_id`, in the order in which they were stored. */
export interface OutboxStore extends Queue {
  /** Replies that are refused, held back, failing, or behind such a reply. */
  stuck(): readonly Outgoing[];
  /** Follows what is stored and removed, and calls back when another tab did so; returns a function that stops it. */
  follow(onElsewhere: () => void): () => void;
  /**
   * Stores a reply.
   * @param takeOut takes the draft that it was written in out of the store, in the same transaction
   * @throws when the browser does not store it
   */
  add(outgoing: Outgoing, takeOut?: TakeOut): Promise<void>;
  /** Adds a reply in this page's memory alone. */
  addUnstored(outgoing: Outgoing): void;
  remove(tempId: TempId): Promise<void>;
}

export function createOutboxStore({ records, journal, now }: OutboxStoreDeps): OutboxStore {
  const queue = createStoredQueue({ records, kind: 'outbox', now });
  let listed: readonly Outgoing[] = [];
  let stuck: readonly Outgoing[] = [];

  // Subscribed first, so that every later listener reads the new lists.
  queue.subscribe(() => {
    listed = queue.list().map(({ outgoing }) => outgoing);
    const held = new Set<ConversationId>();
    stuck = listed.filter((entry) => {
      if (whyWaits(entry) !== null) held.add(entry.conversation_id);
      return entry.refused !== null || held.has(entry.conversation_id);
    });
  });

  const waitingReply = (outgoing: Outgoing) => ({ place: queue.placeOf(outgoing.temp_id), outgoing });

  return {
    ...queue,
    list: () => listed,
    stuck: () => stuck,
    follow: (onElsewhere) =>
      records.onChange('outbox', (keys, elsewhere) => {
        // Another tab sends once more what has failed at the channel.
        if (elsewhere) keys.filter((key) => records.of('outbox').has(key)).forEach(queue.readmit);
        queue.publish();
        if (elsewhere) onElsewhere();
      }),
    async add(outgoing, takeOut) {
      const waiting = waitingReply(outgoing);
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
      queue.publish();
      takeOut?.completed();
    },
    addUnstored: (outgoing) => queue.addUnstored(outgoing.temp_id, waitingReply(outgoing)),
    edit: (tempId, change) => queue.edit(tempId, (entry) => ({ ...entry, outgoing: change(entry.outgoing) })),
    remove: (tempId) => queue.remove(tempId),
  };
}
