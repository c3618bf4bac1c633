import { compareContent, type ContentItem } from '@inbox/domain';
import { VisuallyHidden } from '@inbox/ui';
import { useEffect, useState } from 'react';
import { messages } from '../../messages';

/** Tells screen readers how many messages the customer has sent since the thread was opened; they are read in it. */
export function Announcer({ items, customer }: { items: readonly ContentItem[]; customer: string }) {
  const [newest] = useState(() => items.at(-1) ?? null);
  const [said, setSaid] = useState('');
  const count = newSince(newest, items);
  const text = count === 0 ? '' : messages.announce(messages.newMessages(count), customer);

  // In an effect: a live region is read when it changes, not when it appears with its text.
  useEffect(() => setSaid(text), [text]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {said}
    </VisuallyHidden>
  );
}

/** Of the customer, and after what was the newest: older pages come later too, and are no news. */
function newSince(newest: ContentItem | null, items: readonly ContentItem[]): number {
  const last = newest === null ? -1 : items.findLastIndex((item) => compareContent(item, newest) <= 0);
  return items.slice(last + 1).filter((item) => item.content_type !== 'log' && item.actor === 'customer').length;
}
