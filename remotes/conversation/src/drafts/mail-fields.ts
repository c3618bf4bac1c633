import {
  MOST_FORWARDED_FILES,
  type Attachment,
  type ChangedRecipients,
  type EmailAccount,
  type EmailMessage,
  type MailHead,
  type MailKind,
  type ReplyDraft,
} from '@inbox/domain';
import { isOwnAddress, isSameAddress, mailRecipients, mailSubject } from '@inbox/domain/conversation';

/** Whom the mail goes to: as the agent has changed it, for as long as the customer is the same one. */
export function recipientsOf(
  kind: MailKind,
  { recipients }: Pick<ReplyDraft, 'recipients'>,
  mail: EmailMessage | null,
  { customer, accounts }: { customer: string | null; accounts: readonly EmailAccount[] },
): ChangedRecipients {
  const isSame = recipients && (recipients.customer === customer || isSameAddress(recipients.customer, customer));
  if (recipients && isSame) return recipients;
  return mailRecipients(kind, mail, customer, accounts.flatMap(addressesOf));
}

const addressesOf = ({ email, aliases = [] }: EmailAccount): string[] => [email, ...aliases];

/** The mailbox that the mail came to, or was sent from; undefined leaves it to the server, which knows the ticket's. */
export function mailboxOf(mail: EmailMessage | null, accounts: readonly EmailAccount[]): string | undefined {
  if (mail === null) return accounts.length === 1 ? accounts[0]?.email : undefined;
  const places = mail.actor === 'merchant' ? mail.from : [...mail.to, ...mail.cc];
  return accounts.find((account) => places.some((place) => isOwnAddress(place.email, addressesOf(account))))?.email;
}

/**
 * The fields of a reply of the reply box to this mail, as the drawer would fill them (spec section 7); undefined without a
 * mail, where the backend chooses by the same rule.
 */
export const replyHead = (mail: EmailMessage | null, accounts: readonly EmailAccount[]): MailHead | undefined =>
  mail === null
    ? undefined
    : { answered: mail.id, from: mailboxOf(mail, accounts), subject: mailSubject('reply', mail.subject) };

/** The files that can be handed on with a mail: pictures of its text go along with the quote by themselves. */
export const filesToForward = ({ attachments, html }: EmailMessage): readonly Attachment[] =>
  attachments
    .filter(({ content_id: id }) => id === null || html?.includes(`cid:${id}`) !== true)
    .slice(0, MOST_FORWARDED_FILES);
