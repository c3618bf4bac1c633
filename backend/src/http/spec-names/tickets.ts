import type { ExpirationInfo, TicketNames } from '@inbox/api/wire';
import { sessionState, WHATSAPP_SESSION_MS, type MerchantId, type Ticket, type TicketId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import { ticketsWithin } from '../../embed/reach';
import { loadTicketRelations } from './ticket-around';
import type { SignedIn } from '../../agents/sessions/session';

/** What naming needs to know beside the tickets. */
export interface NamingContext {
  db: Queryable;
  who: SignedIn;
  now: Date;
  /** The ticket that the call named, where it is for one conversation. */
  requested?: TicketId;
}

/** Tickets with what spec section 3 calls their parts, and what is stored beside them. */
export async function nameTickets(
  context: NamingContext,
  tickets: readonly Ticket[],
): Promise<(Ticket & TicketNames)[]> {
  const merchantId: MerchantId = context.who.merchantId;
  const around = await loadTicketRelations(context.db, merchantId, tickets);
  const shown = await linksWithin(context, [...around.links.values()].flat());
  return tickets.map((ticket) => ({
    ...ticket,
    agent_id: ticket.owner_id,
    ticket_status: ticket.status,
    is_subscriber: ticket.subscribers.includes(context.who.agent.id),
    expiration_info: expirationOf(ticket, context.now),
    linked_ticket_ids: (around.links.get(ticket.id) ?? []).filter(shown),
    requested_ticket: ticket.id === context.requested,
    notes: (around.notes.get(ticket.id) ?? []).map(({ notes, agent_name, created_at, media }) => ({
      notes,
      agent_name,
      created_at,
      media,
    })),
    new_message: !ticket.conversation_read,
    post_id: around.posts.get(ticket.conversation_id) ?? null,
    tickets: [{ id: ticket.id, tags: ticket.tags, requested_ticket: ticket.id === context.requested, content: [] }],
  }));
}

/** A narrow token is not told which tickets beyond its reach are linked. */
async function linksWithin({ db, who }: NamingContext, ids: readonly TicketId[]): Promise<(id: TicketId) => boolean> {
  const reach = who.narrowed?.scope.reach ?? null;
  if (reach === null) return () => true;
  const within = await ticketsWithin({ db, merchantId: who.merchantId, reach }, ids);
  return (id) => within.has(id);
}

/** One ticket of an answer. */
export async function nameTicket(context: NamingContext, ticket: Ticket): Promise<Ticket & TicketNames> {
  const [named] = await nameTickets(context, [ticket]);
  if (named === undefined) throw new Error('A ticket without its names.');
  return named;
}

function expirationOf(ticket: Ticket, now: Date): ExpirationInfo | null {
  const state = sessionState(ticket, now.getTime());
  if (state.kind === 'none' || ticket.session_expiry_at === null) return null;
  const expires_at = new Date(Date.parse(ticket.session_expiry_at) + WHATSAPP_SESSION_MS).toISOString();
  if (state.kind === 'expired') return { expires_at, is_expired: true, remaining_seconds: 0 };
  return { expires_at, is_expired: false, remaining_seconds: Math.floor(state.remainingMs / 1000) };
}
