import type { Ticket } from '@inbox/domain';
import { liveEvents, type BusClient } from '@inbox/events';
import type { InboxEvent } from '../types';

/**
 * Tells the page what happens to tickets: in its own panels, and by the live connection.
 *
 * @param isWanted is the page told of this ticket?
 * @returns stops it
 */
export function followEvents(
  client: BusClient,
  isWanted: (ticketId: number) => boolean,
  onEvent: (event: InboxEvent) => void,
): () => void {
  /** By ticket: the newest state that the page was told of. */
  const told = new Map<number, { rev: number; unread: number | null }>();
  function changed({ id, rev, status, conversation_read, unread_count }: Ticket): void {
    const before = told.get(id);
    if (!isWanted(id) || (before !== undefined && before.rev >= rev)) return;
    told.set(id, { rev, unread: unread_count });
    onEvent({ type: 'ticket.changed', ticketId: id, status, unread: !conversation_read });
    if (unread_count !== before?.unread) onEvent({ type: 'unread.count', ticketId: id, count: unread_count ?? 0 });
  }
  const ends = [
    client.onEvent('ticket.changed', ({ tickets }) => tickets.forEach(changed)),
    client.on('live.*@1', liveEvents(client), ({ type, tickets, items }) => {
      tickets.forEach(changed);
      if (type !== 'conversations.new_message') return;
      for (const item of items) {
        if (item.content_type === 'log' || item.actor !== 'merchant' || !isWanted(item.ticket_id)) continue;
        onEvent({ type: 'reply.sent', ticketId: item.ticket_id, messageId: item.id });
      }
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
