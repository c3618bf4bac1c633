import type { QuickReply, TicketId } from '@inbox/domain';
import { usePanel, useTopic } from '@inbox/panel';
import { useRef, useState } from 'react';
import { messages } from '../../messages';

/** The ticket whose conversation is shown; null while none is, or while the address names another one already. */
function useShownTicketId(): TicketId | null {
  const open = useTopic('ticket.open');
  const id = useTopic('ticket.current')?.ticket?.id ?? null;
  return open === undefined || open.id === id ? id : null;
}

export interface Insert {
  /** The shortcut that was put into the reply last; the count tells two in a row apart. */
  done: { shortcut: string; count: number } | null;
  insert(reply: QuickReply): Promise<void>;
}

/** Puts a quick reply into the reply box of the ticket that is shown when it is asked for, and of no other. */
export function useInsert(): Insert {
  const { bus, report, toast } = usePanel();
  const ticketId = useShownTicketId();
  const [done, setDone] = useState<Insert['done']>(null);
  const busy = useRef(false);

  return {
    done,
    async insert({ shortcut, message }) {
      if (busy.current) return;
      if (ticketId === null) return toast('error', messages.noTicket);
      busy.current = true;
      try {
        await bus.send('reply.insert', { ticket_id: ticketId, text: message });
        setDone((before) => ({ shortcut, count: (before?.count ?? 0) + 1 }));
      } catch (error) {
        report({ level: 'warning', message: 'A quick reply could not be put into the reply', detail: String(error) });
        toast('error', messages.sendFailed);
      } finally {
        busy.current = false;
      }
    },
  };
}
