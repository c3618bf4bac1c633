import type { TicketId } from './ids';
import { idFromText } from './schema/primitives';

/** What an agent means who names a ticket to link with (spec section 8, Linking). */
export type TypedTicket = { kind: 'none' } | { kind: 'wrong' } | { kind: 'ticket'; id: TicketId };

const ticketNumber = idFromText<TicketId>();

/** The ticket of a typed number, with or without the '#' before it. */
export function typedTicket(text: string): TypedTicket {
  const given = text.trim().replace(/^#/, '');
  if (given === '') return { kind: 'none' };
  const read = ticketNumber.safeParse(given);
  return read.success ? { kind: 'ticket', id: read.data } : { kind: 'wrong' };
}
