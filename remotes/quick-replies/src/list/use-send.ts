import type { QuickReply } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useRef, useState } from 'react';
import { messages } from '../messages';
import type { Notify } from '../notices/use-notices';
import { useShownTicket } from '../use-shown-ticket';

/** Into the reply box of the ticket, or straight to its customer. */
export type SendTo = 'reply-box' | 'customer';

export interface Send {
  /** What was done last, in words; the count tells two in a row apart. */
  done: { text: string; count: number } | null;
  send(reply: QuickReply, to: SendTo): Promise<void>;
}

/** Sends a quick reply to the ticket that is shown when it is asked for, and to no other. */
export function useSend(notify: Notify): Send {
  const { api, bus, report } = usePanel();
  const ticketId = useShownTicket()?.id ?? null;
  const [done, setDone] = useState<Send['done']>(null);
  const busy = useRef(false);

  return {
    done,
    async send({ id, shortcut, message }, to) {
      if (busy.current) return;
      if (ticketId === null) return notify('error', messages.noTicket);
      busy.current = true;
      try {
        const payload = { ticket_id: ticketId, text: message };
        if (to === 'reply-box') await bus.send('reply.insert', payload);
        else await bus.send('reply.send', payload);
        const text = to === 'reply-box' ? messages.inserted(shortcut) : messages.sent(shortcut);
        setDone((before) => ({ text, count: (before?.count ?? 0) + 1 }));
        if (to === 'customer') notify('success', text);
        // Only the order of the list depends on it.
        api.countQuickReplyUse({ params: { id } }).catch(() => undefined);
      } catch (error) {
        report({ level: 'warning', message: 'A quick reply could not be sent', detail: String(error) });
        notify('error', refusalWords(error, to, shortcut), error);
      } finally {
        busy.current = false;
      }
    },
  };
}

/**
 * The words of a failed send: the reason of a refusal, or that the reply waits. A waiting reply is sent automatically, so the
 * words do not ask the agent to try again.
 */
function refusalWords(error: unknown, to: SendTo, shortcut: string): string {
  const kind = error instanceof Error && 'kind' in error ? error.kind : null;
  if (to === 'customer' && kind === 'failed' && error instanceof Error) return error.message;
  return to === 'customer' && kind === 'timeout' ? messages.notAnswered(shortcut) : messages.networkFailed;
}
