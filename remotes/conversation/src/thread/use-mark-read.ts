import type { Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useRef, type RefObject } from 'react';
import { nextReadMark, OPENED } from './state/read-mark';
import { useAgentSession } from '../workspace/agent-session-context';
import { useRetry } from '../ui/use-retry';
import { useInView } from './list/use-in-view';

/**
 * Marks the ticket read when the agent looks at it: at opening, and for each newer message; what fails is retried by
 * itself. One that is marked unread meanwhile stays so until it is opened anew.
 *
 * @param thread the element that shows the messages
 */
export function useMarkRead(ticket: Ticket, thread: RefObject<HTMLElement | null>): void {
  const { bus, report } = usePanel();
  const { readMarks } = useAgentSession();
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
