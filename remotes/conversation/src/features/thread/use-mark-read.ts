import type { ContentId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useRef } from 'react';
import { visibleItems, type ThreadState } from './thread-state';
import { useInView } from './use-in-view';

/** The newest thing a customer said, or null. */
function newestFromCustomer(thread: ThreadState): ContentId | null {
  const item = visibleItems(thread).findLast((one) => one.content_type !== 'log' && one.actor === 'customer');
  return item?.id ?? null;
}

/**
 * Marks the ticket read when the agent looks at it: once at opening and once for each newer customer message. A colleague
 * or the agent who marks it unread meanwhile is not contradicted.
 */
export function useMarkRead(thread: ThreadState): void {
  const { api, bus, report } = usePanel();
  const inView = useInView();
  const newest = newestFromCustomer(thread);
  const { id, conversation_read: isRead } = thread.ticket;
  const seen = useRef<ContentId | null | undefined>(undefined);

  useEffect(() => {
    if (!inView || seen.current === newest) return;
    seen.current = newest;
    if (isRead) return;
    api.markRead({ body: { ticket_id: id } }).then(
      ({ ticket }) => bus.emit('ticket.changed', { tickets: [ticket] }),
      (error: unknown) => {
        seen.current = undefined;
        report({ level: 'warning', message: 'Marking a ticket read failed', detail: String(error) });
      },
    );
  }, [api, bus, report, inView, newest, isRead, id]);
}
