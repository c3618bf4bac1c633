import type { EmailMessage, MailKind, Profile, Ticket } from '@inbox/domain';
import { mailSubject } from '@inbox/domain/conversation';
import { useMemo } from 'react';
import type { Draft, Drafts } from '../drafts/drafts';
import { filesToForward, mailboxOf, recipientsOf } from '../drafts/mail-fields';

interface MailFieldsOptions {
  ticket: Ticket;
  kind: MailKind;
  /** The mail that is answered or handed on; null for none, undefined while it is loading. */
  mail: EmailMessage | null | undefined;
  drafts: Drafts;
  draft: Draft;
  accounts: Profile['email_accounts'];
}

/** What a mail has beside its text, as the draft has it, and what follows from the original where nothing was chosen. */
export function useMailFields({ ticket, kind, mail, drafts, draft, accounts }: MailFieldsOptions) {
  const known = mail ?? null;
  const parts = draft.mail ?? { answered: mail?.id ?? null, left_out: [] };
  const customer = ticket.customer_email ?? null;
  const forwarded = useMemo(
    () =>
      (kind === 'forward' && known !== null ? filesToForward(known) : []).filter(
        ({ id }) => !parts.left_out.includes(id),
      ),
    [kind, known, parts.left_out],
  );
  return {
    parts,
    change: (changed: Partial<typeof parts>) => drafts.edit(ticket.id, { mail: { ...parts, ...changed } }),
    recipients: recipientsOf(kind, draft, known, { customer, accounts }),
    from: parts.from ?? mailboxOf(known, accounts),
    subject: parts.subject ?? mailSubject(kind, known?.subject ?? ticket.subject ?? ''),
    /** The files of the original that are handed on. */
    forwarded,
  };
}

export type MailFields = ReturnType<typeof useMailFields>;
