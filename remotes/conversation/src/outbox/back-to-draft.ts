import type { Outgoing } from '@inbox/domain';
import { changedRecipients } from '@inbox/domain/conversation';
import type { Drafts, RestoredReply } from '../drafts/drafts';

/** What was sent, as it was written: words, files and recipients. */
export function writtenOf({ message, attachments, recipients, mail }: Outgoing): RestoredReply {
  if (mail === undefined) {
    return { text: message, attachments, recipients: (recipients && changedRecipients(recipients)) ?? undefined };
  }
  const { html, answered, from, subject, left_out, no_quote, signature, customer } = mail;
  const { chosen: _, ...addresses } = recipients ?? { to: [], cc: [], bcc: [], chosen: [] };
  return {
    text: html,
    attachments,
    recipients: { ...addresses, customer },
    // Of one that was written without, none is put below.
    mail: { answered, from, subject, left_out, ...(no_quote && { no_quote }), signature: signature ?? null },
  };
}

/** Puts what was sent, and has not left, back where replies to its ticket are written: words, files and recipients. */
export function backToDraft(drafts: Drafts, outgoing: Outgoing): void {
  const { ticket_id, attachments } = outgoing;
  const { text, recipients } = writtenOf(outgoing);
  if (outgoing.mail !== undefined) return void drafts.restore(ticket_id, writtenOf(outgoing));
  drafts.insert(ticket_id, text);
  for (const file of attachments) void drafts.attach(ticket_id, file);
  // Recipients that were chosen since are the newer choice.
  if (recipients && drafts.get(ticket_id).recipients === undefined) drafts.address(ticket_id, recipients);
}
