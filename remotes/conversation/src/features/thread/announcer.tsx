import { VisuallyHidden } from '@inbox/ui';
import type { ContentItem } from '@inbox/domain';
import { useEffect, useState } from 'react';
import { messages } from '../../messages';
import { spokenText } from '../bubbles/message-view';

/** Tells screen readers of messages that customers send while the thread is open; not of those that were there. */
export function Announcer({ items, customer }: { items: readonly ContentItem[]; customer: string }) {
  const [opened] = useState(() => items.at(-1)?.id ?? 0);
  const [said, setSaid] = useState('');
  const newest = items.findLast((item) => item.content_type !== 'log' && item.actor === 'customer');
  const text = newest && newest.id > opened ? messages.announce(customer, spokenText(newest)) : '';

  // In an effect: a live region is read when it changes, not when it appears with its text.
  useEffect(() => setSaid(text), [text]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {said}
    </VisuallyHidden>
  );
}
