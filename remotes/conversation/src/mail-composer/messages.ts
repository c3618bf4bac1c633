import type { MailKind } from '@inbox/domain';

/** Of the mail drawer; they are loaded with it. */
export const messages = {
  title: { reply: 'Reply', reply_all: 'Reply All', forward: 'Forward' } satisfies Record<MailKind, string>,
  label: (title: string, name: string) => `${title}: e-mail for the ticket of ${name}`,
  from: 'From',
  ticketsMailbox: 'The mailbox of this ticket',
  subject: 'Subject',
  noSubject: 'No subject',
  body: 'Message',
  originals: 'Files of the original',
  removeOriginal: (name: string) => `Remove ${name} of the original`,
  showQuoted: 'Show quoted text',
  hideQuoted: 'Hide quoted text',
  removeQuoted: 'Remove quoted text',
  quoteAgain: 'Quote the original',
  quotedLoading: 'Loading the mail that is answered…',
  close: 'Close and keep the draft',
  discard: 'Discard',
  /** Spec section 5. */
  discardAsk: 'Discard Email ?',
  discardNote: 'What you have written, and its files, are deleted.',
  keep: 'Keep writing',
  send: 'Send',
  sending: 'Sending',
  sendHint: 'Ctrl and Enter sends, Escape closes and keeps the draft',
} as const;
