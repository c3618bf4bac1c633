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

/** Sender, recipients, subject and forwarded files of a mail: those of its draft, or else those that follow from the original. */
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
    /** Files of the original that are forwarded. */
    forwarded,
  };
}

export type MailFields = ReturnType<typeof useMailFields>;
