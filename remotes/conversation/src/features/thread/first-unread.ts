import { compareContent, type ContentItem, type Ticket } from '@inbox/domain';

/** What was unread when the ticket was opened; what comes later is read as it comes. */
export interface UnreadAtOpen {
  /** Messages of the customer. */
  count: number;
  newest: ContentItem;
}

export function unreadAtOpen(ticket: Ticket, items: readonly ContentItem[]): UnreadAtOpen | null {
  const newest = items.at(-1);
  if (ticket.conversation_read || newest === undefined) return null;
  return { count: Math.max(1, ticket.unread_count), newest };
}

/** The first of the messages that were unread at opening; null while it is further up than what is loaded. */
export function firstUnread(unread: UnreadAtOpen | null, items: readonly ContentItem[]): ContentItem | null {
  if (unread === null) return null;
  let left = unread.count;
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    if (item === undefined || item.content_type === 'log' || item.actor !== 'customer') continue;
    if (compareContent(item, unread.newest) > 0) continue;
    left -= 1;
    if (left === 0) return item;
  }
  return null;
}
