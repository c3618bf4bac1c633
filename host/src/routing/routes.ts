import { ticketIdSchema, type TicketId } from '@inbox/domain';
import type { NavigationIntent } from '@inbox/panel/contract';

/** The routes of spec section 2, as paths. */
export const TICKETS_PATH = '/inbox/tickets';
export const ticketPath = (id: number): string => `${TICKETS_PATH}/${id}`;

/** The ticket that a path segment names; null when it names none. */
export function ticketOfSegment(segment: string | undefined): TicketId | null {
  if (segment === undefined || !/^[1-9]\d{0,14}$/.test(segment)) return null;
  const parsed = ticketIdSchema.safeParse(Number(segment));
  return parsed.success ? parsed.data : null;
}

/** Where an intent leads: a page of the inbox, or one of the main site. */
export type Destination = { kind: 'inbox'; path: string } | { kind: 'main-site'; path: string };

export function destinationOf(intent: NavigationIntent): Destination {
  switch (intent.to) {
    case 'tickets':
      return { kind: 'inbox', path: TICKETS_PATH };
    case 'ticket':
      return { kind: 'inbox', path: ticketPath(intent.id) };
    case 'inbox-settings':
      return { kind: 'main-site', path: '/settings/inbox' };
    case 'whatsapp-templates':
      return { kind: 'main-site', path: '/settings/whatsapp-templates' };
  }
}
