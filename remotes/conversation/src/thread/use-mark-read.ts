import type { Ticket, IsoTime } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useRef, type RefObject } from 'react';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import { useRetry } from '../ui/use-retry';
import { useInView } from './list/use-in-view';

/** What decides whether looking at a ticket marks it read. */
interface ReadMark {
  /** The newest message while the ticket was read; null: it was not read since it was opened. */
  readAt: IsoTime | null;
  /** Somebody marked it unread after that: it stays so until it is opened anew (spec section 4, Unread). */
  held: boolean;
}

export const OPENED: ReadMark = { readAt: null, held: false };

/** Unread again although nothing new was said: that was somebody's decision. A newer message makes it unread by itself. */
export function nextReadMark(mark: ReadMark, ticket: Pick<Ticket, 'conversation_read' | 'received_at'>): ReadMark {
  if (ticket.conversation_read) return { readAt: ticket.received_at, held: false };
  return mark.readAt === ticket.received_at ? { ...mark, held: true } : mark;
}

/**
 * Marks the ticket read when the agent looks at it: at opening, and for each newer message; what fails is retried by
 * itself. One that is marked unread meanwhile stays so until it is opened anew.
 *
 * @param thread the element that shows the messages
 */
export function useMarkRead(ticket: Ticket, thread: RefObject<HTMLElement | null>): void {
  const { bus, report } = usePanel();
  const { readMarks } = useAgentWorkspace();
  const inView = useInView(thread);
  const mark = useRef(OPENED);
  const asked = useRef<string | null>(null);
  const { attempt, onFailed, onWorked } = useRetry();
  const { id, conversation_read: isRead, received_at } = ticket;

  useEffect(() => {
    mark.current = nextReadMark(mark.current, { conversation_read: isRead, received_at });
    if (!inView || isRead || mark.current.held || asked.current === received_at) return;
    asked.current = received_at;
    readMarks.mark(id).then(
      (marked) => {
        onWorked();
        bus.emit('ticket.changed', { tickets: [marked] });
      },
      (error: unknown) => {
        asked.current = null;
        onFailed();
        report({ level: 'warning', message: 'Marking a ticket read failed', detail: String(error) });
      },
    );
  }, [readMarks, bus, report, inView, isRead, received_at, id, attempt, onFailed, onWorked]);
}
