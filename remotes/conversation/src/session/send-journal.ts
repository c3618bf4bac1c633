import { MAIL_KINDS, type Schema } from '@inbox/domain';
import { outgoingSchema } from '@inbox/domain/conversation';

import type { PanelStorage } from '@inbox/panel';
import * as z from 'zod/mini';
import type { DraftRecord, WaitingReply } from './record-types';
import type { Records } from './records';
import { keyOf, removeBase } from './draft-view';

/** Which draft a send was written in: that of a tab, and what it went on from. */
export type TakenDraft = Pick<DraftRecord, 'kind' | 'tab' | 'over'>;

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
  /** Stores what pages that have ended did not get stored; before anything that is stored is read. */
  recover(): Promise<void>;
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
    async recover() {
      // What this version cannot read stays for one that can.
      const entries = new Map(
        storage.keys(PREFIX).flatMap((key) => {
          const entry = storage.read(key, entrySchema);
          return entry === null ? [] : [[key, entry] as const];
        }),
      );
      if (entries.size === 0) return;
      await records.change(
        ['outbox', 'drafts'],
        async (tx) => {
          const known = await tx.all('outbox');
          for (const { place, outgoing, taken } of entries.values()) {
            const { temp_id, ticket_id } = outgoing;
            if (!known.has(temp_id)) tx.put('outbox', temp_id, { place, outgoing });
            if (taken === null) continue;
            tx.remove('drafts', keyOf({ ticket_id, kind: taken.kind, tab: taken.tab }));
            await removeBase(tx, { ticket_id, kind: taken.kind, over: taken.over });
          }
        },
        { flush: true },
      );
      for (const key of entries.keys()) storage.remove(key);
    },
  };
}
