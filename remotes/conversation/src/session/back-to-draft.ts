import type { Outgoing } from '@inbox/domain';
import { changedRecipients } from '@inbox/domain/conversation';
import type { Drafts } from './drafts';

/** Puts what was sent, and has not left, back where replies to its ticket are written: words, files and recipients. */
export function backToDraft(drafts: Drafts, { ticket_id, message, attachments, recipients }: Outgoing): void {
  drafts.insert(ticket_id, message);
  for (const file of attachments) void drafts.attach(ticket_id, file);
  // Recipients that were chosen since are the newer choice.
  const changed = recipients && changedRecipients(recipients);
  if (changed && drafts.get(ticket_id).recipients === undefined) drafts.address(ticket_id, changed);
}
