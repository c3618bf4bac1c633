import { compareContent, type ContentItem } from '@inbox/domain';
import { VisuallyHidden } from '@inbox/ui';
import { useState } from 'react';
import { messages } from '../messages';

/** Tells screen readers how many messages the customer has sent since the thread was opened; they are read in it. */
export function Announcer({ items, customer }: { items: readonly ContentItem[]; customer: string }) {
  const [newest] = useState(() => items.at(-1) ?? null);
  const count = newSince(newest, items);
  const text = count === 0 ? '' : messages.announce(messages.newMessages(count), customer);
  // A live region is read when it changes, not when it appears with its text: at first there is none.
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}

/** Of the customer, and after what was the newest: older pages come later too, and are no news. */
function newSince(newest: ContentItem | null, items: readonly ContentItem[]): number {
  const last = newest === null ? -1 : items.findLastIndex((item) => compareContent(item, newest) <= 0);
  return items.slice(last + 1).filter((item) => item.content_type !== 'log' && item.actor === 'customer').length;
}
