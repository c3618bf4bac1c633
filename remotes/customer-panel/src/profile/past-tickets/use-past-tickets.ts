import type { SiblingTicket, Ticket } from '@inbox/domain';
import { useEvent, useLiveEvents, usePanel } from '@inbox/panel';
import { useQuery, useRefetch } from '@inbox/panel/query';
import { useCustomerChanges } from '../../use-reload';

export type PastTicketsState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry(): void }
  | { state: 'here'; tickets: SiblingTicket[] };

/** The customer's other tickets, newest first. They follow what happens to the tickets of this conversation. */
export function usePastTickets(ticket: Ticket): PastTicketsState {
  const { api } = usePanel();
  const { conversation_id } = ticket;
  const queryKey = ['customer-tickets', conversation_id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.customerTickets({ params: { conversation_id } }, { signal }),
  });
  const reload = useRefetch(queryKey);

  const reloadWhenChanged = (changed: readonly Ticket[]) => {
    const says = (told: Ticket) => query.data?.some(({ id, status }) => id === told.id && status === told.status);
    const news = changed.filter((told) => told.conversation_id === conversation_id && !says(told));
    if (news.length > 0) reload();
  };
  useCustomerChanges(conversation_id, reload);
  useEvent('ticket.changed', ({ tickets }) => reloadWhenChanged(tickets));
  useLiveEvents(({ tickets }) => reloadWhenChanged(tickets));

  if (query.data) {
    const others = query.data.filter(({ id }) => id !== ticket.id);
    return { state: 'here', tickets: others.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)) };
  }
  if (query.isError && !query.isFetching) return { state: 'failed', message: query.error.message, retry: reload };
  return { state: 'loading' };
}
