import { ApiError } from '@inbox/api';
import { formatMessageTime, type Outgoing, type TempId, type TicketId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useRef, useState } from 'react';
import { useAgentWorkspace } from '../../workspace/agent-workspace-context';
import { useTicketToast } from '../../ui/use-ticket-toast';
import { requestOf } from '../../outbox/reply-request';
import { refusalsOf } from '../use-refused-mails';
import { messages } from './messages';

export interface SendLater {
  isPlanning: boolean;
  /** @param at milliseconds, by the server's clock */
  plan(at: number): Promise<void>;
  /**
   * The mail with the id of an attempt of which nobody can tell whether the server has stored it: whatever is sent of this
   * draft next carries that, so that it is one mail.
   */
  asAttempted(outgoing: Outgoing): Outgoing;
}

/**
 * Has the server send the drawer's mail at a chosen time. The draft stays until the server has stored it.
 * @param make what is to be sent; null when something is missing, which it has told
 */
export function useSendLater(
  ticket: TicketId,
  make: () => Outgoing | null,
  clockOffset: number,
  onPlanned: () => void,
): SendLater {
  const { api } = usePanel();
  const { toast } = useTicketToast(ticket);
  const { draftsOf } = useAgentWorkspace();
  const [isPlanning, setPlanning] = useState(false);
  const isBusy = useRef(false);
  const attempted = useRef<TempId | null>(null);
  const asAttempted = (outgoing: Outgoing) =>
    attempted.current === null ? outgoing : { ...outgoing, temp_id: attempted.current };

  const plan = async (at: number) => {
    if (isBusy.current) return;
    const made = make();
    if (made === null) return;
    const outgoing = asAttempted(made);
    const drafts = draftsOf(outgoing);
    const written = drafts.get(outgoing.ticket_id);
    isBusy.current = true;
    setPlanning(true);
    try {
      attempted.current = outgoing.temp_id;
      await api.sendLater({ body: { send_at: new Date(at).toISOString(), reply: requestOf(outgoing) } });
      drafts.sent(outgoing.ticket_id, written);
      toast('success', messages.planned(formatMessageTime(new Date(at - clockOffset))));
      onPlanned();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.kind === 'refused';
      if (isRefused) attempted.current = null;
      for (const line of isRefused ? wordsOf(error) : [messages.failed]) toast('error', line);
    } finally {
      isBusy.current = false;
      setPlanning(false);
    }
  };
  return { isPlanning, plan, asAttempted };
}

/** Each field's first message (spec section 8), or the server's words. */
const wordsOf = (error: ApiError): string[] =>
  error.details.fields === undefined ? [error.message] : refusalsOf(error);
