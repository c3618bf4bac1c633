import type { ContentItem, EmailAddress, EmailMessage } from '../messages/content';
import type { AttachmentId, ContentId, IsoTime } from '../ids';
import { isOwnAddress } from './mail-address';
import type { MailKind } from './mail-kinds';
import { eachOnce } from './new-email';
import { defaultRecipients, isSameAddress, type ChangedRecipients } from './reply-addresses';

/** What a mail has beside its text, files and recipients. */
export interface MailDraft {
  /** The mail that is answered or handed on; null when the thread shows none. */
  answered: ContentId | null;
  /** The mailbox that it leaves from; undefined is that of the ticket. */
  from?: string | undefined;
  /** Undefined is what `mailSubject` makes of the answered one. */
  subject?: string | undefined;
  /** Files of the original that are not handed on. */
  left_out: AttachmentId[];
  /** Of an answer: the original is not quoted. */
  no_quote?: true | undefined;
  /** HTML of the signature that was put below the text; null leaves that to the agent, undefined is none yet. */
  signature?: string | null | undefined;
}

/** A mail of the drawer on its way: `message` is its text, this is all the rest. */
export interface OutgoingMail extends MailDraft {
  kind: MailKind;
  /** The address of the ticket's customer when it was written. */
  customer: string | null;
  /** As the editor wrote it, with its pictures. */
  html: string;
  /** Files of the original that go along. */
  forwarded: AttachmentId[];
}

/** Fields that a reply of the reply box takes from the mail that it answers (spec section 7). */
export interface MailHead {
  answered: ContentId;
  /** The mailbox that it leaves from; undefined is that of the ticket. */
  from?: string | undefined;
  subject: string;
}

/**
 * The mail that a reply answers as long as the agent chooses no other: the customer's newest, an automatic one only where
 * the customer has written none. A stranger's is answered only where the customer has sent no mail at all, and never an
 * automatic one. The backend's `findLastMail` is the same rule for a thread that the page does not have.
 * @param ordered items in the thread's order
 * @param customer the address of the ticket's customer; null when it has none, so that nobody is a stranger
 */
export function answeredMail(ordered: readonly ContentItem[], customer: string | null): EmailMessage | null {
  let best: EmailMessage | null = null;
  let bestRank = 0;
  for (const item of ordered) {
    if (item.content_type !== 'email' || item.actor !== 'customer' || item.deleted) continue;
    const rank = rankOf(item, customer);
    if (rank > 0 && rank >= bestRank) [best, bestRank] = [item, rank];
  }
  return best;
}

function rankOf({ from, automatic }: EmailMessage, customer: string | null): number {
  const isCustomers = customer === null || isSameAddress(from[0]?.email ?? null, customer);
  if (isCustomers) return automatic ? 2 : 3;
  return automatic ? 0 : 1;
}

/** Letters of an original that are quoted at most. */
export const MOST_QUOTED_LETTERS = 500_000;

type People = Pick<EmailMessage, 'from' | 'to' | 'cc'>;

/** Reply All appears only when recipients plus cc exceed one (spec section 5). */
export const mayReplyAll = ({ to, cc }: Pick<People, 'to' | 'cc'>): boolean => to.length + cc.length > 1;

/**
 * Whom a mail goes to as long as nobody changes it. A reply goes to the ticket's customer, never to who wrote last; a reply
 * to all goes to everybody that the mail names but the shop itself; a forward goes to nobody yet. Where a mail asks for
 * answers elsewhere is not followed.
 * @param mailboxes the shop's own addresses
 */
export function mailRecipients(
  kind: MailKind,
  mail: (People & Pick<EmailMessage, 'actor'>) | null,
  customer: string | null,
  mailboxes: readonly string[],
): ChangedRecipients {
  if (kind === 'forward') return { to: [], cc: [], bcc: [], customer };
  const byDefault = defaultRecipients(customer);
  if (kind === 'reply' || mail === null) return byDefault;
  const others = (people: readonly EmailAddress[]) =>
    people.map(({ email }) => email).filter((email) => !isOwnAddress(email, mailboxes));
  const { to, cc } = eachOnce(
    mail.actor === 'merchant'
      ? { to: others(mail.to), cc: others(mail.cc), bcc: [] }
      : { to: [...byDefault.to, ...others(mail.from)], cc: [...others(mail.to), ...others(mail.cc)], bcc: [] },
  );
  return { to: to.length === 0 ? byDefault.to : to, cc, bcc: [], customer };
}

const PREFIXES: Record<'answer' | 'forward', [known: RegExp, prefix: string]> = {
  answer: [/^(re ?(?:\[\d{1,3}\])? ?: ?)+/i, 'Re: '],
  forward: [/^(fwd? ?: ?)+/i, 'Fwd: '],
};

/** The subject of a mail that goes on from one with this subject, with one prefix of its kind; empty when that has none. */
export function mailSubject(kind: MailKind, subject: string): string {
  const text = subject.replace(/\s+/g, ' ').trim();
  if (text === '') return '';
  const [known, prefix] = PREFIXES[kind === 'forward' ? 'forward' : 'answer'];
  // The group matches the last of several prefixes, so the oldest spelling remains.
  return known.test(text) ? text.replace(known, '$1') : `${prefix}${text}`;
}

/** Prefixes that mail programs of many languages put before the subject of an answer or a forwarded mail. */
const ANY_PREFIXES =
  /^(?:(?:re|aw|antw|antwort|sv|vs|ref|rif|res|rép|réf|odp|ynt|vá|bls|atb|отв|απ|σχετ|השב|رد|回复|回覆|答复|答覆|返信|回信|답장|fwd?|wg|tr|rv|enc|vl|doorst|pd|i|iletilen|fs|továbbítás|пер|προωθ|העבר|转发|轉寄|転送|전달) ?(?:\[\d{1,3}\]|\^\d{1,3}|\(\d{1,3}\))? ?[:：] ?)+/iu;

/** The subject that answers have in common with the mail that they answer, for comparing; empty when there is none. */
export const bareSubject = (subject: string): string =>
  subject.replace(/\s+/g, ' ').trim().replace(ANY_PREFIXES, '').toLowerCase();

/** What is said above a quoted mail. */
export interface QuotedHead extends People {
  subject: string;
  /** When it was sent, as far as that is known. */
  at: IsoTime;
}

/** In UTC, and saying so: who reads it may be anywhere. */
const quotedTime = (at: IsoTime): string => new Date(at).toUTCString().replace(/:\d\d GMT$/, ' UTC');

const named = ({ name, email }: EmailAddress): string => (name.trim() === '' ? email : `${name.trim()} <${email}>`);

/**
 * The lines above a quoted mail, as mail programs write them: 'On … wrote:' above an answered one, and the head of one that
 * is handed on. Its hidden recipients stay hidden.
 */
export function quotedHead(kind: MailKind, { from, to, cc, subject, at }: QuotedHead): string[] {
  const author = from.map(named).join(', ');
  if (kind !== 'forward') return [`On ${quotedTime(at)}, ${author} wrote:`];
  return [
    '---------- Forwarded message ---------',
    `From: ${author}`,
    `Date: ${quotedTime(at)}`,
    `Subject: ${subject.replace(/\s+/g, ' ').trim()}`,
    `To: ${to.map(named).join(', ')}`,
    ...(cc.length === 0 ? [] : [`Cc: ${cc.map(named).join(', ')}`]),
  ];
}
