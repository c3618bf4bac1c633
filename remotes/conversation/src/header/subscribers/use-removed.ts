import type { Ticket } from '@inbox/domain';
import { useEvent, usePanel } from '@inbox/panel';
import { useAgentWorkspace } from '../../workspace/agent-workspace-context';

/** An agent who no longer follows the open ticket is led back to the list (spec section 4). */
export function useLeaveWhenRemoved(ticket: Ticket): void {
  const { navigate } = usePanel();
  const { profile } = useAgentWorkspace();
  const me = profile.current_user_id;
  useEvent('live.tickets.subscriber_removed', ({ tickets }) => {
    const changed = tickets.find(({ id }) => id === ticket.id);
    if (!changed || changed.rev <= ticket.rev) return;
    if (ticket.subscribers.includes(me) && !changed.subscribers.includes(me)) navigate({ to: 'tickets' });
  });
}
