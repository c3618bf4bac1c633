import { CommandError } from '@inbox/events';
import type { TicketId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useRef, useState } from 'react';
import { messages } from '../messages';

export interface InsertState {
  text: string;
  isError: boolean;
}

/** Puts a text into the ticket's reply, and says whether that worked. */
export function useInsert(ticketId: TicketId): { said: InsertState | null; insert(text: string): void } {
  const { bus, report } = usePanel();
  const [said, setSaid] = useState<InsertState | null>(null);
  const isBusy = useRef(false);

  async function send(text: string): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setSaid(null);
    try {
      await bus.send('reply.insert', { ticket_id: ticketId, text });
      setSaid({ text: messages.orderList.inserted, isError: false });
    } catch (error) {
      report({ level: 'warning', message: 'A text could not be put into the reply', detail: String(error) });
      const isAlone = error instanceof CommandError && error.kind === 'no-handler';
      setSaid({ text: isAlone ? messages.orderList.noConversation : messages.orderList.notInserted, isError: true });
    } finally {
      isBusy.current = false;
    }
  }
  return { said, insert: (text) => void send(text) };
}
