import type { TicketId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useEffectEvent } from 'react';
import { messages } from '../../messages';
import type { AgentWorkspace } from '../../workspace/agent-workspace';
import type { Performed } from '../perform-change';
import type { WaitingChange } from '../ticket-change';
import { undoActionId } from '../../header/close/use-undo-close';

/** Tells what has become of changes that waited for the connection: of one what it was, of more how many. */
export function useWaitingChanges({ changes, profile }: AgentWorkspace, openId: TicketId | null): void {
  const { bus, toast } = usePanel();

  const tellDone = useEffectEvent(({ ticket_id, change }: WaitingChange) => {
    switch (change.kind) {
      case 'assign':
        return change.to === profile.current_user_id
          ? toast('success', messages.assignedToYou(ticket_id))
          : toast('success', messages.assignedTo(ticket_id, change.name));
      case 'close': {
        const id = undoActionId(change.ref, { withSurvey: change.send_csat });
        return toast('success', messages.closed(ticket_id), { label: messages.undo.undo, id });
      }
      case 'reopen':
        return toast('success', messages.reopened(ticket_id));
      default:
        // A tag shows at its ticket.
        return undefined;
    }
  });
  const apply = useEffectEvent(({ ticket_id }: WaitingChange, performed: Performed) => {
    bus.emit('ticket.changed', { tickets: [performed.ticket] });
    if (performed.kind === 'done' && performed.note !== undefined) {
      toast('error', messages.of(ticket_id, performed.note));
    }
    // Of the open one the conversation itself asks.
    if (performed.kind === 'met' && ticket_id !== openId) {
      toast('warning', messages.of(ticket_id, messages.changes.met));
    }
  });
  const tellRefused = useEffectEvent(({ ticket_id }: WaitingChange, words: string) =>
    toast('error', messages.of(ticket_id, words)),
  );

  useEffect(() => {
    let done: WaitingChange[] = [];
    const ends = [
      changes.onPerformed((waiting, performed) => {
        apply(waiting, performed);
        if (performed.kind === 'done') done.push(waiting);
      }),
      changes.onRefused((waiting, words) => tellRefused(waiting, words)),
      changes.onRest(() => {
        const [only, ...others] = done;
        if (only && others.length === 0) tellDone(only);
        else if (only) toast('success', messages.changes.done(done.length));
        done = [];
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [changes, toast]);
}
