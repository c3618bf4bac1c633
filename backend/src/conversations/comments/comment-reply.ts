import type { CommentReplyRequest } from '@inbox/api/wire';
import { findComment } from '../thread/comment-rows';
import { toContentItems } from '../thread/content-rows';
import { findByTempId } from '../thread/reply-queries';
import { lockTickets, toTicket } from '../../tickets/lifecycle/ticket-rows';
import { change } from '../../platform/db/unit-of-work';
import { moderateLater } from './comment-moderation';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import { checkMayReply } from '../send/check-may-reply';
import type { SendingContext } from '../send/compose-reply';
import { replyWithin, type Replied } from '../send/reply';
import type { SignedIn } from '../../agents/sessions/session';

/**
 * Answers a comment in public, hides it, or both. The answer is a reply like any other: idempotent by its temp_id, sent by
 * the outbox. Without words it only hides, and the item answered is the comment itself.
 * @throws WorkError when the comment is not there, or the rules of spec section 4 forbid it
 */
export async function replyToComment(
  context: SendingContext,
  who: SignedIn,
  request: CommentReplyRequest,
): Promise<Replied> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const { tx, merchantId } = work;
    const found = await findComment(tx, merchantId, request);
    if (found === undefined || found.conversation_id !== request.conversation_id) {
      throw new WorkError(404, messages.noComment, 'no_comment');
    }
    // What was stored under this temp_id stays in its ticket; a new answer goes to the one that runs.
    const stored = await findByTempId(tx, merchantId, request.temp_id);
    const ticketId = stored?.ticket_id ?? (await newestTicket(tx, merchantId, request.conversation_id));
    const [row] = await lockTickets(tx, merchantId, ticketId === undefined ? [] : [ticketId]);
    if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
    if (stored === undefined) {
      checkMayReply(work, who, row);
      if (found.deleted) throw new WorkError(409, messages.commentGone, 'comment_gone');
      // Hidden with the answer, in one transaction: who asks again has had that too.
      if (request.hide_comment && found.details.hidden !== true) await moderateLater(work, found, 'comment.hide');
      if (request.hide_comment && request.comment.trim() === '') {
        const [item] = await toContentItems(tx, merchantId, [found]);
        if (item === undefined) throw new Error('A comment has no item.');
        return { item, ticket: toTicket(row) };
      }
    }
    return replyWithin(context.composers, work, who, {
      message: request.comment,
      conversation_id: row.conversation_id,
      temp_id: request.temp_id,
      conversation_source: request.conversation_source,
      ticket_id: row.id,
      to: [],
      cc: [],
      bcc: [],
      convmsg_message_id: found.id,
      attachment_ids: [],
      seen: null,
    });
  });
}

/** The ticket that runs, else the last that did: the rules then say that it is closed. */
async function newestTicket(
  tx: Parameters<typeof findComment>[0],
  merchantId: SignedIn['merchantId'],
  conversationId: CommentReplyRequest['conversation_id'],
) {
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id;
}
