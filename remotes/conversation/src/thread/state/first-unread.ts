import type { ContentId, ContentItem, Ticket } from '@inbox/domain';
import { CHANNEL_ORDER_MS } from '@inbox/domain/conversation';

/** What was unread when the ticket was opened; what comes later is read as it comes. */
export interface UnreadAtOpen {
  /** Messages of the customer. */
  count: number;
  /** The last that had arrived: ids rise in the order of arrival, whatever the order of the thread. */
  newest: ContentId;
}

export function unreadAtOpen(ticket: Ticket, items: readonly ContentItem[]): UnreadAtOpen | null {
  if (ticket.conversation_read || items.length === 0) return null;
  const newest = items.reduce((last, item) => (item.id > last.id ? item : last));
  return { count: Math.max(1, ticket.unread_count), newest: newest.id };
}

/**
 * The first in the thread of the messages that were unread at opening: of those that arrived last. Null while one of them
 * is further up than what is loaded.
 */
export function firstUnread(unread: UnreadAtOpen | null, items: readonly ContentItem[]): ContentItem | null {
  if (unread === null) return null;
  const last: ContentItem[] = [];
  // What arrived later than the message that is counted out stands ten minutes before it at most.
  let until = -Infinity;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    if (item === undefined || item.content_type === 'log' || item.actor !== 'customer') continue;
    if (item.id > unread.newest) continue;
    const time = Date.parse(item.created_at);
    if (time < until) break;
    last.push(item);
    if (last.length === unread.count) until = time - CHANNEL_ORDER_MS;
  }
  if (last.length < unread.count) return null;
  const arrivedLast = new Set(last.toSorted((a, b) => b.id - a.id).slice(0, unread.count));
  return last.findLast((item) => arrivedLast.has(item)) ?? null;
}
