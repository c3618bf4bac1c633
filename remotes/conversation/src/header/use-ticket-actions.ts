import { ApiError, type ChangeAnswer } from '@inbox/api';
import {
  agentName,
  formatMessageTime,
  newTempId,
  PRIORITIES,
  type Agent,
  type AgentId,
  type Priority,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import { CommandError } from '@inbox/events';
import { usePanel, type ShowToast } from '@inbox/panel';
import { useRef, useState } from 'react';
import { priorityLabels } from '@inbox/ui';
import { messages } from '../messages';
import type { TicketChange } from '../outbox/ticket-change';
import { undoActionId } from './close/use-undo-close';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';
import { useTicketToast } from '../ui/use-ticket-toast';

export interface TicketActions {
  /** One action at a time: another one meanwhile is not begun. */
  busy: boolean;
  toast: ShowToast;
  assign(agent: Agent): void;
  assignMe(): void;
  close(how: { sendCsat: boolean }): void;
  reopen(): void;
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
  const { profile, readMarks, changeOrWait } = useAgentWorkspace();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const ticket_id = ticket.id;
  const { toast, isShown } = useTicketToast(ticket_id);
  // The agent may have gone on to another ticket meanwhile, and stays there.
  const leave = () => void (isShown.current && navigate({ to: 'tickets' }));

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
  const publish = (tickets: Ticket[]) => bus.emit('ticket.changed', { tickets });
  /** A change that answers ticket by ticket; throws in the server's words when this one was not changed. */
  async function change(call: Promise<ChangeAnswer>): Promise<ChangeAnswer> {
    const answer = await call;
    publish(answer.tickets);
    const [failure] = answer.failed;
    if (failure && answer.tickets.length === 0) throw new ApiError('refused', failure.message);
    return answer;
  }
  const say = (type: string, data: Record<string, unknown>) =>
    bus.send('socket.send', { type, data: { ticket_id, ...data } });

  /** Null: it waits for the connection, and the agent was told. */
  async function orWait(what: TicketChange, now: () => Promise<ChangeAnswer>): Promise<ChangeAnswer | null> {
    const answer = await changeOrWait(ticket, what, now);
    if (answer !== 'waits') return answer;
    toast('info', messages.of(ticket_id, messages.changes.wait));
    return null;
  }

  const transfer = (to: AgentId, name: string, done: string) =>
    run(async () => {
      const answer = await orWait({ kind: 'assign', to, name }, () =>
        change(api.transfer({ body: { ticket_ids: [ticket_id], transfer_to: to } })),
      );
      if (answer) toast('success', done);
    });
  const setClosed = (send_csat: boolean, ref?: string) =>
    change(api.setStatus({ body: { ticket_ids: [ticket_id], status: 'closed', send_csat, ...(ref && { ref }) } }));

  return {
    busy,
    toast,
    leave,
    assign(agent) {
      const toSelf = agent.id === profile.current_user_id;
      const done = toSelf ? messages.assignedToYou(ticket_id) : messages.assignedTo(ticket_id, agentName(agent));
      void transfer(agent.id, agentName(agent), done);
    },
    assignMe: () => void transfer(profile.current_user_id, agentName(profile), messages.assignedMe),
    close: ({ sendCsat }) =>
      void run(async () => {
        const ref = newTempId();
        const answer = await orWait({ kind: 'close', send_csat: sendCsat, ref }, () => setClosed(sendCsat, ref));
        if (!answer) return leave();
        const { failed } = answer;
        const withSurvey = sendCsat && failed.length === 0;
        toast('success', messages.closed(ticket_id), {
          label: messages.undo.undo,
          id: undoActionId(ref, { withSurvey }),
        });
        const [unsent] = failed;
        if (unsent) toast('error', unsent.message);
        else if (sendCsat) toast('success', messages.csatSent);
        leave();
      }),
    reopen: () =>
      void run(async () => {
        const answer = await orWait({ kind: 'reopen' }, () =>
          change(api.setStatus({ body: { ticket_ids: [ticket_id], status: 'open', send_csat: false } })),
        );
        if (answer) toast('success', messages.reopened(ticket_id));
      }),
    sendCsat: () =>
      void run(async () => {
        await setClosed(true);
        toast('success', messages.csatSent);
      }),
    setPriority: (priority) =>
      void run(async () => {
        await say('tickets.set_priority', { priority });
        const none = priority === PRIORITIES.None;
        toast(
          'success',
          none ? messages.priorityRemoved(ticket_id) : messages.prioritySet(ticket_id, priorityLabels[priority]),
        );
      }),
    markUnread: () =>
      void run(async () => {
        // It goes another way than the call that marks the ticket read, and would be undone by one that is slower.
        await readMarks.ended(ticket_id);
        await say('conversations.mark_unread', {});
        leave();
      }),
    followUp: (follow_up_hr) =>
      run(async () => {
        const { ticket: changed } = await api.followUp({ body: { ticket_id, follow_up_hr } });
        publish([changed]);
        const { follow_up_at } = changed;
        const done =
          follow_up_at === null
            ? messages.followUpEnded(ticket_id)
            : messages.followUpSet(ticket_id, formatMessageTime(new Date(follow_up_at)));
        toast('success', done);
      }),
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
