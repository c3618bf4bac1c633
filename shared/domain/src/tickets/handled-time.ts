import type { TicketStatus } from './ticket';

/** Seconds that one stretch of handling may have: nobody looks at one ticket for longer than a day. */
export const MAX_STRETCH_SECONDS = 86_400;

/** The handling timer runs only while the ticket is open or assigned (spec section 4). */
export const isTimed = (status: TicketStatus): boolean => status === 'open' || status === 'assigned';

/**
 * How many of the reported seconds count. Whoever reports more than has passed by the server's clock since the ticket
 * began has counted something twice, or has a clock that is wrong.
 * @param known what the agent has of this ticket already, in seconds, and the times, in milliseconds
 */
export function countedSeconds(reported: number, known: { total: number; began: number; now: number }): number {
  const passed = Math.max(0, Math.ceil((known.now - known.began) / 1000));
  return Math.max(0, Math.min(reported, passed - known.total));
}
