import { createHash } from 'node:crypto';
import { normalEmail, type EmailAddress } from '@inbox/domain';
import { addressParser, type Address, type Email, type Mailbox } from 'postal-mime';
import type { ContentDetails } from '../../store/schema';
import { htmlText } from './html-text';
import { westernText } from './western-text';

/** What a mail says, as the inbox knows it; its files apart. */
export interface ReadMail {
  /** As in the header, with angle brackets; made from the mail itself when it has none. */
  messageId: string;
  /** What it is known by when its Message-ID turns out to be another mail's. */
  ownId: string;
  /** What it answers, nearest first. */
  answers: string[];
  /** Undefined when the mail does not say who sends it. */
  sender: EmailAddress | undefined;
  sentAt: Date;
  text: string;
  details: ContentDetails;
}

const MAX_ANSWERS = 100;
/** Longer ids are none, and would not fit an index. */
const MAX_ID = 500;
/** Before that nobody sent mail through a program of today: a clock that was never set. */
const EARLIEST = Date.UTC(1995, 0, 1);

/** @param envelopeSender the SMTP envelope's sender, empty for bounces */
export function readMail(email: Email, envelopeSender: string, now: Date): ReadMail {
  const from = addresses(fromOf(email));
  const replyTo = addresses(email.replyTo);
  const sender = [...from, ...addresses(email.sender && [email.sender]), ...replyTo, named(envelopeSender)].find(
    isAddress,
  );
  const references = idsIn(headersOf(email, 'references').join(' '));
  const html = email.html === undefined ? null : westernText(email.html);
  const digest = digestOf(email);
  const ownId = `<${digest}@no-message-id.invalid>`;
  const messageId = idsIn(email.messageId)[0] ?? ownId;
  return {
    messageId,
    ownId,
    answers: [...new Set([...idsIn(headersOf(email, 'in-reply-to').join(' ')), ...references.toReversed()])]
      .filter((id) => id !== messageId)
      .slice(0, MAX_ANSWERS),
    sender,
    sentAt: timeOf(email.date, now),
    text: tidy(email.text ?? '') || (html === null ? '' : htmlText(html)),
    details: {
      subject: oneLine(email.subject ?? ''),
      from: from.some(isAddress) ? from : sender === undefined ? [] : [sender],
      to: addresses(email.to),
      cc: addresses(email.cc),
      bcc: addresses(email.bcc),
      reply_to: replyTo.filter(isAddress),
      html,
      message_id: messageId,
      references: references.slice(-MAX_ANSWERS),
      digest,
    },
  };
}

/** All ids in a header, in its order: several may stand there, with comments and text between them. */
export function idsIn(header: string | undefined): string[] {
  const ids = (header ?? '').match(/<[^<>\s]{1,1000}>/g) ?? [];
  return ids.filter((id) => id.length <= MAX_ID);
}

/** What the sender, or who sent it on, has written; stations on the way add others. */
const OWN_HEADERS = [
  'date',
  'from',
  'to',
  'subject',
  'message-id',
  'in-reply-to',
  'references',
  'resent-message-id',
  'resent-date',
];

function headersOf(email: Email, name: string): string[] {
  return email.headers.filter(({ key }) => key === name).map(({ value }) => value);
}

/** The same mail has the same digest, whatever stations it came by. */
function digestOf(email: Email): string {
  const own = OWN_HEADERS.map((name) => headersOf(email, name));
  const hash = createHash('sha256').update(JSON.stringify([own, email.text, email.html]));
  for (const { filename, content } of email.attachments) {
    hash.update(JSON.stringify(filename)).update(typeof content === 'string' ? content : new Uint8Array(content));
  }
  return hash.digest('hex').slice(0, 32);
}

/** Who wrote it; several people may have. */
function fromOf(email: Email): Address[] {
  const header = email.headers.find(({ key }) => key === 'from')?.value;
  const several = header === undefined ? [] : addressParser(header, { flatten: true });
  return several.length > 1 ? several : email.from === undefined ? [] : [email.from];
}

function addresses(given: Address[] | undefined): EmailAddress[] {
  const flat = (given ?? []).flatMap((each): Mailbox[] => (each.group === undefined ? [each] : each.group));
  return flat
    .map(({ address, name }) => ({ email: oneLine(address ?? ''), name: oneLine(name ?? '') }))
    .filter(({ email }) => email !== '');
}

const named = (email: string): EmailAddress => ({ email, name: '' });

/** Something before one @, and something after it. */
function isAddress({ email }: EmailAddress): boolean {
  return email.length <= 320 && /^[^\s@<>]+@[^\s@<>]+$/.test(email);
}

export function contactOf(sender: EmailAddress): string {
  return normalEmail(sender.email);
}

function timeOf(date: string | undefined, now: Date): Date {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return time >= EARLIEST ? new Date(time) : now;
}

const oneLine = (text: string): string => westernText(text).replace(/\s+/g, ' ').trim();
const tidy = (text: string): string => westernText(text).replace(/\r\n?/g, '\n').trim();
