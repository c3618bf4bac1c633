import type { TicketStatus } from './ticket';

/** Seconds that one stretch of handling may have: nobody looks at one ticket for longer than a day. */
export const MAX_STRETCH_SECONDS = 86_400;

/** The handling timer runs only while the ticket is open or assigned (spec section 4). */
export const isTimed = (status: TicketStatus): boolean => status === 'open' || status === 'assigned';

/**
 * How many of the reported seconds count. Whoever reports more than has passed by the server's clock since the counting
 * began has counted something twice, or has a clock that is wrong.
 * @param began when the counting of this ticket could begin at the earliest, in milliseconds, like `now`
 */
export function countedSeconds(reported: number, known: { total: number; began: number; now: number }): number {
  const passed = Math.max(0, Math.ceil((known.now - known.began) / 1000));
  return Math.max(0, Math.min(reported, passed - known.total));
}
