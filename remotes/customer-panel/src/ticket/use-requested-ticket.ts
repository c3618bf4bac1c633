import { ApiError } from '@inbox/api';
import { newer, type CustomerSubject, type Ticket } from '@inbox/domain';
import { useEvent, useLiveEvents, usePanel } from '@inbox/panel';
import { useQuery, useQueryClient, useRefetch } from '@inbox/panel/query';
import { useReload } from '../use-reload';

export type RequestedTicket =
  | { state: 'arriving' }
  | { state: 'missing' }
  | { state: 'failed'; message: string; retry(): void }
  | { state: 'here'; ticket: Ticket };

/**
 * Whether the subject names this ticket. Which tickets a customer has only the server knows: were each change of any ticket
 * one of theirs, a busy inbox would begin the first load anew for ever.
 */
const isOf = (subject: CustomerSubject | null, { id, conversation_id }: Ticket): boolean =>
  (subject?.of === 'ticket' && subject.id === id) || (subject?.of === 'conversation' && subject.id === conversation_id);

/** The ticket as the server answers it, for a panel that nobody tells of one. It follows what happens to the ticket. */
export function useRequestedTicket(subject: CustomerSubject | null): RequestedTicket {
  const { api } = usePanel();
  const client = useQueryClient();
  const queryKey = ['customer-ticket', subject];
  const query = useQuery({
    queryKey,
    enabled: subject !== null,
    queryFn: async ({ signal }) => {
      try {
        return (await api.customerTicket({ params: subject ?? { of: 'ticket', id: 0 } }, { signal })).ticket;
      } catch (error) {
        // The server has no such ticket or customer: that is an answer.
        if (error instanceof ApiError && error.details.status === 404) return null;
        throw error;
      }
    },
  });
  const ticket = query.data;
  const reload = useRefetch(queryKey);
  const follow = (changed: readonly Ticket[]) => {
    // An answer that is under way may not know of the change.
    if (!ticket && changed.some((told) => isOf(subject, told))) reload();
    if (!ticket) return;
    for (const told of changed) {
      if (told.id === ticket.id)
        client.setQueryData<Ticket | null>(queryKey, (known) => newer(known ?? undefined, told));
      else if (subject?.of !== 'ticket' && told.conversation_id === ticket.conversation_id) reload();
    }
  };
  useReload(reload);
  useEvent('ticket.changed', ({ tickets }) => follow(tickets));
  useLiveEvents(({ tickets }) => follow(tickets));

  if (ticket) return { state: 'here', ticket };
  if (ticket === null) return { state: 'missing' };
  if (query.isError && !query.isFetching) return { state: 'failed', message: query.error.message, retry: reload };
  return { state: 'arriving' };
}
