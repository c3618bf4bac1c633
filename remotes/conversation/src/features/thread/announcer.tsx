import type { ContentItem } from '@inbox/domain';
import { VisuallyHidden } from '@inbox/ui';
import { useEffect, useState } from 'react';
import { messages } from '../../messages';

/** Tells screen readers how many messages the customer has sent since the thread was opened; they are read in it. */
export function Announcer({ items, customer }: { items: readonly ContentItem[]; customer: string }) {
  const [known] = useState(() => new Set(items.map((item) => item.id)));
  const [newest] = useState(() => items.at(-1)?.created_at ?? '');
  const [said, setSaid] = useState('');
  // Older pages come later too, and are no news.
  const count = items.filter(
    (item) =>
      item.content_type !== 'log' && item.actor === 'customer' && !known.has(item.id) && item.created_at >= newest,
  ).length;
  const text = count === 0 ? '' : messages.announce(messages.newMessages(count), customer);

  // In an effect: a live region is read when it changes, not when it appears with its text.
  useEffect(() => setSaid(text), [text]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {said}
    </VisuallyHidden>
  );
}
