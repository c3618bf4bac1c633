import { createHash } from 'node:crypto';
import type { EmailAddress, MailLeftOut } from '@inbox/domain';
import { cutText } from '@inbox/domain/conversation';
import type { Email } from 'postal-mime';
import type { ContentDetails } from '../../../conversations/thread/content-details';
import { htmlText } from '../text/html-text';
import { readAuthors, type MailAuthors } from './mail-author';
import { fromOf, headersOf, isAddress, peopleOf } from './mail-people';
import { answeredIds, idsIn } from './message-ids';
import { MAIL_LIMITS } from '../parse/limits';
import { oneLine, westernText } from '../text/western-text';

/** What a mail says, as the inbox knows it; its files apart. */
export interface ReadMail {
  /** As in the header, with angle brackets; made from the mail itself when it has none. */
  messageId: string;
  /** What it is known by when its Message-ID turns out to be another mail's. */
  ownId: string;
  /** What it answers, nearest first. */
  answers: string[];
  authors: MailAuthors;
  sentAt: Date;
  text: string;
  details: ContentDetails;
}

const MAX_ANSWERS = 100;
/** Before that nobody sent mail through a program of today: a clock that was never set. */
const EARLIEST = Date.UTC(1995, 0, 1);

interface Received {
  /** The SMTP envelope's sender, empty for bounces. */
  envelopeSender: string;
  now: Date;
  /** What the parser has left out of the mail. */
  leftOut?: Pick<MailLeftOut, 'attachments' | 'text' | 'unreadable'>;
}

const NOTHING: NonNullable<Received['leftOut']> = { attachments: 0, text: false };

/** What a parsed mail says, as much of it as is shown. */
export function readMail(email: Email, { envelopeSender, now, leftOut = NOTHING }: Received): ReadMail {
  const from = fromOf(email);
  const replyTo = peopleOf(email.replyTo);
  const authors = readAuthors(email, envelopeSender);
  const references = idsIn(headersOf(email, 'references').join(' '));
  const html = email.html === undefined ? null : westernText(email.html);
  const text = tidy(email.text ?? '') || (html === null ? '' : htmlText(html));
  const people = { to: peopleOf(email.to), cc: peopleOf(email.cc), bcc: peopleOf(email.bcc) };
  const left_out: MailLeftOut = {
    attachments: leftOut.attachments,
    recipients: Object.values(people).reduce(
      (sum, { length }) => sum + Math.max(0, length - MAIL_LIMITS.recipients),
      0,
    ),
    text: leftOut.text || text.length > MAIL_LIMITS.text || (html?.length ?? 0) > MAIL_LIMITS.html,
    ...([text, email.subject ?? ''].some(isUnreadable) && { letters: true as const }),
    ...(leftOut.unreadable && { unreadable: leftOut.unreadable }),
  };
  const digest = digestOf(email);
  const ownId = `<${digest}@no-message-id.invalid>`;
  const messageId = idsIn(email.messageId)[0] ?? ownId;
  return {
    messageId,
    ownId,
    answers: [...new Set([...idsIn(headersOf(email, 'in-reply-to').join(' ')), ...references.toReversed()])]
      .filter((id) => id !== messageId)
      .flatMap(answeredIds)
      .slice(0, MAX_ANSWERS),
    authors,
    sentAt: timeOf(email.date, now),
    text: cutText(text, MAIL_LIMITS.text),
    details: {
      subject: oneLine(email.subject ?? ''),
      from: from.some(isAddress) ? shown(from) : authors.addresses.slice(0, 1),
      to: shown(people.to),
      cc: shown(people.cc),
      bcc: shown(people.bcc),
      reply_to: shown(replyTo.filter(isAddress)),
      html: html === null ? null : cutHtml(html),
      message_id: messageId,
      references: references.slice(-MAX_ANSWERS),
      digest,
      ...(isAny(left_out) && { left_out }),
    },
  };
}

const isAny = ({ attachments, recipients, text, letters, unreadable }: MailLeftOut): boolean =>
  attachments > 0 || recipients > 0 || text || letters !== undefined || unreadable !== undefined;

const shown = (people: EmailAddress[]): EmailAddress[] => people.slice(0, MAIL_LIMITS.recipients);

/** One letter that was cut in two on the way is no reason to doubt the rest. */
function isUnreadable(text: string): boolean {
  const lost = text.match(/\ufffd/g)?.length ?? 0;
  return lost > 1 && lost * 10 > (text.match(/[^\0-\x7f]/g)?.length ?? 0);
}

/** Cut before a tag, so that half of one is not read as text. */
function cutHtml(html: string): string {
  if (html.length <= MAIL_LIMITS.html) return html;
  const cut = html.slice(0, MAIL_LIMITS.html).replace(/[\ud800-\udbff]$/, '');
  return cut.lastIndexOf('<') > cut.lastIndexOf('>') ? cut.slice(0, cut.lastIndexOf('<')) : cut;
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

/** The same mail has the same digest, whatever stations it came by. */
function digestOf(email: Email): string {
  const own = OWN_HEADERS.map((name) => headersOf(email, name));
  const hash = createHash('sha256').update(JSON.stringify([own, email.text, email.html]));
  for (const { filename, content } of email.attachments) {
    hash.update(JSON.stringify(filename)).update(typeof content === 'string' ? content : new Uint8Array(content));
  }
  return hash.digest('hex').slice(0, 32);
}

function timeOf(date: string | undefined, now: Date): Date {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return time >= EARLIEST ? new Date(time) : now;
}

const tidy = (text: string): string => westernText(text).replace(/\r\n?/g, '\n').trim();
