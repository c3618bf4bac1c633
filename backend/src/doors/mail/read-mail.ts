import { createHash } from 'node:crypto';
import { normalEmail, type EmailAddress } from '@inbox/domain';
import type { Address, Email, Mailbox } from 'postal-mime';
import type { ContentDetails } from '../../store/schema';
import { htmlText } from './html-text';

/** What a mail says, as the inbox knows it; its files apart. */
export interface ReadMail {
  /** As in the header, with angle brackets; made from the mail itself when it has none. */
  messageId: string;
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
  const from = addresses(email.from && [email.from]);
  const replyTo = addresses(email.replyTo);
  const sender = [...from, ...addresses(email.sender && [email.sender]), ...replyTo, named(envelopeSender)].find(
    isAddress,
  );
  const references = idsIn(email.references);
  const html = email.html ?? null;
  const messageId = idsIn(email.messageId)[0] ?? madeId(email);
  return {
    messageId,
    answers: [...new Set([...idsIn(email.inReplyTo), ...references.toReversed()])]
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
    },
  };
}

/** All ids in a header, in its order: several may stand there, with comments and text between them. */
export function idsIn(header: string | undefined): string[] {
  const ids = (header ?? '').match(/<[^<>\s]{1,1000}>/g) ?? [];
  return ids.filter((id) => id.length <= MAX_ID);
}

/** The same mail delivered twice must make the same id, whatever stations it came by. */
function madeId(email: Email): string {
  const header = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const own = ['date', 'from', 'to', 'subject', 'message-id'].map(header);
  const hash = createHash('sha256').update(JSON.stringify([own, email.text, email.html]));
  for (const { filename, content } of email.attachments) {
    hash.update(JSON.stringify(filename)).update(typeof content === 'string' ? content : new Uint8Array(content));
  }
  return `<${hash.digest('hex').slice(0, 32)}@no-message-id.invalid>`;
}

function addresses(given: Address[] | undefined): EmailAddress[] {
  const flat = (given ?? []).flatMap((each): Mailbox[] => (each.group === undefined ? [each] : each.group));
  return flat
    .map(({ address, name }) => ({ email: oneLine(address ?? ''), name: oneLine(name ?? '') }))
    .filter(({ email, name }) => email !== '' || name !== '');
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

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const tidy = (text: string): string => text.replace(/\r\n?/g, '\n').trim();
