import type { CommentDeleteRequest } from '@inbox/api/wire';
import { mayAct, type ContentItem, type Ticket } from '@inbox/domain';
import { findComment, markHidden } from '../thread/comment-rows';
import { toContentItems, type ContentRow } from '../thread/content-rows';
import { endRow, insertFetches, type ClaimedRow } from '../../platform/outbox/queue';
import { hasWaiting } from '../../platform/outbox/outbox-rows';
import { setErrorMessage } from '../thread/reply-queries';
import { lockTickets, ruledTicket, toTicket } from '../../tickets/lifecycle/ticket-rows';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { markDeleted } from '../remote-edits/remote-edits';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import { lockContent } from '../delivery/report-delivery';
import type { SignedIn } from '../../agents/sessions/session';

/**
 * Has a comment deleted from the channel. It stands until the channel has done it; why it could not lands on the comment.
 * @throws WorkError when it is not there, or the agent may not act on its ticket
 */
export async function deleteComment(
  context: WorkContext,
  who: SignedIn,
  request: CommentDeleteRequest,
): Promise<{ item: ContentItem; ticket: Ticket }> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const { tx, merchantId } = work;
    const found = await findComment(tx, merchantId, request);
    if (found === undefined) throw new WorkError(404, messages.noComment, 'no_comment');
    const [row] = await lockTickets(tx, merchantId, [found.ticket_id]);
    if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
    if (!mayAct(who.agent, ruledTicket(row)).allowed) throw new WorkError(403, messages.notOwner, 'not_owner');
    if (!found.deleted) await moderateLater(work, found, 'comment.delete');
    const [item] = await toContentItems(tx, merchantId, [found]);
    if (item === undefined) throw new Error('A comment has no item.');
    return { item, ticket: toTicket(row) };
  });
}

/** Asked twice it is done once. */
export async function moderateLater(
  { tx, merchantId, wakeOutbox }: Change,
  comment: ContentRow,
  kind: 'comment.hide' | 'comment.delete',
): Promise<void> {
  const { id, account_id, external_id } = comment;
  if (account_id === null || external_id === null) throw new WorkError(404, messages.noComment, 'no_comment');
  if (await hasWaiting(tx, merchantId, id, kind)) return;
  const payload = { kind, payload: { comment_id: external_id } } as const;
  await insertFetches(tx, [{ merchantId, accountId: account_id, contentId: id, payload }]);
  wakeOutbox();
}

/** Ends a hiding or deletion with the channel's answer. @param error the channel's words; null when it is done */
export async function completeModeration(
  context: WorkContext,
  row: ClaimedRow,
  what: 'hide' | 'delete',
  error: string | null,
): Promise<void> {
  await change(context, { merchantId: row.merchant_id, by: null }, async (work) => {
    const { tx, merchantId, publish } = work;
    const found = await tx
      .selectFrom('contents')
      .select(['id', 'ticket_id'])
      .where('merchant_id', '=', merchantId)
      .where('id', '=', row.content_id)
      .executeTakeFirst();
    const locked = found && (await lockContent(work, found));
    if (!(await endRow(tx, row, error === null ? 'done' : 'failed', error)) || locked === undefined) return;
    if (error === null && what === 'delete') return markDeleted(work, locked);
    const changed =
      error === null
        ? await markHidden(tx, merchantId, locked.content, true)
        : await setErrorMessage(tx, merchantId, locked.content.id, error);
    const items = await toContentItems(tx, merchantId, [changed]);
    if (error === null) return publish('tickets.ticket_content_v2', { items });
    publish('conversations.message_failed', {
      items,
      error_on_type: what === 'delete' ? 'comment_deleted' : 'comment_hidden',
    });
  });
}
