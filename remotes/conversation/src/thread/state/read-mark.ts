import type { IsoTime, Ticket } from '@inbox/domain';

/** What decides whether looking at a ticket marks it read. */
export interface ReadMark {
  /** The newest message while the ticket was read; null: it was not read since it was opened. */
  readAt: IsoTime | null;
  /** Somebody marked it unread after that: it stays so until it is opened anew (spec section 4, Unread). */
  held: boolean;
}

export const OPENED: ReadMark = { readAt: null, held: false };

/** Unread again although nothing new was said: that was somebody's decision. A newer message makes it unread by itself. */
export function nextReadMark(mark: ReadMark, ticket: Pick<Ticket, 'conversation_read' | 'received_at'>): ReadMark {
  if (ticket.conversation_read) return { readAt: ticket.received_at, held: false };
  return mark.readAt === ticket.received_at ? { ...mark, held: true } : mark;
}
