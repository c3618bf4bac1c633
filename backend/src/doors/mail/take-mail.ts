import type { AccountId, MerchantId } from '@inbox/domain';
import type { Email } from 'postal-mime';
import { wordsOf } from '../../store/error-words';
import { keep } from '../../store/kept';
import { isPassing } from '../../store/passing-error';
import type { Uploads } from '../../store/uploads';
import type { WorkContext } from '../../work/change';
import type { IncomingAttachment, IncomingMessage } from '../../work/incoming';
import { receiveMessage, type Duplicate } from '../../work/receive-message';
import { reportBounce } from '../../work/report-delivery';
import { readBounce } from './bounce';
import { parseMail } from './parse';
import { contactOf, readMail, type ReadMail } from './read-mail';
import { removeFiles, storeFiles } from './store-files';
import { unwrapTnef } from './tnef';

export interface MailDeps {
  context: WorkContext;
  uploads: Uploads;
  /** Told, in one line, of what the operator should know. */
  log: (line: string) => void;
}

/** The account that an envelope's recipient names. */
export interface Mailbox {
  id: AccountId;
  merchant_id: MerchantId;
}

/**
 * Takes a mail in for one mailbox. One that cannot be parsed or worked on is kept for the operator, as received.
 * @throws when it cannot be stored now; the same mail sent again is recognised
 */
export async function takeMail(deps: MailDeps, mailbox: Mailbox, { raw, envelopeSender }: RawMail): Promise<void> {
  const keepIt = async (reason: string) =>
    keep(deps.context.db, { merchantId: mailbox.merchant_id, door: 'mail', reason, body: raw });

  const email = await parseMail(raw).catch((error: unknown) => error);
  if (!isEmail(email)) return keepIt(`This mail cannot be parsed: ${wordsOf(email)}`);
  try {
    const bounce = readBounce(email);
    if (bounce === null) return await receive(deps, mailbox, unwrapTnef(email), { raw, envelopeSender });
    if (!(await reportBounce(deps.context, { ...mailbox, ...bounce }))) {
      await keepIt(`A mail came back that was not sent from here. ${bounce.reason}`);
    }
  } catch (error) {
    if (isPassing(error)) throw error;
    deps.log(`A mail is kept, since it could not be taken in: ${wordsOf(error)}`);
    await keepIt(`Could not be taken in: ${wordsOf(error)}`);
  }
}

interface RawMail {
  raw: Buffer;
  envelopeSender: string;
}

async function receive(
  deps: MailDeps,
  mailbox: Mailbox,
  email: Email,
  { raw, envelopeSender }: RawMail,
): Promise<void> {
  const { context, uploads } = deps;
  const mail = readMail(email, envelopeSender, context.now());
  const attachments = await storeFiles(uploads, email.attachments);
  let originalKey: string | null = null;
  let isStored = false;
  try {
    // 'Show original' shows these very bytes: what came cannot be made anew from what was read of it.
    originalKey = (await uploads.put(raw, { maxBytes: Number.POSITIVE_INFINITY })).storage_key;
    const incoming = incomingOf(mailbox, mail, { attachments, originalKey });
    const first = await receiveMessage(context, incoming);
    isStored = first.outcome === 'stored';
    // Some programs give all their mails one id: what says something else is another mail.
    if (first.outcome === 'duplicate' && isOther(first, mail)) {
      const second = await receiveMessage(context, { ...incoming, externalId: mail.ownId });
      isStored = second.outcome === 'stored';
    }
  } finally {
    if (!isStored) await removeFiles(uploads, [...attachments, { storage_key: originalKey }]);
  }
}

function incomingOf(
  mailbox: Mailbox,
  { messageId, answers, sender, sentAt, text, details }: ReadMail,
  { attachments, originalKey }: { attachments: readonly IncomingAttachment[]; originalKey: string },
): IncomingMessage {
  const contact = sender === undefined ? null : contactOf(sender);
  return {
    merchantId: mailbox.merchant_id,
    accountId: mailbox.id,
    source: 'email',
    externalId: messageId,
    contact: contact ?? messageId,
    answers,
    from: { name: sender?.name ?? '', phone: null, email: contact },
    sentAt,
    content_type: 'email',
    message_type: 'session',
    message: text,
    details: { ...details, original_key: originalKey },
    quotes: null,
    attachments,
  };
}

/** A mail of ours that comes back to us, as a copy, is no other mail. */
function isOther({ known }: Duplicate, { details }: ReadMail): boolean {
  return known.actor === 'customer' && known.details.digest !== details.digest;
}

function isEmail(parsed: unknown): parsed is Email {
  return typeof parsed === 'object' && parsed !== null && 'headers' in parsed;
}
