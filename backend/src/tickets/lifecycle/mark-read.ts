import type { Ticket, TicketId } from '@inbox/domain';
import { changeTickets } from './ticket-changes';
import { lockTickets, toTicket } from './ticket-rows';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import type { SignedIn } from '../../agents/sessions/session';

/** Any agent of the merchant may read a ticket, and mark it (spec section 4, Unread). Nothing changes, nothing is told. */
export async function markRead(
  context: WorkContext,
  who: SignedIn,
  ticketId: TicketId,
  read: boolean,
): Promise<Ticket> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async ({ tx, merchantId, publish }) => {
    const [row] = await lockTickets(tx, merchantId, [ticketId]);
    if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
    if (row.conversation_read === read) return toTicket(row);
    const patch = { conversation_read: read, unread_count: read ? 0 : Math.max(1, row.unread_count) };
    const tickets = (await changeTickets(tx, merchantId, [ticketId], patch)).map(toTicket);
    publish('tickets.tickets', { tickets });
    const [ticket] = tickets;
    if (ticket === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
    return ticket;
  });
}
