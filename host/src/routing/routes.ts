import { ticketIdSchema, type TicketId } from '@inbox/domain';
import type { NavigationIntent } from '@inbox/panel/contract';
import { encodeFilters, filterQuery } from './filter-address';

/** The routes of spec section 2, as paths. */
export const TICKETS_PATH = '/inbox/tickets';
/** Where the inbox was before; its ticket links end in the ticket's number as well. */
export const OLD_HOME_PATH = '/old-home';
export const ticketPath = (id: number): string => `${TICKETS_PATH}/${id}`;

/** The ticket that a path segment names; null when it names none. */
export function ticketOfSegment(segment: string | undefined): TicketId | null {
  if (segment === undefined || !/^[1-9]\d{0,14}$/.test(segment)) return null;
  const parsed = ticketIdSchema.safeParse(Number(segment));
  return parsed.success ? parsed.data : null;
}

/** Where an intent leads: a page of the inbox, or one of the main site. */
export type Destination = { kind: 'inbox'; path: string } | { kind: 'main-site'; path: string };

/** `search` is the query of the address now: the filters that it names stay, from ticket to ticket. */
export function destinationOf(intent: NavigationIntent, search: string): Destination {
  switch (intent.to) {
    case 'tickets': {
      const query = intent.filters ? `?${encodeFilters(intent.filters)}` : filterQuery(search);
      return { kind: 'inbox', path: TICKETS_PATH + query };
    }
    case 'ticket':
      return { kind: 'inbox', path: ticketPath(intent.id) + filterQuery(search) };
    case 'inbox-settings':
      return { kind: 'main-site', path: '/settings/inbox' };
    case 'whatsapp-templates':
      return { kind: 'main-site', path: '/settings/whatsapp-templates' };
  }
}
