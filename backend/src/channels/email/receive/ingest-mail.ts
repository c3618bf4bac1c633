import { readFile } from 'node:fs/promises';
import { normalEmail, type AccountId, type MerchantId, idSchema } from '@inbox/domain';
import { wordsOf } from '../../../platform/errors/errors';
import { storeDeadLetter } from '../../../conversations/dead-letters/dead-letters';
import { isTransient } from '../../../platform/db/transient-error';
import type { Uploads } from '../../../platform/files/uploads';
import type { WorkContext } from '../../../platform/db/unit-of-work';
import type { IncomingAttachment, IncomingMessage } from '../../../conversations/incoming/incoming-message';
import { receiveMessage, type Duplicate } from '../../../conversations/receive/receive-message';
import { receiveAutomatic } from '../../../conversations/receive/receive-automatic';
import { isNoticeOfOurs } from '../../../platform/outbox/notices';
import { messages } from '../messages';
import { authorFor } from '../content/mail-author';
import type { ReadMail } from '../content/read-mail';
import type { MailReader } from '../reading/mail-reader';
import type { ReadAnswer } from '../reading/read-file';
import { checkOf, type SenderChecker } from '../sender/sender-checker';
import { removeFiles } from '../reading/store-files';
import { hasTakenFiles } from './taken-files';
import { unreadable } from '../content/unreadable';
import * as z from 'zod/mini';

/** SMTP envelope that a dead letter of a mail stores beside its bytes, for reprocessing it. */
export const smtpEnvelopeSchema = z.object({
  account_id: idSchema<AccountId>(),
  envelope_sender: z.string(),
  client: z.object({ address: z.string(), helo: z.string() }),
});

type SmtpEnvelope = z.infer<typeof smtpEnvelopeSchema>;

export interface MailDeps {
  context: WorkContext;
  uploads: Uploads;
  /** Called, in one line, of what the operator should know. */
  log: (line: string) => void;
}

/** The account that an envelope's recipient names. */
export interface Mailbox {
  id: AccountId;
  merchant_id: MerchantId;
  /** Under which mail reaches it. */
  addresses: readonly string[];
}

/** A mail as it came in, its bytes on the disk. */
export interface AcceptedMail {
  /** Under which its bytes are stored in the uploads. */
  key: string;
  /** Empty for bounces. */
  envelopeSender: string;
  /** Who brought it: its network address, and the name it greeted with. */
  client: { address: string; helo: string };
  /** It has only the headers: the rest is more than is read. */
  isTooLarge?: boolean;
}

/** What was read of a mail, with its files and its own bytes, each on the disk. */
export interface Taken extends ReadAnswer {
  originalKey: string;
}

/**
 * Takes a mail in for its mailboxes. It becomes a message in each of them, or a report on one of ours, whatever is in it:
 * one that cannot be read shows who sent it, about what, and why it cannot be read.
 * @throws when it cannot be stored now; the same mail sent again is recognised. Its files are gone then
 */
export async function ingestMail(
  deps: MailDeps & { reader: MailReader; senders?: SenderChecker | undefined },
  mailboxes: readonly Mailbox[],
  mail: AcceptedMail,
): Promise<void> {
  const { context, uploads, reader, senders } = deps;
  const { key, envelopeSender, client } = mail;
  const [read, proven] = await Promise.all([
    reader.read(mail, context.now()),
    senders?.check({ path: await uploads.localPath(key), envelopeSender, client }),
  ]).catch(async (error: unknown) => {
    await uploads.remove(key);
    throw error;
  });
  const sender_check = proven && checkOf(proven, read.mail.details.from?.[0]?.email);
  const details = { ...read.mail.details, ...(sender_check && { sender_check }) };
  const taken: Taken = { ...read, mail: { ...read.mail, details }, originalKey: key };
  let isUsed = false;
  try {
    for (const [index, mailbox] of mailboxes.entries()) {
      const isLast = index === mailboxes.length - 1;
      // Each message has files of its own.
      const own = isLast ? taken : await copyOf(uploads, taken);
      isUsed = isLast;
      await takeFor(deps, mailbox, own, mail);
    }
  } finally {
    if (!isUsed) await removeFiles(uploads, [...taken.attachments, { storage_key: key }]);
  }
}

/** @throws when a file cannot be copied. No copy is left then */
async function copyOf(uploads: Uploads, taken: Taken): Promise<Taken> {
  const attachments: IncomingAttachment[] = [];
  try {
    for (const file of taken.attachments) {
      const storage_key = file.storage_key === null ? null : await uploads.copy(file.storage_key);
      attachments.push({ ...file, storage_key });
    }
    return { ...taken, attachments, originalKey: await uploads.copy(taken.originalKey) };
  } catch (error) {
    await removeFiles(uploads, attachments);
    throw error;
  }
}

type Used = 'all' | 'original' | 'nothing';

/** Files that no message has in the end are removed. */
async function takeFor(deps: MailDeps, mailbox: Mailbox, taken: Taken, from: AcceptedMail): Promise<void> {
  const { context, uploads } = deps;
  let used: Used = 'nothing';
  try {
    // A report to somebody whose address is this mailbox is theirs to read in a file, and no request of a customer's.
    if (taken.isGenerated && (await isNoticeOfOurs(context.db, mailbox, taken.mail.messageId))) return;
    used = await store(deps, mailbox, taken, from);
  } catch (error) {
    const has = await hasTakenFiles(deps, mailbox, taken, error);
    used = has === 'no' ? 'nothing' : 'all';
    if (has !== 'yes') throw error;
  } finally {
    if (used !== 'all') await removeFiles(uploads, taken.attachments);
    if (used === 'nothing') await uploads.remove(taken.originalKey);
  }
}

/** What the database refuses for how it is written is stored without what was read of it. */
async function store(
  { context, uploads, log }: MailDeps,
  mailbox: Mailbox,
  taken: Taken,
  from: AcceptedMail,
): Promise<Used> {
  try {
    return (await receive(context, mailbox, taken)) ? 'all' : 'nothing';
  } catch (error) {
    if (isTransient(error)) throw error;
    log(`A mail is shown without its text, which cannot be stored: ${wordsOf(error)}`);
    const { originalKey } = taken;
    const digest = taken.mail.details.digest ?? originalKey;
    const mail = unreadable({ digest, envelopeSender: from.envelopeSender, now: context.now() });
    const bare: Taken = {
      mail,
      attachments: [],
      report: null,
      isGenerated: false,
      isUnwrapped: false,
      problem: 'not_understood',
      originalKey,
    };
    try {
      return (await receive(context, mailbox, bare)) ? 'original' : 'nothing';
    } catch (again) {
      // Whatever is wrong, the operator has the bytes, and the sender is asked to come again.
      if (!isTransient(again)) {
        const body = await readFile(await uploads.localPath(originalKey));
        const reason = `Could not be taken in: ${wordsOf(again)}`;
        const { envelopeSender: envelope_sender, client } = from;
        const envelope: SmtpEnvelope = { account_id: mailbox.id, envelope_sender, client };
        await storeDeadLetter(context.db, {
          merchantId: mailbox.merchant_id,
          door: 'mail',
          reason,
          body,
          told: envelope,
        });
      }
      throw again;
    }
  }
}

/** @returns false when it is here already */
async function receive(context: WorkContext, mailbox: Mailbox, taken: Taken): Promise<boolean> {
  const { mail, report } = taken;
  const incoming = incomingOf(mailbox, taken);
  if (mail.details.automatic !== undefined) {
    const outcome = await receiveAutomatic(context, incoming, report);
    // An automatic mail that answers nothing known is a mail like others.
    if (outcome !== 'no_thread') return outcome === 'stored';
  }
  const first = await receiveMessage(context, incoming);
  if (first.outcome === 'stored') return true;
  // Some programs give all their mails one id: what says something else is another mail.
  if (!isOther(first, mail)) return false;
  const second = await receiveMessage(context, { ...incoming, externalId: mail.ownId });
  return second.outcome === 'stored';
}

export function incomingOf(mailbox: Mailbox, { mail, attachments, problem, originalKey }: Taken): IncomingMessage {
  const { messageId, answers, authors, sentAt, text } = mail;
  const { author, details } = authorFor(mail.details, authors, mailbox.addresses);
  const contact = author === undefined ? null : normalEmail(author.email);
  return {
    merchantId: mailbox.merchant_id,
    accountId: mailbox.id,
    source: 'email',
    externalId: messageId,
    contact: contact ?? messageId,
    answers,
    from: { name: author?.name ?? authors.name, phone: null, email: contact },
    sentAt,
    content_type: 'email',
    message_type: 'session',
    message: problem === null ? text : messages.problem[problem],
    // 'Show original' shows these very bytes: what came cannot be made anew from what was read of it.
    details: { ...details, original_key: originalKey, ...(problem !== null && { problem }) },
    quotes: null,
    attachments,
  };
}

/** A mail of ours that comes back to us, as a copy, is no other mail. */
function isOther({ known }: Duplicate, { details }: ReadMail): boolean {
  return known.actor === 'customer' && known.details.digest !== details.digest;
}
