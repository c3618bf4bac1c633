import { randomUUID } from 'node:crypto';
import { normalEmail, type EmailAddress } from '@inbox/domain';
import * as z from 'zod/mini';
import type { ContentRow } from '../store/content-rows';
import type { OutboxPayloads } from '../store/outbox-rows';
import type { Line } from '../store/reply-queries';
import type { ContentDetails } from '../store/schema';
import { WorkError } from './errors';
import { messages } from './messages';

type Field = 'to' | 'cc' | 'bcc';
const isAddress = z.email();
/** As many as mail readers look at; a thread of hundreds would grow its header with every answer. */
const MAX_REFERENCES = 50;

/**
 * The mail that answers `answered` (spec section 5). Without any recipient it goes to whom that mail came from, or to
 * where its sender asked for answers.
 */
export function composeEmail(
  line: Line,
  request: { message: string } & Record<Field, string[]>,
  answered: ContentRow | undefined,
  ticketSubject: string | null,
): OutboxPayloads['email.reply'] {
  const details = answered?.details;
  const mailbox = line.address ?? line.external_id;
  const seen = new Set<string>();
  const [to, cc, bcc] = (['to', 'cc', 'bcc'] as const).map((field) => recipients(field, request[field], seen));
  const nobody = seen.size === 0;
  const sender = details?.reply_to?.length ? details.reply_to : (details?.from ?? [{ email: line.contact, name: '' }]);
  const target = nobody ? sender : (to ?? []);
  if (target.length === 0) {
    throw new WorkError(400, messages.recipientsMissing, 'no_recipients', { to: [messages.recipientsMissing] });
  }
  const answeredId = details?.message_id ?? null;
  return {
    from: { email: mailbox, name: line.name },
    to: target,
    cc: cc ?? [],
    bcc: bcc ?? [],
    subject: replySubject(details?.subject ?? ticketSubject ?? ''),
    text: request.message,
    in_reply_to: answeredId,
    references: [...(details?.references ?? []), ...(answeredId === null ? [] : [answeredId])].slice(-MAX_REFERENCES),
    message_id: `<${randomUUID()}@${mailbox.split('@')[1] ?? 'inbox.invalid'}>`,
  };
}

/** What the thread keeps of a mail that leaves. */
export function mailDetails(mail: OutboxPayloads['email.reply']): ContentDetails {
  const { subject, from, to, cc, bcc, message_id, references } = mail;
  return { subject, from: [from], to, cc, bcc, html: null, message_id, references };
}

/** Each address once over all three fields, in the order of first mention. */
function recipients(field: Field, given: readonly string[], seen: Set<string>): EmailAddress[] {
  const kept: EmailAddress[] = [];
  for (const text of given) {
    const email = text.trim();
    if (!isAddress.safeParse(email).success) {
      const message = messages.recipientWrong(email);
      throw new WorkError(400, message, 'wrong_recipient', { [field]: [message] });
    }
    if (seen.has(normalEmail(email))) continue;
    seen.add(normalEmail(email));
    kept.push({ email, name: '' });
  }
  return kept;
}

function replySubject(subject: string): string {
  const text = subject.replace(/\s+/g, ' ').trim();
  if (text === '') return messages.noSubject;
  return /^re:/i.test(text) ? text : `Re: ${text}`;
}
