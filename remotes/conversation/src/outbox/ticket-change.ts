import {
  agentIdSchema,
  ticketIdSchema,
  ticketSchema,
  type Acting,
  type AgentId,
  type Schema,
  type SeenTicket,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import { afterAssign, afterClose, afterReopen } from '@inbox/domain/conversation';
import * as z from 'zod/mini';

/** What an agent does with a ticket, and what can wait for the connection. */
export type TicketChange =
  /** `name`: of the agent, to tell of it by. */
  | { kind: 'assign'; to: AgentId; name: string }
  /** `ref`: made once, so that asking again closes once and sends one survey. */
  | { kind: 'close'; send_csat: boolean; ref: string }
  | { kind: 'reopen' }
  | { kind: 'add-tag' | 'remove-tag'; tag: string };

/** A change that the server has not confirmed, and its place in the order in which this browser's tabs asked for them. */
export interface WaitingChange {
  id: string;
  place: number;
  ticket_id: TicketId;
  change: TicketChange;
  seen: SeenTicket;
  /** Why it has not left; null before the first attempt. `replies`: those of its ticket leave before it. */
  waiting: 'offline' | 'server' | 'replies' | null;
  /** Of a server that does not answer: it was asked too often. */
  busy?: boolean | undefined;
  /** In the words of the server, which does not do it. */
  refused: string | null;
  /** The ticket as it is meanwhile, when what has happened calls for a decision of the agent. */
  met: Ticket | null;
}

/** Whether a reply may leave hangs on who has the ticket and on its status, and not on its tags. */
export const holdsReplies = ({ kind }: TicketChange): boolean => kind !== 'add-tag' && kind !== 'remove-tag';

/**
 * The ticket as it is once what waits is done, up to a change that its agent has to decide about. Tags are left out: each
 * shows by itself that it waits.
 */
export function withPendingChanges(ticket: Ticket, agent: Acting, waiting: readonly WaitingChange[]): Ticket {
  const own = waiting.filter(({ ticket_id }) => ticket_id === ticket.id);
  const stop = own.findIndex(({ refused, met }) => refused !== null || met !== null);
  return own
    .slice(0, stop === -1 ? own.length : stop)
    .reduce((before, { change }) => after(agent, before, change), ticket);
}

function after(agent: Acting, ticket: Ticket, change: TicketChange): Ticket {
  switch (change.kind) {
    case 'assign':
      return { ...ticket, ...afterAssign(agent, change.to) };
    case 'close':
      return { ...ticket, ...afterClose };
    case 'reopen':
      return { ...ticket, ...afterReopen(agent, ticket) };
    default:
      return ticket;
  }
}

const changeSchema: Schema<TicketChange> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('assign'), to: agentIdSchema, name: z.string() }),
  z.object({ kind: z.literal('close'), send_csat: z.boolean(), ref: z.string() }),
  z.object({ kind: z.literal('reopen') }),
  z.object({ kind: z.enum(['add-tag', 'remove-tag']), tag: z.string() }),
]);

export const waitingChangeSchema: Schema<WaitingChange> = z.object({
  id: z.string(),
  place: z.int(),
  ticket_id: ticketIdSchema,
  change: changeSchema,
  seen: z.object({ owner_id: z.nullable(agentIdSchema), received_at: z.string() }),
  waiting: z.nullable(z.enum(['offline', 'server', 'replies'])),
  busy: z.optional(z.boolean()),
  refused: z.nullable(z.string()),
  met: z.nullable(ticketSchema),
});
