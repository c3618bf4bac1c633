import {
  afterReply,
  agentName,
  maxFileBytes,
  mayAttach,
  mayBeUndone,
  mayReply,
  messageLimit,
  overLimit,
  sentAs,
  UNDO_MS,
  type ContentItem,
  type ReplyRefusal,
  type TempId,
  type Ticket,
} from '@inbox/domain';
import type { ReplyRequest } from '@inbox/api/wire';
import { createHash } from 'node:crypto';
import { insertSentFiles } from '../store/attachment-rows';
import { toContentItem, toContentItems, type ContentRow } from '../store/content-rows';
import { insertOutbox, requeueOutbox } from '../store/outbox-rows';
import { consumeUploads, type PendingUpload } from '../store/pending-uploads';
import { answersSince, findByTempId, insertContent, markSendingAgain } from '../store/reply-queries';
import type { ContentDetails } from '../store/schema';
import { storable } from '../store/text';
import { changeTickets, insertLogs } from '../store/ticket-changes';
import { lockTickets, ruledTicket, toTicket, type TicketRow } from '../store/ticket-rows';
import { change, type Change, type WorkContext } from './change';
import { mailDetails } from './compose-email';
import { WorkError } from './errors';
import { lastMessageOf } from './last-message';
import { messages } from './messages';
import type { SignedIn } from './session';
import { writeReply, type Part, type Written } from './write-letter';

export { writeLetter } from './write-letter';

/** Milliseconds for which an undo of the last moment may be on its way. */
const UNDO_ON_ITS_WAY_MS = 1_000;

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
export async function reply(context: WorkContext, who: SignedIn, request: ReplyRequest): Promise<Replied> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, (work) => replyWithin(work, who, request));
}

/** The same as a part of a larger piece of work. */
export async function replyWithin(work: Change, who: SignedIn, request: ReplyRequest): Promise<Replied> {
  const { tx, merchantId } = work;
  // The lock comes first: of two asked at once with one temp_id the second finds what the first has stored.
  const [row] = await lockTickets(tx, merchantId, [request.ticket_id]);
  if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  if (row.conversation_id !== request.conversation_id || row.source !== request.conversation_source) {
    throw new WorkError(409, messages.replyOtherConversation, 'other_conversation');
  }

  const stored = await findByTempId(tx, merchantId, request.temp_id);
  if (stored === undefined) return store(work, who, row, request);
  if (stored.ticket_id !== row.id) throw new WorkError(409, messages.replyTaken, 'temp_id_taken');
  return stored.send_status === 'not_sent' ? sendAgain(work, who, row, stored) : answer(work, stored, row);
}

const refusals: Record<ReplyRefusal, { status: 403 | 409; message: string }> = {
  closed: { status: 409, message: messages.replyClosed },
  session_expired: { status: 409, message: messages.replySessionExpired },
  phone: { status: 409, message: messages.replyPhone },
  may_not_take: { status: 403, message: messages.replyMayNotTake },
  not_owner: { status: 403, message: messages.replyNotOwner },
};

/** @throws WorkError when this agent may not reply to this ticket now */
export function checkMayReply(work: Change, who: SignedIn, row: TicketRow): void {
  const verdict = mayReply(who.agent, ruledTicket(row), work.now.getTime());
  if (verdict.allowed) return;
  const { status, message } = refusals[verdict.reason];
  const closedMail = verdict.reason === 'closed' && row.source === 'email';
  throw new WorkError(status, closedMail ? messages.replyClosedEmail : message, verdict.reason);
}

async function store(work: Change, who: SignedIn, row: TicketRow, request: ReplyRequest): Promise<Replied> {
  const { tx, merchantId, now, tell } = work;
  checkMayReply(work, who, row);
  const text = storable(request.message);
  checkText(row, text, request.attachment_ids.length > 0);
  await checkSeen(work, who, row, request.seen);
  const uploads = await takeUploads(work, who, row, request.attachment_ids);
  const written = await writeReply(work, row, { ...request, message: text.trim() === '' ? '' : text }, uploads);
  const contents = await storeParts(work, who, row, request.temp_id, written);
  const [first] = contents;
  const last = contents.at(-1) ?? first;
  work.wakeOutbox();

  const shown = lastMessageOf(
    { actor: 'merchant', agent: who.agent.id },
    { ...last, attachments: written.parts.at(-1)?.files ?? [] },
    last.created_at,
  );
  const taken = afterReply(who.agent, ruledTicket(row));
  const [changed] = await changeTickets(tx, merchantId, [row.id], {
    ...taken,
    last_message: JSON.stringify(shown),
    // The newest message's time never moves backwards, whatever the clocks of the channels said.
    received_at: row.received_at > last.created_at ? row.received_at : last.created_at,
    replied_at: now,
    follow_up_at: null,
  });
  const replied = await answer(work, first, changed ?? row);
  const tickets = [replied.ticket];
  const items = [replied.item, ...(await toContentItems(tx, merchantId, contents.slice(1)))];
  tell(row.source === 'comment' ? 'conversations.comment_created' : 'conversations.message_sent', { tickets, items });
  if (taken.owner_id !== row.owner_id) {
    const comment = messages.logTakenByReply(agentName(who.agent));
    const log = { event: 'assigned', comment, agentId: who.agent.id, at: now } as const;
    tell('tickets.ownership_transferred', { tickets, items: await insertLogs(tx, merchantId, [row.id], log) });
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

function checkText({ source }: TicketRow, text: string, hasFiles: boolean): void {
  if (text.trim() === '' && !hasFiles) {
    throw new WorkError(400, messages.replyEmpty, 'empty', { message: [messages.replyEmpty] });
  }
  const limit = messageLimit(source);
  if (limit === null || overLimit(source, text) === 0) return;
  const tooLong = messages.replyTooLong(limit, overLimit(source, text));
  throw new WorkError(400, tooLong, 'too_long', { message: [tooLong] });
}

async function takeUploads(
  { tx, merchantId }: Change,
  who: SignedIn,
  row: TicketRow,
  ids: ReplyRequest['attachment_ids'],
): Promise<PendingUpload[]> {
  const of = { merchantId, agentId: who.agent.id, ticketId: row.id, ids: [...new Set(ids)] };
  const uploads = await consumeUploads(tx, of);
  if (uploads === undefined) throw new WorkError(404, messages.noUpload, 'no_upload');
  return uploads.map((upload) => {
    const verdict = mayAttach(row.source, upload);
    if (!verdict.allowed) {
      const message =
        verdict.reason === 'size'
          ? messages.fileTooLarge(upload.filename, maxFileBytes(row.source, upload.content_type) ?? 0)
          : messages.fileNotTaken(upload.filename);
      throw new WorkError(409, message, `file_${verdict.reason}`, { attachment_ids: [message] });
    }
    // A voice message stays one; all else is what the channel makes of it.
    const kind =
      row.source === 'email' || upload.kind === 'voice' ? upload.kind : sentAs(row.source, upload.content_type);
    return { ...upload, kind: kind ?? upload.kind };
  });
}

/** One item for each part, a millisecond apart, so that their order is the same for everybody. */
async function storeParts(
  work: Change,
  who: SignedIn,
  row: TicketRow,
  tempId: TempId,
  { parts, parent, line }: Written,
): Promise<[ContentRow, ...ContentRow[]]> {
  const { tx, merchantId, now } = work;
  const stored: ContentRow[] = [];
  for (const [n, part] of parts.entries()) {
    const { letter } = part;
    const mail = letter.kind === 'email.reply' ? letter.payload : null;
    const content = await insertContent(tx, {
      merchant_id: merchantId,
      conversation_id: row.conversation_id,
      ticket_id: row.id,
      account_id: line.account_id,
      content_type: typeOf(part),
      actor: 'merchant',
      agent_id: who.agent.id,
      message: part.text,
      temp_id: partTempId(tempId, n),
      parent_id: n === 0 ? (parent?.id ?? null) : null,
      post_id: letter.kind === 'comment.reply' ? (parent?.post_id ?? null) : null,
      send_status: 'sending',
      created_at: new Date(now.getTime() + n),
      // The mail's id is known before it leaves, so that an answer finds its way back into this thread.
      external_id: mail?.message_id ?? null,
      details: JSON.stringify(mail === null ? commentDetails(part, parent, line.name) : mailDetails(mail)),
    });
    await insertSentFiles(tx, merchantId, content.id, part.files);
    const afterMs = mayBeUndone(row.source) ? UNDO_MS + UNDO_ON_ITS_WAY_MS : 0;
    await insertOutbox(tx, { merchantId, accountId: line.account_id, contentId: content.id, letter, afterMs });
    stored.push(content);
  }
  const [first, ...others] = stored;
  if (first === undefined) throw new Error('A reply without parts.');
  return [first, ...others];
}

function typeOf({ letter, files }: Part): ContentRow['content_type'] {
  if (letter.kind === 'email.reply') return 'email';
  return letter.kind === 'comment.reply' ? 'comment' : (files[0]?.kind ?? 'message');
}

function commentDetails({ letter }: Part, parent: ContentRow | undefined, username: string): ContentDetails {
  if (letter.kind !== 'comment.reply') return {};
  const { comment_id } = letter.payload;
  return { username, comment_parent: comment_id, comment_root: parent?.details.comment_root ?? comment_id };
}

/** Every part of a reply can be asked for again by itself: the first by the reply's id, the others by one made of it. */
export function partTempId(tempId: TempId, n: number): TempId {
  if (n === 0) return tempId;
  const hex = createHash('sha256').update(`${tempId}:${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as TempId;
}

async function sendAgain(work: Change, who: SignedIn, row: TicketRow, stored: ContentRow): Promise<Replied> {
  checkMayReply(work, who, row);
  if (!(await requeueOutbox(work.tx, work.merchantId, stored.id))) return answer(work, stored, row);
  work.wakeOutbox();
  const again = await answer(work, await markSendingAgain(work.tx, work.merchantId, stored.id), row);
  work.tell('conversations.message_sent', { items: [again.item] });
  return again;
}

async function answer({ tx, merchantId }: Change, content: ContentRow, row: TicketRow): Promise<Replied> {
  return { item: await toContentItem(tx, merchantId, content), ticket: toTicket(row) };
}
