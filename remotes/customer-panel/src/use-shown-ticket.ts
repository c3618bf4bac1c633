import type { Ticket } from '@inbox/domain';
import { useTopic } from '@inbox/panel';

export type ShownTicket = { state: 'none' } | { state: 'arriving' } | { state: 'here'; ticket: Ticket };

/**
 * Whose customer to show. While the address names one ticket and the conversation panel still holds another, none is
 * shown: the customer beside a conversation is always that conversation's.
 */
export function useShownTicket(): ShownTicket {
  const open = useTopic('ticket.open');
  const ticket = useTopic('ticket.current')?.ticket ?? null;
  // An embedding page may have no address that names a ticket; then the conversation panel alone says which it is.
  const openId = open === undefined ? ticket?.id : open.id;
  if (openId === undefined || openId === null) return { state: 'none' };
  if (ticket?.id !== openId) return { state: 'arriving' };
  return { state: 'here', ticket };
}
