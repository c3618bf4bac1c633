import type { Api, TicketListAnswer, TicketListRequest } from '@inbox/api';
import { END_OF_LIST, maySelect, type Acting, type BulkTarget, type Ticket } from '@inbox/domain';
import { MOST_SENDS } from '@inbox/domain/conversation';

const PAGE = 100;

/**
 * The tickets that were chosen, as they are now; 'too-many' for more than one message may go to.
 * @param rows those that the list has
 */
export async function loadTickets(
  api: Pick<Api, 'ticketList'>,
  target: BulkTarget,
  { rows, acting, signal }: { rows: readonly Ticket[]; acting: Acting; signal: AbortSignal },
): Promise<readonly Ticket[] | 'too-many'> {
  if ('ticket_ids' in target) {
    if (target.ticket_ids.length > MOST_SENDS) return 'too-many';
    const chosen = new Set(target.ticket_ids);
    return rows.filter(({ id }) => chosen.has(id));
  }
  const except = new Set(target.except);
  const found = new Map<Ticket['id'], Ticket>();
  let fetch_since: string | null = null;
  do {
    const body: TicketListRequest = { filters: target.filters, page_size: PAGE, fetch_since, inbox_version: 'old' };
    const page: TicketListAnswer = await api.ticketList({ body }, { signal });
    for (const ticket of page.tickets) {
      if (!except.has(ticket.id) && maySelect(acting, ticket).allowed) found.set(ticket.id, ticket);
    }
    if (found.size > MOST_SENDS) return 'too-many';
    fetch_since = page.oldest_timestamp;
  } while (fetch_since !== END_OF_LIST);
  return [...found.values()];
}
