import type { Ticket } from '@inbox/domain';
import { useTopic } from '@inbox/panel';

/** The ticket whose conversation is shown; null while none is, or while the address names another one already. */
export function useShownTicket(): Ticket | null {
  const open = useTopic('ticket.open');
  const ticket = useTopic('ticket.current')?.ticket ?? null;
  return open === undefined || open.id === (ticket?.id ?? null) ? ticket : null;
}
