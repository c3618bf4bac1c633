import type { Api, TicketListAnswer, TicketListRequest } from '@inbox/api';
import { END_OF_LIST, LIST_PAGE_SIZE, type ListFilters } from '@inbox/domain';

/** A list that is loaded anew asks for the rows it had in pages of this size, up to so many pages. */
const RELOAD_PAGE_SIZE = 100;
const RELOAD_PAGES = 5;

/** What a list asks for first. */
export const firstPageOf = (filters: ListFilters, page_size = LIST_PAGE_SIZE): TicketListRequest => ({
  filters,
  page_size,
  fetch_since: null,
  inbox_version: 'old',
});

/** Loads the page below this marker; null is the top of the list. */
export function readPage(
  api: Pick<Api, 'ticketList'>,
  filters: ListFilters,
  marker: string | null,
  signal: AbortSignal,
  pageSize = LIST_PAGE_SIZE,
): Promise<TicketListAnswer> {
  return api.ticketList({ body: { ...firstPageOf(filters, pageSize), fetch_since: marker } }, { signal });
}

/**
 * Loads the list from its top.
 * @param wanted number of rows that were loaded: with as many the agent keeps their position in the list
 */
export async function readFromTop(
  api: Pick<Api, 'ticketList'>,
  filters: ListFilters,
  wanted: number,
  signal: AbortSignal,
): Promise<TicketListAnswer> {
  const pageSize = wanted > LIST_PAGE_SIZE ? RELOAD_PAGE_SIZE : LIST_PAGE_SIZE;
  const first = await readPage(api, filters, null, signal, pageSize);
  const tickets = [...first.tickets];
  let marker = first.oldest_timestamp;
  for (let page = 1; page < RELOAD_PAGES && tickets.length < wanted && marker !== END_OF_LIST; page += 1) {
    const next = await readPage(api, filters, marker, signal, RELOAD_PAGE_SIZE);
    tickets.push(...next.tickets);
    marker = next.oldest_timestamp;
  }
  return { tickets, oldest_timestamp: marker, seq: first.seq };
}
