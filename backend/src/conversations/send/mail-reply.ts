import type { ReplyRequest } from '@inbox/api/wire';
import type { ContentId, MerchantId } from '@inbox/domain';
import type { SignedIn } from '../../agents/sessions/session';
import type { Queryable } from '../../platform/db/connection';
import { storable } from '../../platform/db/storable-text';
import { change, type Change } from '../../platform/db/unit-of-work';
import type { Uploads } from '../../platform/files/uploads';
import { messages } from '../../platform/errors/messages';
import { WorkError } from '../../platform/errors/errors';
import { readSentFiles, type StoredFile } from '../thread/attachment-rows';
import { findWholeMail } from '../thread/long-mails';
import { findInConversation } from '../thread/reply-queries';
import type { SendingContext, WrittenMail } from './compose-reply';
import { forgetMailImages, storeMailImages } from './mail-images';
import type { MailBody, MailText, Original } from './mail-text';
import { replyWithin, type Replied } from './reply';

/** What replying with a mail of the drawer needs. */
export type MailReplyContext = SendingContext & { mailWriter: MailText };

/** A reply that was written in the mail drawer. */
export type MailReplyRequest = ReplyRequest & { email_body: string };

export const isMail = (request: ReplyRequest): request is MailReplyRequest =>
  request.email_body !== undefined && request.conversation_source === 'email';

/**
 * Answers a mail, or hands it on, with formatted text (spec sections 1, 5 and 7): below it stands the original, inert, with
 * the pictures that it brought along. Everything else is as with `reply`; what takes long is done before its transaction.
 * @param due given of a scheduled mail, which leaves at once: what belongs to the same transaction, before all else of it
 * @throws WorkError with the reason, also when a picture is none, or when a file of the original is not there
 */
export async function replyByMail(
  context: MailReplyContext,
  uploads: Pick<Uploads, 'put' | 'remove'>,
  who: SignedIn,
  request: MailReplyRequest,
  due?: (work: Change) => Promise<void>,
): Promise<Replied> {
  const { written, mail: composed } = await readWritten(context, who.merchantId, request);
  const deps = { db: context.db, uploads, who };
  const images = await storeMailImages(deps, request.ticket_id, written);
  const mail: WrittenMail = { ...composed, images, isDue: due !== undefined };
  try {
    return await change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
      await due?.(work);
      return replyWithin(context.composers, work, who, request, mail);
    });
  } finally {
    // Refused, or stored by an earlier attempt.
    await forgetMailImages(deps, images);
  }
}

/** What was written, with what it quotes; its pictures are not stored. */
export async function readWritten(
  context: Pick<MailReplyContext, 'db' | 'mailWriter'>,
  merchantId: MerchantId,
  request: MailReplyRequest,
): Promise<{ written: MailBody; mail: WrittenMail }> {
  const written = context.mailWriter.readBody(storable(request.email_body));
  const quoted = await readQuoted(context, merchantId, request);
  const mail: WrittenMail = {
    html: written.html + (quoted?.html ?? ''),
    text: written.text + (quoted === null ? '' : `\n${quoted.text}`),
    isEmpty: written.text === '' && written.images.length === 0 && request.mail_kind !== 'forward',
    images: [],
    forwarded: quoted?.files ?? [],
    isDue: false,
  };
  return { written, mail };
}

interface Quoted {
  html: string;
  text: string;
  /** The original's pictures that the quote shows, and its files that are handed on. */
  files: readonly StoredFile[];
}

/** Null when the mail goes on from none, when its writer has removed the quote, or from what is not in its conversation, which sending it refuses. */
async function readQuoted(
  { db, mailWriter }: Pick<MailReplyContext, 'db' | 'mailWriter'>,
  merchantId: MerchantId,
  {
    convmsg_message_id: id,
    conversation_id,
    mail_kind = 'reply',
    no_quote,
    forward_attachment_ids: asked = [],
  }: ReplyRequest,
): Promise<Quoted | null> {
  if (no_quote && mail_kind !== 'forward') return null;
  const row = id === null ? undefined : await findInConversation(db, merchantId, conversation_id, id);
  if (row?.content_type !== 'email' || row.deleted) return null;
  const files = await readSentFiles(db, merchantId, row.id);
  const { subject = '', from = [], to = [], cc = [], html = null } = row.details;
  const at = (row.sent_at ?? row.created_at).toISOString();
  const original: Original = {
    ...{ subject, from, to, cc, at },
    html: html === null ? null : await wholeHtml(db, merchantId, row.id, html),
    text: row.message,
    contentIds: new Set(files.flatMap(({ cid }) => cid ?? [])),
  };
  const quote = mailWriter.quote(mail_kind, original);
  const isAsked = ({ id: file }: StoredFile) => mail_kind === 'forward' && asked.includes(file);
  const isShown = ({ cid }: StoredFile) => cid !== undefined && quote.contentIds.has(cid);
  if (mail_kind === 'forward' && asked.some((file) => !files.some((known) => known.id === file))) {
    throw new WorkError(404, messages.noForwarded, 'no_upload', { attachment: [messages.noForwarded] });
  }
  return {
    ...quote,
    files: files
      .filter((file) => isShown(file) || isAsked(file))
      // What the text does not show is a file like any other.
      .map(({ cid, ...file }) => (cid !== undefined && quote.contentIds.has(cid) ? { ...file, cid } : file)),
  };
}

const wholeHtml = async (db: Queryable, merchantId: MerchantId, id: ContentId, beginning: string): Promise<string> =>
  (await findWholeMail(db, merchantId, id)) ?? beginning;
