import { useEvent, usePanel } from '@inbox/panel';
import type { Profile, Ticket } from '@inbox/domain';
import { messages } from '../messages';

/**
 * What an agent is told in words wherever they are: a ticket was handed to them, or a follow-up of theirs is due. What
 * others did to the open ticket stands in its thread.
 */
export function useLiveToasts(profile: Profile): void {
  const { toast } = usePanel();
  const notify = (tickets: readonly Ticket[], text: (id: number) => string) => {
    for (const { id, owner_id } of tickets) {
      if (owner_id === profile.current_user_id) toast('info', text(id));
    }
  };
  useEvent('live.tickets.ownership_transferred_to_me', ({ tickets }) => notify(tickets, messages.assignedToYou));
  useEvent('live.tickets.status_updated', ({ by, tickets }) => {
    if (by === null) notify(tickets, messages.followUpDue);
  });
}
