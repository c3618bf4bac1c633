import { agentName, mayBeUndone, type ContentItem, type TempId, type Ticket, type TicketId } from '@inbox/domain';
import { removeSentFiles } from '../store/attachment-rows';
import { toContentItem, type ContentRow } from '../store/content-rows';
import { withdrawOutbox } from '../store/outbox-rows';
import { releaseUploads } from '../store/pending-uploads';
import { findByTempId, findNewestSaid, turnIntoLog } from '../store/reply-queries';
import { storableJson } from '../store/text';
import type { TicketPatch } from '../store/ticket-changes';
import { toTicket, type TicketRow } from '../store/ticket-rows';
import { change, type Change, type WorkContext } from './change';
import { WorkError } from './errors';
import { lastMessageOf } from './last-message';
import { messages } from './messages';
import { changeTicket, lockTicket } from './one-ticket';
import type { SignedIn } from './session';

/**
 * Takes back an e-mail of the agent's own as long as its channel has not heard of it. In the thread a log entry stands in
 * its place; its files are uploads again, for the next attempt. Who took the ticket by it keeps it. Asked again it answers
 * the same.
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

    const storageKeys = await removeSentFiles(tx, merchantId, stored.id);
    await releaseUploads(tx, { merchantId, agentId: who.agent.id, ticketId: row.id, storageKeys });
    const comment = messages.logUndone(agentName(who.agent));
    const log = await turnIntoLog(tx, merchantId, stored.id, { event: 'undone', comment });
    const item = await toContentItem(tx, merchantId, log);
    const ticket = await changeTicket(work, row.id, await asBefore(work, row, stored));
    work.tell('conversations.message_deleted', { tickets: [ticket], items: [item] });
    return { item, ticket };
  });
}

/** What the list shows of the ticket without the mail. */
async function asBefore({ tx, merchantId }: Change, row: TicketRow, undone: ContentRow): Promise<TicketPatch> {
  const { newest, repliedAt } = await findNewestSaid(tx, merchantId, row.id);
  const wasNewest = row.last_message?.created_at === undone.created_at.toISOString();
  if (!wasNewest) return { replied_at: repliedAt };
  if (newest === undefined) return { replied_at: repliedAt, last_message: null };
  const item = await toContentItem(tx, merchantId, newest);
  const attachments = item.content_type === 'log' ? [] : item.attachments;
  const { delivered, read, deleted, message } = newest;
  const author =
    newest.actor === 'customer'
      ? ({ actor: 'customer' } as const)
      : ({ actor: 'merchant', agent: newest.agent_id } as const);
  const shown = lastMessageOf(author, { ...newest, message: deleted ? '' : message, attachments }, newest.created_at);
  return {
    replied_at: repliedAt,
    received_at: newest.created_at,
    last_message: storableJson({ ...shown, delivered, read, deleted }),
  };
}
