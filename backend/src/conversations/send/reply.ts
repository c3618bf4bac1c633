import { agentName, type AccountId, type ContentItem, type TempId, type Ticket, type UploadId } from '@inbox/domain';
import {
  fileKind,
  maxFileBytes,
  mayAttach,
  mayBeUndone,
  messageLimit,
  overLimit,
  sentAs,
  UNDO_HOLD_MS,
  afterReply,
} from '@inbox/domain/conversation';
import type { ReplyRequest } from '@inbox/api/wire';
import { createHash } from 'node:crypto';
import { insertSentFiles } from '../thread/attachment-rows';
import { toContentItem, toContentItems, type ContentRow } from '../thread/content-rows';
import { insertOutbox, requeueOutbox } from '../../platform/outbox/outbox-rows';
import { consumeUploads, type PendingUpload } from '../thread/pending-uploads';
import {
  answersSince,
  findByTempId,
  findInConversation,
  insertContent,
  markSendingAgain,
  type Sender,
} from '../thread/reply-queries';
import { storable } from '../../platform/db/storable-text';
import { changeTickets, insertLogs } from '../../tickets/lifecycle/ticket-changes';
import { lockTickets, ruledTicket, toTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import { change, type Change } from '../../platform/db/unit-of-work';
import { checkMayReply, checkMaySendTemplate } from './check-may-reply';
import { WorkError } from '../../platform/errors/errors';
import { insertWholeMail, splitLongMail } from '../thread/long-mails';
import { lastMessageOf } from '../thread/last-message';
import { messages } from '../../platform/errors/messages';
import type { MailImage } from './mail-images';
import { uploadIdsOf } from './reply-files';
import type { SignedIn } from '../../agents/sessions/session';
import {
  composeReply,
  type ComposedMessage,
  type ComposedReply,
  type Composers,
  type SendingContext,
  type WrittenMail,
} from './compose-reply';

export interface Replied {
  item: ContentItem;
  ticket: Ticket;
}

/**
 * Stores a reply together with its way out, and answers at once; the outbox sends it. Asked again with the same temp_id
 * it answers the same message, and puts one that failed in line again. What may have been sent (`unknown`) stays as it
 * is: sending that again is a new message, and an agent's decision.
 * @throws WorkError with the reason, when the rules of spec section 4 forbid it
 */
export async function reply(context: SendingContext, who: SignedIn, request: ReplyRequest): Promise<Replied> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, (work) =>
    replyWithin(context.composers, work, who, request),
  );
}

/** The same as a part of a larger piece of work. */
export async function replyWithin(
  composers: Composers,
  work: Change,
  who: SignedIn,
  request: ReplyRequest,
  mail?: WrittenMail,
): Promise<Replied> {
  const { tx, merchantId } = work;
  // The lock comes first: of two asked at once with one temp_id the second finds what the first has stored.
  const [row] = await lockTickets(tx, merchantId, [request.ticket_id]);
  if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  if (row.conversation_id !== request.conversation_id || row.source !== request.conversation_source) {
    throw new WorkError(409, messages.replyOtherConversation, 'other_conversation');
  }

  const stored = await findByTempId(tx, merchantId, request.temp_id);
  if (stored === undefined) return store(composers, work, who, row, request, mail);
  if (stored.ticket_id !== row.id) throw new WorkError(409, messages.replyTaken, 'temp_id_taken');
  return answerStored(work, who, row, stored);
}

/** Answers a message that was asked for before, and puts it in line again when it has failed. */
export async function answerStored(work: Change, who: SignedIn, row: TicketRow, stored: ContentRow): Promise<Replied> {
  return stored.send_status === 'not_sent' ? sendAgain(work, who, row, stored) : answer(work, stored, row);
}

async function store(
  composers: Composers,
  work: Change,
  who: SignedIn,
  row: TicketRow,
  request: ReplyRequest,
  mail: WrittenMail | undefined,
): Promise<Replied> {
  checkMayReply(work, who, row);
  if (request.again_of !== undefined && mail === undefined) return storeAgain(composers, work, who, row, request);
  const text = storable(request.message);
  const uploadIds = uploadIdsOf(request);
  if (mail === undefined) checkText(row, text, uploadIds.length > 0);
  else if (mail.isEmpty && uploadIds.length === 0) throw emptyReply();
  await checkSeen(work, who, row, request.seen);
  const uploads = await takeUploads(work, who, row, uploadIds);
  await takeImages(work, who, row, mail?.images ?? []);
  const said = { ...request, message: text.trim() === '' ? '' : text };
  const composed = await composeReply(composers, work, row, said, uploads, { mail });
  const holdMs = mayBeUndone(row.source) && mail?.isDue !== true ? UNDO_HOLD_MS : 0;
  return storeComposed(work, who, row, composed, request.temp_id, holdMs);
}

/** A mail of which nobody knows whether it was sent, as a new message: its writer, or who acts for them, decided so. */
async function storeAgain(
  composers: Composers,
  work: Change,
  who: SignedIn,
  row: TicketRow,
  { again_of, ...request }: ReplyRequest,
): Promise<Replied> {
  const again =
    again_of === undefined
      ? undefined
      : await findInConversation(work.tx, work.merchantId, row.conversation_id, again_of);
  if (again?.content_type !== 'email' || again.send_status !== 'unknown') {
    throw new WorkError(409, messages.notUnknown, 'not_unknown');
  }
  const same = { ...request, from: again.details.from?.[0]?.email, convmsg_message_id: again.parent_id };
  const composed = await composeReply(composers, work, row, same, [], { again });
  return storeComposed(work, who, row, composed, request.temp_id);
}

/**
 * Stores what is composed with its way out, opens the ticket for its sender, and publishes both.
 * @param holdMs milliseconds in which it can be undone
 */
export async function storeComposed(
  work: Change,
  who: SignedIn,
  row: TicketRow,
  { sender, ...composed }: ComposedReply & { sender: Sender },
  tempId: TempId,
  holdMs = 0,
): Promise<Replied> {
  const { tx, merchantId, now, publish } = work;
  const contents = await storeMessages(work, who, row, composed, { tempId, accountId: sender.account_id, holdMs });
  const [first] = contents;
  const last = contents.at(-1) ?? first;
  work.wakeOutbox();

  const shown = lastMessageOf(
    { actor: 'merchant', agent: who.agent.id },
    { ...last, attachments: shownFiles(composed) },
    last.created_at,
  );
  const taken = afterReply(who.agent, ruledTicket(row));
  const [changed] = await changeTickets(tx, merchantId, [row.id], {
    ...taken,
    last_message: JSON.stringify(shown),
    replied_at: now,
    follow_up_at: null,
  });
  const replied = await answer(work, first, changed ?? row);
  const tickets = [replied.ticket];
  const items = [replied.item, ...(await toContentItems(tx, merchantId, contents.slice(1)))];
  publish(row.source === 'comment' ? 'conversations.comment_created' : 'conversations.message_sent', {
    tickets,
    items,
  });
  if (taken.owner_id !== row.owner_id) {
    const comment = messages.logTakenByReply(agentName(who.agent));
    const log = { event: 'assigned', comment, agentId: who.agent.id, at: now } as const;
    publish('tickets.ownership_transferred', { tickets, items: await insertLogs(tx, merchantId, [row.id], log) });
  }
  return replied;
}

/** A reply that was written without having seen a colleague's is held back; the agent decides. */
async function checkSeen(
  { tx, merchantId }: Change,
  who: SignedIn,
  row: TicketRow,
  after: ReplyRequest['seen'],
): Promise<void> {
  if (after === null) return;
  const of = { merchantId, conversationId: row.conversation_id, agentId: who.agent.id, after };
  const answers = await answersSince(tx, of);
  if (answers.length === 0) return;
  const items = await toContentItems(tx, merchantId, answers);
  throw new WorkError(409, messages.replyNewer, 'newer_reply', undefined, items);
}

/** Of the last message, as a list row names them: a picture in the text is none of its files. */
const shownFiles = ({ messages: composed }: ComposedReply) =>
  (composed.at(-1)?.files ?? []).map(({ kind, cid }) => ({
    kind,
    disposition: cid === undefined ? ('attachment' as const) : ('inline' as const),
  }));

const emptyReply = () => new WorkError(400, messages.replyEmpty, 'empty', { message: [messages.replyEmpty] });

function checkText({ source }: TicketRow, text: string, hasFiles: boolean): void {
  if (text.trim() === '' && !hasFiles) {
    throw emptyReply();
  }
  const limit = messageLimit(source);
  if (limit === null || overLimit(source, text) === 0) return;
  const tooLong = messages.replyTooLong(limit, overLimit(source, text));
  throw new WorkError(400, tooLong, 'too_long', { message: [tooLong] });
}

async function takeImages(
  { tx, merchantId }: Change,
  who: SignedIn,
  row: TicketRow,
  images: readonly MailImage[],
): Promise<void> {
  const ids = images.map(({ id }) => id);
  const taken = await consumeUploads(tx, { merchantId, agentId: who.agent.id, ticketId: row.id, ids });
  if (taken === undefined) throw new WorkError(404, messages.noUpload, 'no_upload');
}

async function takeUploads(
  { tx, merchantId }: Change,
  who: SignedIn,
  row: TicketRow,
  ids: readonly UploadId[],
): Promise<PendingUpload[]> {
  const of = { merchantId, agentId: who.agent.id, ticketId: row.id, ids };
  const uploads = await consumeUploads(tx, of);
  if (uploads === undefined) throw new WorkError(404, messages.noUpload, 'no_upload');
  return uploads.map((upload) => {
    const { content_type } = upload;
    const asDocument = upload.kind === 'document' && fileKind(content_type) !== 'document';
    const verdict = mayAttach(row.source, { ...upload, asDocument });
    if (!verdict.allowed) {
      const message =
        verdict.reason === 'size'
          ? messages.fileTooLarge(upload.filename, maxFileBytes(row.source, { content_type, asDocument }) ?? 0)
          : messages.fileNotTaken(upload.filename);
      throw new WorkError(409, message, `file_${verdict.reason}`, { attachment_ids: [message] });
    }
    // A voice message stays one; all else is what the channel makes of it.
    const isKept = row.source === 'email' || upload.kind === 'voice';
    return { ...upload, kind: (isKept ? null : sentAs(row.source, { content_type, asDocument })) ?? upload.kind };
  });
}

/** One item for each message, a millisecond apart, so that their order is the same for everybody. */
async function storeMessages(
  work: Change,
  who: SignedIn,
  row: TicketRow,
  { messages: composed, parent }: ComposedReply,
  { tempId, accountId, holdMs }: { tempId: TempId; accountId: AccountId; holdMs: number },
): Promise<[ContentRow, ...ContentRow[]]> {
  const { tx, merchantId, now } = work;
  const stored: ContentRow[] = [];
  for (const [n, message] of composed.entries()) {
    const { details, whole } = splitLongMail(message.details);
    const content = await insertContent(tx, {
      ...rowOf({ ...message, details }),
      merchant_id: merchantId,
      conversation_id: row.conversation_id,
      ticket_id: row.id,
      account_id: accountId,
      actor: 'merchant',
      agent_id: who.agent.id,
      temp_id: partTempId(tempId, n),
      parent_id: n === 0 ? (parent?.id ?? null) : null,
      send_status: 'sending',
      created_at: new Date(now.getTime() + n),
    });
    if (whole !== null) await insertWholeMail(tx, merchantId, content.id, whole);
    await insertSentFiles(tx, merchantId, content.id, message.files);
    await insertOutbox(tx, { merchantId, accountId, contentId: content.id, payload: message.payload, afterMs: holdMs });
    stored.push(content);
  }
  const [first, ...others] = stored;
  if (first === undefined) throw new Error('A reply without messages.');
  return [first, ...others];
}

function rowOf({ text, content_type, message_type, external_id, post_id, details }: ComposedMessage) {
  const shown = { message: text, content_type, ...(message_type !== undefined && { message_type }) };
  return { ...shown, external_id, post_id, details: JSON.stringify(details) };
}

/** Every part of a reply can be asked for again by itself: the first by the reply's id, the others by one made of it. */
export function partTempId(tempId: TempId, n: number): TempId {
  if (n === 0) return tempId;
  const hex = createHash('sha256').update(`${tempId}:${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as TempId;
}

async function sendAgain(work: Change, who: SignedIn, row: TicketRow, stored: ContentRow): Promise<Replied> {
  if (stored.message_type === 'template') checkMaySendTemplate(who, row);
  else checkMayReply(work, who, row);
  if (!(await requeueOutbox(work.tx, work.merchantId, stored.id))) return answer(work, stored, row);
  work.wakeOutbox();
  const again = await answer(work, await markSendingAgain(work.tx, work.merchantId, stored.id), row);
  work.publish('conversations.message_sent', { items: [again.item] });
  return again;
}

async function answer({ tx, merchantId }: Change, content: ContentRow, row: TicketRow): Promise<Replied> {
  return { item: await toContentItem(tx, merchantId, content), ticket: toTicket(row) };
}
