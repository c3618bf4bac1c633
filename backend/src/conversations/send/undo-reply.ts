import { agentName, type ContentItem, type TempId, type Ticket, type TicketId } from '@inbox/domain';
import { mayBeUndone } from '@inbox/domain/conversation';
import { removeSentFiles } from '../thread/attachment-rows';
import { toContentItem } from '../thread/content-rows';
import { withdrawOutbox } from '../../platform/outbox/outbox-rows';
import { releaseUploads } from '../thread/pending-uploads';
import { findByTempId, hasBegunConversation, turnIntoLog } from '../thread/reply-queries';
import { toTicket } from '../../tickets/lifecycle/ticket-rows';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import { unlinkAllWithin } from '../../tickets/links/link-tickets';
import { changeTicket, lockTicket } from '../../tickets/lifecycle/one-ticket';
import type { SignedIn } from '../../agents/sessions/session';
import { withoutMessage } from './last-message-after-undo';

/**
 * Takes back an e-mail of the agent's own as long as its channel has not heard of it. In the thread a log entry stands in
 * its place; its files are uploads again, for the next attempt. Who took the ticket by it keeps it; a ticket that was begun
 * with it is closed, and its links end. Asked again it answers the same.
 * @throws WorkError `has_left` when it is too late
 */
export async function undoReply(
  context: WorkContext,
  who: SignedIn,
  { ticket_id, temp_id }: { ticket_id: TicketId; temp_id: TempId },
): Promise<{ item: ContentItem; ticket: Ticket }> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const { tx, merchantId } = work;
    const row = await lockTicket(work, ticket_id);
    const stored = await findByTempId(tx, merchantId, temp_id);
    if (stored?.ticket_id !== row.id || stored.agent_id !== who.agent.id) {
      throw new WorkError(404, messages.noReply, 'no_reply');
    }
    if (stored.details.event === 'undone')
      return { item: await toContentItem(tx, merchantId, stored), ticket: toTicket(row) };
    if (!mayBeUndone(row.source)) throw new WorkError(409, messages.undoNotMail, 'not_email');
    if (!(await withdrawOutbox(tx, merchantId, stored.id))) throw new WorkError(409, messages.undoGone, 'has_left');

    // What was handed on is of another mail, and stays its.
    const handedOn = stored.details.handed_on ?? [];
    const sent = await removeSentFiles(tx, merchantId, stored.id);
    const storageKeys = sent.filter((key) => !handedOn.includes(key));
    const hasBegun = await hasBegunConversation(tx, merchantId, stored);
    const ticketId = hasBegun ? null : row.id;
    await releaseUploads(tx, { merchantId, agentId: who.agent.id, ticketId, storageKeys });
    const comment = messages.logUndone(agentName(who.agent));
    const log = await turnIntoLog(tx, merchantId, stored.id, { event: 'undone', comment });
    const item = await toContentItem(tx, merchantId, log);
    const without = await withoutMessage(work, row, stored);
    const ticket = await changeTicket(work, row.id, { ...without, ...(hasBegun && { status: 'closed' }) });
    if (hasBegun) await unlinkAllWithin(work, who, row.id);
    work.publish('conversations.message_deleted', { tickets: [ticket], items: [item] });
    return { item, ticket };
  });
}
