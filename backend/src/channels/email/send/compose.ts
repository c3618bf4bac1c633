import { randomUUID } from 'node:crypto';
import type { ReplyRequest } from '@inbox/api/wire';
import { emailAddressSchema, normalEmail, type EmailAddress } from '@inbox/domain';
import { isSameAddress, mailSubject, mayReplyTo } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { readSentFiles, type SentFile } from '../../../conversations/thread/attachment-rows';
import type { ContentRow } from '../../../conversations/thread/content-rows';
import type { MailWriter, NewMail } from '../../../conversations/initiate/initiate-email';
import type { ComposedReply, ComposeReply, WrittenMail } from '../../../conversations/send/compose-reply';
import { findPayload } from '../../../platform/outbox/outbox-rows';
import { filePartSchema, type FilePart, type OutboxPayload } from '../../../platform/outbox/payloads';
import { findLastMail, type Sender } from '../../../conversations/thread/reply-queries';
import { toFilePart } from '../../chat-messages';
import type { Queryable } from '../../../platform/db/connection';
import type { ContentDetails } from '../../../conversations/thread/content-details';
import { storable } from '../../../platform/db/storable-text';
import { WorkError } from '../../../platform/errors/errors';
import { messages } from '../../../platform/errors/messages';
import { threadIdOf } from '../content/message-ids';

/** Message-IDs stand as in the header: with their angle brackets. */
export const emailReplySchema = z.object({
  from: emailAddressSchema,
  to: z.array(emailAddressSchema),
  cc: z.array(emailAddressSchema),
  bcc: z.array(emailAddressSchema),
  subject: z.string(),
  text: z.string(),
  /** The same as HTML; null for a mail of plain text. */
  html: z._default(z.nullable(z.string()), null),
  in_reply_to: z.nullable(z.string()),
  /** Oldest first; of a mail that answers none the id of the thread that it begins. */
  references: z.array(z.string()),
  /** Made once, when the reply is stored: every attempt sends the same message. */
  message_id: z.string().check(z.regex(/^<[^<>\s]+@[^<>\s]+>$/)),
  files: z._default(z.array(filePartSchema), []),
  /** Nobody wrote it: it says so, and asks for no automatic answer (RFC 3834). */
  automatic: z.optional(z.boolean()),
});
export type EmailReplyPayload = z.infer<typeof emailReplySchema>;

const KIND = 'email.reply';
const payloadOf = (payload: EmailReplyPayload): OutboxPayload => ({ kind: KIND, payload });

type Field = 'to' | 'cc' | 'bcc';
type Asked = Pick<ReplyRequest, 'message' | 'subject' | 'chosen' | 'mail_kind' | Field> & { automatic?: true };
/** Whom the ticket is of. */
interface Customer {
  full_name: string;
  customer_email: string | null;
}
/** As many as mail readers look at; a thread of hundreds would grow its header with every answer. */
const MAX_REFERENCES = 50;

/**
 * The mail that answers `answered` (spec section 5), to the addresses that the agent has seen.
 * @throws WorkError when it names nobody, or an address that is neither the customer's nor chosen
 */
export function composeEmail(
  sender: Sender,
  request: Asked,
  {
    answered,
    ticket,
    files,
    mail,
  }: {
    answered: ContentRow | undefined;
    ticket: Customer & { subject: string | null };
    files: FilePart[];
    mail?: WrittenMail | undefined;
  },
): EmailReplyPayload {
  const details = answered?.details;
  const mailbox = sender.address ?? sender.external_id;
  const kind = request.mail_kind ?? 'reply';
  const answeredId = details?.message_id ?? null;
  const message_id = newMessageId(mailbox);
  const earlier = [...(details?.references ?? []), ...(answeredId === null ? [] : [answeredId])];
  return {
    from: { email: mailbox, name: sender.name },
    ...recipientsOf(request, ticket),
    subject:
      givenSubject(request.subject) ??
      (mailSubject(kind, oneLine(details?.subject ?? ticket.subject ?? '')) || messages.noSubject),
    text: mail?.text ?? request.message,
    html: mail?.html ?? null,
    // What is handed on belongs to the thread, and answers nobody.
    in_reply_to: kind === 'forward' ? null : answeredId,
    references: earlier.length === 0 ? [threadIdOf(message_id)] : earlier.slice(-MAX_REFERENCES),
    message_id,
    files,
    ...(request.automatic && { automatic: true }),
  };
}

const newMessageId = (mailbox: string) => `<${randomUUID()}@${mailbox.split('@')[1] ?? 'inbox.invalid'}>`;

const toMailPart = ({ cid, ...file }: SentFile): FilePart => ({
  ...toFilePart(file),
  ...(cid !== undefined && { cid }),
});

/** An e-mail is one message, with all files of the reply. */
export const composeEmailReply: ComposeReply = async (
  db,
  { ticket, sender, reply, quoted, uploads, mail: written, again },
) => {
  if (again !== undefined) return composeAgain(db, again, quoted);
  // A stranger in the thread gives the answer neither its subject nor its place among the customer's mails.
  const answered =
    quoted ?? (await findLastMail(db, ticket.merchant_id, ticket.conversation_id, ticket.customer_email));
  const files: SentFile[] = [...uploads, ...(written?.images ?? []), ...(written?.forwarded ?? [])];
  const mail = composeEmail(sender, reply, { answered, ticket, files: files.map(toMailPart), mail: written });
  const handed_on = (written?.forwarded ?? []).map(({ storage_key }) => storage_key);
  return {
    parent: quoted,
    messages: [
      {
        text: mail.text,
        files,
        payload: payloadOf(mail),
        content_type: 'email',
        // Known before it leaves, so that an answer finds its way back into this thread.
        external_id: mail.message_id,
        post_id: null,
        details: { ...mailDetails(mail), ...(handed_on.length > 0 && { handed_on }) },
      },
    ],
  };
};

/** The same mail under another Message-ID; its files stay those of the first one as well. */
async function composeAgain(db: Queryable, again: ContentRow, parent: ContentRow | undefined): Promise<ComposedReply> {
  const left = emailReplySchema.safeParse(await findPayload(db, again.merchant_id, again.id, KIND));
  if (!left.success) throw new WorkError(409, messages.mailNotStored, 'not_stored');
  const mail = { ...left.data, message_id: newMessageId(left.data.from.email) };
  const files = await readSentFiles(db, again.merchant_id, again.id);
  const handed_on = files.map(({ storage_key }) => storage_key);
  return {
    parent,
    messages: [
      {
        text: mail.text,
        files,
        payload: payloadOf(mail),
        content_type: 'email',
        external_id: mail.message_id,
        post_id: null,
        details: { ...mailDetails(mail), ...(handed_on.length > 0 && { handed_on }) },
      },
    ],
  };
}

type Notice = Pick<EmailReplyPayload, 'from' | 'to' | 'subject' | 'text' | 'files'>;

/** A mail that belongs to no conversation, such as a report for an agent. */
export const composeNotice = (notice: Notice): OutboxPayload => payloadOf(newNotice(notice));

export function newNotice(notice: Notice): EmailReplyPayload {
  const message_id = newMessageId(notice.from.email);
  return {
    ...notice,
    html: null,
    cc: [],
    bcc: [],
    in_reply_to: null,
    references: [],
    message_id,
    automatic: true,
  };
}

/** A mail that begins a thread. */
export function composeNewMail({ files, ...mail }: NewMail): ReturnType<MailWriter['compose']> {
  const message_id = newMessageId(mail.from.email);
  const payload: EmailReplyPayload = {
    ...mail,
    in_reply_to: null,
    references: [threadIdOf(message_id)],
    message_id,
    files: files.map(toMailPart),
  };
  return { messageId: message_id, payload: payloadOf(payload), details: mailDetails(payload) };
}

/** What the thread stores of a mail that leaves. */
function mailDetails(mail: EmailReplyPayload): ContentDetails {
  const { subject, from, to, cc, bcc, html, message_id, references } = mail;
  return { subject, from: [from], to, cc, bcc, html, message_id, references };
}

/** Each address once over all three fields, in the order of first mention. */
function recipientsOf(request: Asked, ticket: Customer): Record<Field, EmailAddress[]> {
  const trimmed = (texts: readonly string[] = []) => texts.map((text) => text.trim());
  const asked = { to: trimmed(request.to), cc: trimmed(request.cc), bcc: trimmed(request.bcc) };
  const verdict = mayReplyTo({ ...asked, chosen: trimmed(request.chosen) }, ticket.customer_email);
  if (!verdict.allowed) {
    const { field, reason, address } = verdict;
    const message = {
      none: messages.recipientsMissing,
      wrong: messages.recipientWrong(address),
      not_chosen: messages.recipientNotChosen(address),
    }[reason];
    const code = { none: 'no_recipients', wrong: 'wrong_recipient', not_chosen: 'recipient_not_chosen' }[reason];
    throw new WorkError(reason === 'not_chosen' ? 409 : 400, message, code, { [field]: [message] });
  }
  const seen = new Set<string>();
  const once = (addresses: readonly string[]): EmailAddress[] =>
    addresses.flatMap((email) => {
      if (seen.has(normalEmail(email))) return [];
      seen.add(normalEmail(email));
      return [{ email, name: isSameAddress(email, ticket.customer_email) ? nameOf(ticket) : '' }];
    });
  return { to: once(asked.to), cc: once(asked.cc), bcc: once(asked.bcc) };
}

/** Who has told no name is called by the address. */
const nameOf = ({ full_name, customer_email }: Customer): string =>
  isSameAddress(full_name, customer_email) ? '' : full_name;

const oneLine = (subject: string): string => storable(subject).replace(/\s+/g, ' ').trim();

function givenSubject(subject: string | undefined): string | null {
  return subject === undefined ? null : oneLine(subject) || messages.noSubject;
}
