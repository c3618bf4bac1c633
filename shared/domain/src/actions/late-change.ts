import type { AgentId } from '../ids';
import type { Ticket } from '../tickets/ticket';

/** What its agent had seen of a ticket when they asked for a change of it. */
export type SeenTicket = Pick<Ticket, 'owner_id' | 'received_at'>;

/** A change whose agent said what they had seen. */
export type LateChange = { kind: 'assign'; to: AgentId } | { kind: 'close'; send_csat: boolean } | { kind: 'reopen' };

/** `done`: the ticket is as it was asked for. `met`: its agent decides, by how the ticket is now. */
export type LateVerdict = 'do' | 'done' | 'met';

/**
 * What becomes of a change that comes later than it was asked for, as one that has waited for a connection. What has come
 * about already is done, so that asking again does nothing a second time; what would undo a colleague's work, or leave a
 * message unread, is left to the agent.
 */
export function judgeLate(
  change: LateChange,
  ticket: SeenTicket & Pick<Ticket, 'status' | 'is_csat_sent'>,
  seen: SeenTicket,
): LateVerdict {
  switch (change.kind) {
    case 'assign':
      if (ticket.owner_id === change.to) return 'done';
      return ticket.owner_id === seen.owner_id ? 'do' : 'met';
    case 'close':
      if (ticket.status === 'closed' && (!change.send_csat || ticket.is_csat_sent)) return 'done';
      return Date.parse(ticket.received_at) > Date.parse(seen.received_at) ? 'met' : 'do';
    case 'reopen':
      return ticket.status === 'closed' ? 'do' : 'done';
  }
}
