import { idFromText, type TicketId } from '@inbox/domain';

const PREFIX = 'ticket-list.open:';

/** Names the button of a toast that opens this ticket. */
export const openTicketAction = (id: TicketId): string => PREFIX + id;

/** The ticket that the button of a toast opens; null when it does something else. */
export function ticketToOpen(action: string): TicketId | null {
  if (!action.startsWith(PREFIX)) return null;
  return idFromText<TicketId>().safeParse(action.slice(PREFIX.length)).data ?? null;
}
