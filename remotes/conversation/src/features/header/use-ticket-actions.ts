import { ApiError, type ChangeAnswer } from '@inbox/api';
import { agentName, type Agent, type AgentId, type Priority, type Ticket, type TicketId } from '@inbox/domain';
import { CommandError, type Toast } from '@inbox/events';
import { usePanel } from '@inbox/panel';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages';
import { useWorkplace } from '../workplace/workplace';

export interface TicketActions {
  /** One action at a time: another one meanwhile is not begun. */
  busy: boolean;
  toast(kind: Toast['kind'], text: string): void;
  assign(agent: Agent): void;
  assignMe(): void;
  close(how: { sendCsat: boolean }): void;
  sendCsat(): void;
  setPriority(priority: Priority): void;
  markUnread(): void;
  /** Leaves the ticket to the list. */
  leave(): void;
  /** These three answer whether it was done; why not has been told. */
  followUp(hours: number): Promise<boolean>;
  subscribe(agent: AgentId, subscribed: boolean): Promise<boolean>;
  link(other: TicketId): Promise<boolean>;
}

/** What an agent does with one ticket. What it tells and where it leads is of the ticket it was asked for. */
export function useTicketActions(ticket: Ticket): TicketActions {
  const { api, bus, navigate } = usePanel();
  const { profile } = useWorkplace();
  const [busy, setBusy] = useState(false);
  const shown = useRef(true);
  const running = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const ticket_id = ticket.id;
  // Told of a ticket that was left meanwhile, it says of which.
  const toast = (kind: Toast['kind'], words: string) => {
    const text = shown.current ? words : messages.of(ticket_id, words);
    void bus.send('toast', { kind, text }).catch(() => undefined);
  };
  // The agent may have gone on to another ticket meanwhile, and stays there.
  const leave = () => void (shown.current && navigate({ to: 'tickets' }));

  async function run(work: () => Promise<void>, failed = wordsOf): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toast('error', failed(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  const told = (tickets: Ticket[]) => bus.emit('ticket.changed', { tickets });
  /** A change that answers ticket by ticket; throws in the server's words when this one was not changed. */
  async function change(call: Promise<ChangeAnswer>): Promise<ChangeAnswer> {
    const answer = await call;
    told(answer.tickets);
    const [failure] = answer.failed;
    if (failure && answer.tickets.length === 0) throw new ApiError('refused', failure.message);
    return answer;
  }
  const say = (type: string, data: Record<string, unknown>) =>
    bus.send('socket.send', { type, data: { ticket_id, ...data } });

  const transfer = (to: AgentId, done: string) =>
    run(async () => {
      await change(api.transfer({ body: { ticket_ids: [ticket_id], transfer_to: to } }));
      toast('success', done);
    });
  const setClosed = (send_csat: boolean) =>
    change(api.setStatus({ body: { ticket_ids: [ticket_id], status: 'closed', send_csat } }));

  return {
    busy,
    toast,
    leave,
    assign(agent) {
      const toSelf = agent.id === profile.current_user_id;
      const done = toSelf ? messages.assignedToYou(ticket_id) : messages.assignedTo(ticket_id, agentName(agent));
      void transfer(agent.id, done);
    },
    assignMe: () => void transfer(profile.current_user_id, messages.assignedMe),
    close: ({ sendCsat }) =>
      void run(async () => {
        const { failed } = await setClosed(sendCsat);
        toast('success', messages.closed(ticket_id));
        const [unsent] = failed;
        if (unsent) toast('error', unsent.message);
        else if (sendCsat) toast('success', messages.csatSent);
        leave();
      }),
    sendCsat: () =>
      void run(async () => {
        await setClosed(true);
        toast('success', messages.csatSent);
      }),
    setPriority: (priority) => void run(() => say('tickets.set_priority', { priority })),
    markUnread: () =>
      void run(async () => {
        await say('conversations.mark_unread', {});
        leave();
      }),
    followUp: (follow_up_hr) =>
      run(async () => told([(await api.followUp({ body: { ticket_id, follow_up_hr } })).ticket])),
    subscribe: (agent_id, subscribed) =>
      run(() => say(subscribed ? 'tickets.add_subscriber' : 'tickets.remove_subscriber', { agent_id })),
    link: (link_ticket_id) =>
      run(
        async () => {
          await api.linkTicket({ params: { ticket_id }, body: { link_ticket_id } });
          toast('success', messages.linked);
        },
        () => messages.linkFailed,
      ),
  };
}

/** The server's words, when it is the server who refused. */
function wordsOf(error: unknown): string {
  if (error instanceof ApiError || (error instanceof CommandError && error.kind === 'failed')) return error.message;
  return messages.actionFailed;
}
