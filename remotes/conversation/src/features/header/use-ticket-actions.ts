import { ApiError } from '@inbox/api';
import { agentName, type Agent, type Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import type { Toast } from '@inbox/events';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages';
import { useWorkplace } from '../workplace/workplace';

export interface TicketActions {
  busy: boolean;
  assign(agent: Agent): void;
  close(): void;
}

/** Assign and close for one ticket. What they tell and where they lead is of the ticket they were asked for. */
export function useTicketActions(ticket: Ticket): TicketActions {
  const { api, bus, navigate } = usePanel();
  const { profile } = useWorkplace();
  const [busy, setBusy] = useState(false);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const toast = (kind: Toast['kind'], text: string) => void bus.send('toast', { kind, text }).catch(() => undefined);

  async function run(change: () => ReturnType<typeof api.transfer>, done: string): Promise<boolean> {
    setBusy(true);
    try {
      const { tickets, failed } = await change();
      bus.emit('ticket.changed', { tickets });
      const [failure] = failed;
      toast(failure ? 'error' : 'success', failure ? failure.message : done);
      return !failure;
    } catch (error) {
      toast('error', error instanceof ApiError ? error.message : messages.actionFailed);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const assign = (agent: Agent) => {
    const toSelf = agent.id === profile.current_user_id;
    const done = toSelf ? messages.assignedToYou(ticket.id) : messages.assignedTo(ticket.id, agentName(agent));
    return run(() => api.transfer({ body: { ticket_ids: [ticket.id], transfer_to: agent.id } }), done);
  };
  const close = async () => {
    const body = { ticket_ids: [ticket.id], status: 'closed' as const, send_csat: false };
    const closed = await run(() => api.setStatus({ body }), messages.closed(ticket.id));
    // The agent may have gone on to another ticket meanwhile, and stays there.
    if (closed && shown.current) navigate({ to: 'tickets' });
  };

  return { busy, assign: (agent) => void assign(agent), close: () => void close() };
}
