import type { Outgoing, ReplyDraft } from '@inbox/domain';
import type { Drafts } from './drafts';
import type { Sender } from './sender';

/**
 * Sends what is written to a ticket. The send is stored and the draft removed in one transaction, and only when it has
 * completed the box is emptied: a page that ends at any moment leaves one of the two, never neither and never both.
 * @returns whether the browser has stored it; if not, nothing is sent and the draft stays
 */
export type SendDraft = (outgoing: Outgoing, draft: ReplyDraft) => Promise<boolean>;

interface SendDraftDeps {
  /** Where a send was written. */
  draftsOf(outgoing: Pick<Outgoing, 'mail'>): Drafts;
  sender: Sender;
}

export function createSendDraft({ draftsOf, sender }: SendDraftDeps): SendDraft {
  return async (outgoing, draft) => {
    const drafts = draftsOf(outgoing);
    try {
      await sender.send(outgoing, drafts.takeOut(outgoing.ticket_id)).stored;
    } catch {
      return false;
    }
    drafts.sent(outgoing.ticket_id, draft);
    return true;
  };
}
