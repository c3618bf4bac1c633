import {
  newTempId,
  type AttachmentId,
  type ChangedRecipients,
  type ContentId,
  type MailDraft,
  type MailHead,
  type MailKind,
  type Outgoing,
  type ReplyDraft,
  type Ticket,
} from '@inbox/domain';
import { currentRecipients, replyAddresses } from '@inbox/domain/conversation';

/**
 * A reply to this ticket, with everything that its send needs.
 * @param seen the newest item that its writer had in view; null when it answers nothing new
 * @param answers the mail that an e-mail of the reply box answers; the backend chooses it when left out
 */
export function newOutgoing(
  ticket: Pick<Ticket, 'id' | 'conversation_id' | 'conversation_source' | 'customer_email'>,
  { text, attachments, recipients }: ReplyDraft,
  now: number,
  seen: ContentId | null,
  answers?: MailHead,
): Outgoing {
  return {
    temp_id: newTempId(),
    ticket_id: ticket.id,
    conversation_id: ticket.conversation_id,
    conversation_source: ticket.conversation_source,
    message: text,
    ...(ticket.conversation_source === 'email' && {
      recipients: replyAddresses(currentRecipients(recipients, ticket.customer_email ?? null)),
      ...(answers && { answers }),
    }),
    attachments,
    seen,
    newer: [],
    created_at: new Date(now).toISOString(),
    after_rev: 0,
    waiting: null,
    refused: null,
  };
}

/** A mail as it stands in the drawer. */
export interface ReadyMail {
  kind: MailKind;
  draft: ReplyDraft & { mail: MailDraft };
  /** The words of its text. */
  text: string;
  recipients: ChangedRecipients;
  from: string | undefined;
  subject: string;
  forwarded: AttachmentId[];
}

/** UTF-16 units of a mail's words that the server takes beside its HTML, which has them all. */
const MOST_WORDS = 10_000;

/** A mail of the drawer, with everything that its send needs. */
export function newOutgoingMail(
  ticket: Pick<Ticket, 'id' | 'conversation_id' | 'conversation_source' | 'customer_email'>,
  { kind, draft, text, recipients, from, subject, forwarded }: ReadyMail,
  now: number,
  seen: ContentId | null,
): Outgoing {
  const { customer } = recipients;
  return {
    ...newOutgoing(ticket, draft, now, seen),
    message: text.slice(0, MOST_WORDS),
    recipients: replyAddresses(recipients),
    mail: { ...draft.mail, kind, customer, html: draft.text, from, subject, forwarded },
  };
}
