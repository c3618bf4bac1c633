import type { LiveEventType } from '@inbox/domain';
import { deliveryState } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import { toContentItems, type ContentRow } from '../thread/content-rows';
import { toTicket, type TicketRow } from '../../tickets/lifecycle/ticket-rows';
import type { Change } from '../../platform/db/unit-of-work';

export type Delivery = Pick<ContentRow, 'send_status' | 'delivered' | 'read' | 'external_id' | 'error_message'>;

const eventOf: Record<ReturnType<typeof deliveryState>, LiveEventType> = {
  sending: 'conversations.message_sent',
  sent: 'conversations.message_sent',
  delivered: 'conversations.message_delivered',
  seen: 'conversations.message_read',
  not_sent: 'conversations.message_failed',
  unknown: 'conversations.message_failed',
};

/** Writes where a message stands, also on the ticket when it is the ticket's last message, and tells the agents. */
export async function writeDelivery(
  work: Change,
  ticket: TicketRow,
  content: ContentRow,
  after: Delivery,
): Promise<void> {
  const { tx, merchantId } = work;
  const isShown = (['send_status', 'delivered', 'read', 'error_message'] as const).some(
    (field) => content[field] !== after[field],
  );
  if (!isShown && content.external_id === after.external_id) return;
  const changed = await tx
    .updateTable('contents')
    .set({ ...after, ...(isShown && { rev: sql<number>`rev + 1` }) })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', content.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!isShown) return;
  const shown = await showOnTicket(work, ticket, changed);
  const items = await toContentItems(tx, merchantId, [changed]);
  const type = eventOf[deliveryState(after)];
  // Of a send whose fate is not known nobody may say that it has failed.
  const failure = after.send_status === 'not_sent' ? ({ error_on_type: 'message_sent' } as const) : {};
  work.publish(type, { tickets: [toTicket(shown)], items, ...failure });
}

/**
 * What the ticket shows of it: its last message's state, and whether its survey was sent. One that the channel refused was
 * not, so that it may be sent again.
 */
async function showOnTicket({ tx, merchantId }: Change, ticket: TicketRow, content: ContentRow): Promise<TicketRow> {
  const last = ticket.last_message;
  const { delivered, read } = content;
  const isLast = last?.actor === 'merchant' && last.created_at === content.created_at.toISOString();
  const showsNews = isLast && (last.delivered !== delivered || last.read !== read);
  const is_csat_sent = content.details.survey === true ? content.send_status !== 'not_sent' : ticket.is_csat_sent;
  if (!showsNews && is_csat_sent === ticket.is_csat_sent) return ticket;
  return tx
    .updateTable('tickets')
    .set({
      rev: sql<number>`rev + 1`,
      is_csat_sent,
      ...(showsNews && { last_message: JSON.stringify({ ...last, delivered, read }) }),
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', ticket.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
