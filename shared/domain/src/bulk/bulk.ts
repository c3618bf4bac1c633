import type { AgentId, TicketId } from '../ids';
import type { ListFilters } from '../tickets/filters';
import { isSubscribedOnly, type Acting, type RuledTicket, type Verdict } from '../actions/rules';
import type { TicketStatus } from '../tickets/ticket';

/** Tickets that one request may change. */
export const BULK_LIMIT = 5_000;

/** Which tickets a bulk action is for: those named, or all that the filters match but some, and that may be chosen. */
export type BulkTarget = { ticket_ids: TicketId[] } | { filters: ListFilters; except: TicketId[] };

/**
 * Is this a selection in the list, to which the rule of spec section 5 applies? One named ticket is an act on that ticket,
 * as from its own header: section 6 alone decides, so that a follower may still take what nobody owns.
 */
export function isSelection({
  ticket_ids: ids = [],
  filters,
}: {
  ticket_ids?: readonly TicketId[];
  filters?: ListFilters | undefined;
}): boolean {
  // Checked for each of up to 5,000 tickets, so it may not read all of them.
  return filters !== undefined || ids.some((id) => id !== ids[0]);
}

export type SelectRefusal = 'closed' | 'subscribed';

/** May this agent choose the ticket for bulk work? Spec section 5, 'Selection'. */
export function maySelect(agent: Acting, ticket: RuledTicket): Verdict<SelectRefusal> {
  if (ticket.status === 'closed') return { allowed: false, reason: 'closed' };
  if (isSubscribedOnly(agent, ticket)) return { allowed: false, reason: 'subscribed' };
  return { allowed: true };
}

const NOBODYS: readonly TicketStatus[] = ['unassigned', 'assigned_to_bot'];

/** Does nobody own any ticket of these statuses? `unknown`: they are of every status. */
const areNobodys = (statuses: readonly TicketStatus[] | 'unknown') =>
  statuses !== 'unknown' && statuses.every((status) => NOBODYS.includes(status));

/**
 * Whom the assign menu lists for chosen tickets of these statuses, in the order given (spec section 6): both permissions
 * list all agents, other-only the other agents, self-only the agent alone and for unassigned tickets alone, so that in
 * assigned and open views assigning needs the other-agent permission. Empty: the action is hidden.
 */
export function bulkAssignTargets<A extends { id: AgentId }>(
  agent: Acting,
  statuses: readonly TicketStatus[] | 'unknown',
  agents: readonly A[],
): A[] {
  const { can_assign_ticket_to_self: self, can_assign_ticket_to_other_agent: other } = agent;
  if (other) return agents.filter(({ id }) => self || id !== agent.id);
  return self && areNobodys(statuses) ? agents.filter(({ id }) => id === agent.id) : [];
}

/** May chosen tickets of these statuses be closed together? Spec section 4: neither closed nor unassigned. */
export function mayCloseMany(statuses: readonly TicketStatus[] | 'unknown'): Verdict<'not_assigned'> {
  return areNobodys(statuses) ? { allowed: false, reason: 'not_assigned' } : { allowed: true };
}
