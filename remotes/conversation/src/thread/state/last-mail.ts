import type { ContentItem, EmailMessage } from '@inbox/domain';

/** The newest mail that came in, of items in the thread's order. */
export function lastMailOf(ordered: readonly ContentItem[]): EmailMessage | null {
  for (let at = ordered.length - 1; at >= 0; at -= 1) {
    const item = ordered[at];
    if (item?.content_type === 'email' && item.actor === 'customer' && !item.deleted) return item;
  }
  return null;
}
