import { MAIL_KINDS, type Schema } from '@inbox/domain';
import { outgoingSchema } from '@inbox/domain/conversation';
import type { PanelStorage } from '@inbox/panel';
import * as z from 'zod/mini';
import { keyOf, removeBase } from '../drafts/draft-view';
import type { TakenDraft } from '../drafts/drafts';
import type { WaitingReply } from '../storage/record-types';
import type { Records } from '../storage/records';

/**
 * Sends between Enter and the end of the transaction that stores them. A transaction that waits for those of other tabs
 * ends with its page; localStorage takes a key within the task of Enter and waits for nobody. Each send has a key of its
 * own, so tabs cannot overwrite each other's, and its `temp_id` makes one message of it however often it is stored.
 */
export interface SendJournal {
  /**
   * @param taken null: it was not written in a draft
   * @returns what is to be called when the transaction has ended; false when another page, which began meanwhile, has
   *   stored the send
   */
  begin(reply: WaitingReply, taken: TakenDraft | null): () => boolean;
  /**
   * Stores what pages that have ended did not get stored; before anything that is stored is read.
   * @throws when the browser does not store it; `recoverLate` tries again
   */
  recover(): Promise<void>;
  /**
   * Does so where the browser had no room at the start, before anything newer is stored and sent.
   * @returns whether there was something to do
   * @throws when there is no room yet
   */
  recoverLate(): Promise<boolean>;
}

interface Entry extends WaitingReply {
  taken: TakenDraft | null;
}

const PREFIX = 'sending.';
const entrySchema: Schema<Entry> = z.object({
  place: z.int(),
  outgoing: outgoingSchema,
  taken: z.nullable(
    z.object({
      kind: z.optional(z.enum(MAIL_KINDS)),
      tab: z.string(),
      seq: z.optional(z.int()),
      over: z.nullable(z.object({ tab: z.string(), seq: z.int() })),
    }),
  ),
});

export interface SendJournalDeps {
  /** Shared by all tabs of the agent. */
  storage: Pick<PanelStorage, 'read' | 'write' | 'remove' | 'keys'>;
  records: Pick<Records, 'change'>;
}

export function createSendJournal({ storage, records }: SendJournalDeps): SendJournal {
  /** Is there something that the browser had no room for? */
  let isLate = false;

  async function recover(): Promise<void> {
    // What this version cannot read stays for one that can.
    const entries = new Map(
      storage.keys(PREFIX).flatMap((key) => {
        const entry = storage.read(key, entrySchema);
        return entry === null ? [] : [[key, entry] as const];
      }),
    );
    isLate = entries.size > 0;
    if (!isLate) return;
    await records.change(
      ['outbox', 'drafts'],
      async (tx) => {
        const known = await tx.all('outbox');
        for (const { place, outgoing, taken } of entries.values()) {
          const { temp_id, ticket_id } = outgoing;
          if (!known.has(temp_id)) tx.put('outbox', temp_id, { place, outgoing });
          if (taken === null) continue;
          const key = keyOf({ ticket_id, kind: taken.kind, tab: taken.tab });
          const draft = await tx.get('drafts', key);
          // A tab that lives may have written on.
          if (draft && draft.seq <= (taken.seq ?? draft.seq)) tx.remove('drafts', key);
          await removeBase(tx, { ticket_id, kind: taken.kind, over: taken.over });
        }
      },
      { flush: true },
    );
    isLate = false;
    for (const key of entries.keys()) storage.remove(key);
  }

  return {
    begin(reply, taken) {
      const key = `${PREFIX}${reply.outgoing.temp_id}`;
      const entry: Entry = { ...reply, taken };
      if (!storage.write(key, entry)) return () => true;
      return () => {
        const isHere = storage.keys(key).length > 0;
        storage.remove(key);
        return isHere;
      };
    },
    recover,
    async recoverLate() {
      if (!isLate) return false;
      await recover();
      return true;
    },
  };
}
