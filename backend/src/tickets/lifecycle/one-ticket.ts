import type { Ticket, TicketId } from '@inbox/domain';
import { lockTickets, toTicket, type TicketRow } from './ticket-rows';
import type { TicketPatch } from './ticket-changes';
import { changeTickets } from './ticket-changes';
import type { Change } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';

/** The ticket, locked until the change is committed. @throws WorkError when the merchant has none of this id */
export async function lockTicket({ tx, merchantId }: Change, id: TicketId): Promise<TicketRow> {
  const [row] = await lockTickets(tx, merchantId, [id]);
  if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  return row;
}

/** Changes a ticket that is locked, and answers it as the wire shows it. */
export async function changeTicket({ tx, merchantId }: Change, id: TicketId, patch: TicketPatch): Promise<Ticket> {
  const [row] = await changeTickets(tx, merchantId, [id], patch);
  if (row === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  return toTicket(row);
}
