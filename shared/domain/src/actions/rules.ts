import type { AgentPermissions } from '../agent';
import type { AgentId, IsoTime } from '../ids';
import { sessionState } from '../channels/session';
import type { ConversationSource, TicketStatus } from '../tickets/ticket';

/** What a rule must know of the agent who acts. */
export interface Acting extends AgentPermissions {
  id: AgentId;
  is_store_admin: boolean;
}

/** What a rule must know of the ticket. */
export interface RuledTicket {
  status: TicketStatus;
  owner_id: AgentId | null;
  conversation_source: ConversationSource;
  session_expiry_at: IsoTime | null;
  subscribers: readonly AgentId[];
}

/** A rule's answer: yes, or the reason why not. */
export type Verdict<Reason extends string> = { allowed: true } | { allowed: false; reason: Reason };

const yes = { allowed: true } as const;
const no = <Reason extends string>(reason: Reason) => ({ allowed: false, reason }) as const;

/** Is it still to be assigned? From a bot an agent takes a ticket as from nobody; one that has an owner is transferred (spec section 4). */
export const isUnowned = (ticket: Pick<RuledTicket, 'status'>): boolean =>
  ticket.status === 'unassigned' || ticket.status === 'assigned_to_bot';
const isOwner = (agent: Acting, ticket: RuledTicket) => ticket.owner_id !== null && ticket.owner_id === agent.id;

export type ReplyRefusal = 'closed' | 'session_expired' | 'phone' | 'newer_channel' | 'may_not_take' | 'not_owner';

/** May this agent reply at `now` (milliseconds)? Spec section 4, 'Reply enabled when'. */
export function mayReply(agent: Acting, ticket: RuledTicket, now: number): Verdict<ReplyRefusal> {
  if (ticket.status === 'closed') return no('closed');
  if (ticket.conversation_source === 'phone') return no('phone');
  if (ticket.conversation_source === 'other') return no('newer_channel');
  if (sessionState(ticket, now).kind === 'expired') return no('session_expired');
  const mayTake = isUnowned(ticket) && agent.can_assign_ticket_to_self;
  if (isOwner(agent, ticket) || mayTake || agent.can_assign_ticket_to_other_agent) return yes;
  return no(isUnowned(ticket) ? 'may_not_take' : 'not_owner');
}

/** A successful send opens the ticket, and takes an unowned one for its sender (spec section 4). */
export function afterReply(agent: Acting, ticket: RuledTicket): { status: 'open'; owner_id: AgentId } {
  return { status: 'open', owner_id: isUnowned(ticket) || ticket.owner_id === null ? agent.id : ticket.owner_id };
}

/** Only the owner or a store admin may act on a ticket (spec section 6). */
export function mayAct(agent: Acting, ticket: RuledTicket): Verdict<'not_owner'> {
  return isOwner(agent, ticket) || agent.is_store_admin ? yes : no('not_owner');
}

/** A ticket that the agent follows without owning it: transferring and closing it is for others (spec section 5). */
export function isSubscribedOnly(agent: Acting, ticket: RuledTicket): boolean {
  return ticket.subscribers.includes(agent.id) && !isOwner(agent, ticket) && !agent.is_store_admin;
}

export type CloseRefusal = 'already_closed' | 'not_assigned' | 'not_owner';

/** Spec section 4: neither closed nor unassigned; section 6: the owner or a store admin. A bot's ticket is nobody's yet. */
export function mayClose(agent: Acting, ticket: RuledTicket): Verdict<CloseRefusal> {
  if (ticket.status === 'closed') return no('already_closed');
  if (isUnowned(ticket)) return no('not_assigned');
  return mayAct(agent, ticket).allowed ? yes : no('not_owner');
}

export type AssignRefusal = 'closed' | 'no_permission' | 'same_owner';

/**
 * May this agent make `target` the owner? Spec sections 4 and 6: assign applies from unassigned, transfer when assigned or
 * open (a follow-up is an open ticket that waits, so it can be handed over as well); self-only takes unassigned tickets
 * for oneself, other-only hands tickets to others, both does both, neither nothing.
 */
export function mayAssign(agent: Acting, ticket: RuledTicket, target: AgentId): Verdict<AssignRefusal> {
  if (ticket.status === 'closed') return no('closed');
  if (ticket.owner_id === target && !isUnowned(ticket)) return no('same_owner');
  const toSelf = target === agent.id;
  if (!agent.can_assign_ticket_to_self && !agent.can_assign_ticket_to_other_agent) return no('no_permission');
  if (agent.can_assign_ticket_to_self && agent.can_assign_ticket_to_other_agent) return yes;
  if (toSelf) return agent.can_assign_ticket_to_self && isUnowned(ticket) ? yes : no('no_permission');
  return agent.can_assign_ticket_to_other_agent ? yes : no('no_permission');
}

/** Taking a ticket for oneself opens it, handing it to another leaves it assigned (spec section 4); a follow-up ends. */
export function afterAssign(
  agent: Acting,
  target: AgentId,
): { status: 'open' | 'assigned'; owner_id: AgentId; follow_up_at: null } {
  return { status: target === agent.id ? 'open' : 'assigned', owner_id: target, follow_up_at: null };
}

/** A closed ticket is followed up by nobody. */
export const afterClose = { status: 'closed', follow_up_at: null } as const;

/** Whom the assign menu lists, in the order given (spec section 6). Empty: the action is hidden. */
export function assignTargets<A extends { id: AgentId }>(
  agent: Acting,
  ticket: RuledTicket,
  agents: readonly A[],
): A[] {
  return agents.filter((candidate) => mayAssign(agent, ticket, candidate.id).allowed);
}

/** Statuses that an agent may set by hand through set-status (spec section 7); the others come about by what happens. */
export const SETTABLE_STATUSES = ['open', 'closed'] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

export type ReopenRefusal = 'not_closed' | 'not_owner';

/**
 * Opening again what was closed: by its owner, a store admin, or whoever could have been given it: an agent who may assign
 * to others, and for a ticket without an owner one who may take tickets (sections 4 and 6). A ticket that waits otherwise
 * is opened by its owner or a store admin.
 */
export function mayReopen(agent: Acting, ticket: RuledTicket): Verdict<ReopenRefusal> {
  if (ticket.status === 'open') return no('not_closed');
  if (mayAct(agent, ticket).allowed) return yes;
  const mayBeGiven =
    agent.can_assign_ticket_to_other_agent || (ticket.owner_id === null && agent.can_assign_ticket_to_self);
  return ticket.status === 'closed' && mayBeGiven ? yes : no('not_owner');
}

/** What a ticket was before it was closed. */
export interface BeforeClose {
  status: TicketStatus;
  follow_up_at: IsoTime | null;
}

/**
 * Where a reopened ticket stands: open, and owned by who opened it when nobody owned it. A close that is taken back leaves
 * it as it was before.
 */
export function afterReopen(
  agent: Acting,
  ticket: Pick<RuledTicket, 'owner_id'>,
  before: BeforeClose | null = null,
): BeforeClose & { owner_id: AgentId } {
  return { status: 'open', follow_up_at: null, ...before, owner_id: ticket.owner_id ?? agent.id };
}

/** A customer writes: which status does the ticket have after it? Null: it was closed, a new ticket begins. */
export function afterCustomerMessage(ticket: RuledTicket): TicketStatus | null {
  if (ticket.status === 'closed') return null;
  return ticket.status === 'follow_up' ? 'open' : ticket.status;
}
