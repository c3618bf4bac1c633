import { newer, type ContentItem, type Ticket, type TicketId } from '@inbox/domain';
import { useEvent, useLiveEvents, usePanel } from '@inbox/panel';
import { useQuery, useQueryClient, useRefetch } from '@inbox/panel/query';
import { failureWords, type FailureWords } from '../sections/section-failure';
import { useReload } from '../use-reload';

export type LinkedTicketsState =
  | { state: 'loading' }
  | ({ state: 'failed'; retry(): void } & FailureWords)
  | { state: 'here'; tickets: Ticket[] };

const EVENTS: ReadonlySet<string> = new Set(['linked', 'unlinked']);

export const linksKey = (id: TicketId) => ['linked-tickets', id];

/** The tickets that are linked with this one, newest link first. They follow what colleagues link, part and change. */
export function useLinkedTickets(ticket: Ticket): LinkedTicketsState {
  const { api } = usePanel();
  const client = useQueryClient();
  const queryKey = linksKey(ticket.id);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.linkedTickets({ params: { ticket_id: ticket.id } }, { signal }),
  });
  const reload = useRefetch(queryKey);
  useReload(reload);
  const follow = (changed: readonly Ticket[]) => {
    if (!query.data?.some(({ id }) => changed.some((told) => told.id === id))) return;
    client.setQueryData<Ticket[]>(queryKey, (known) =>
      known?.map((one) => changed.reduce((last, told) => (told.id === last.id ? newer(last, told) : last), one)),
    );
  };
  const isOurs = (item: ContentItem) =>
    item.content_type === 'log' && EVENTS.has(item.event) && item.ticket_id === ticket.id;
  useEvent('ticket.changed', ({ tickets }) => follow(tickets));
  useLiveEvents(({ tickets, items }) => {
    follow(tickets);
    if (items.some(isOurs)) reload();
  });

  if (query.data) return { state: 'here', tickets: query.data };
  if (query.isError && !query.isFetching) return { state: 'failed', ...failureWords(query.error), retry: reload };
  return { state: 'loading' };
}
