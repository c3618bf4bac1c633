import { toContentItem, type ContentRow } from '../thread/content-rows';
import { findNewestSaid } from '../thread/reply-queries';
import { storableJson } from '../../platform/db/storable-text';
import type { TicketPatch } from '../../tickets/lifecycle/ticket-changes';
import type { TicketRow } from '../../tickets/lifecycle/ticket-rows';
import type { Change } from '../../platform/db/unit-of-work';
import { lastMessageOf } from '../thread/last-message';

/** What the list shows of the ticket without this message, which was taken back. */
export async function withoutMessage(
  { tx, merchantId }: Change,
  row: TicketRow,
  undone: ContentRow,
): Promise<TicketPatch> {
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
    last_message: storableJson({ ...shown, delivered, read, deleted }),
  };
}
