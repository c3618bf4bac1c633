import { agentName, mayAct, type Ticket, type TicketId } from '@inbox/domain';
import { deleteLink, insertLink, listLinkedTickets } from './link-queries';
import { insertLogs } from '../lifecycle/ticket-changes';
import { lockTickets, ruledTicket, toTicket, type TicketRow } from '../lifecycle/ticket-rows';
import { change, type Change, type WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import type { SignedIn } from '../../agents/sessions/session';

/** Links two tickets, and answers the one that was linked. Linked already: nothing changes. */
export async function linkTickets(
  context: WorkContext,
  who: SignedIn,
  pair: { ticketId: TicketId; otherId: TicketId },
): Promise<Ticket> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, (work) => linkWithin(work, who, pair));
}

/** The same as a part of a larger piece of work; the first ticket may be one that this work has made. */
export async function linkWithin(
  work: Change,
  who: SignedIn,
  { ticketId, otherId, isMade = false }: { ticketId: TicketId; otherId: TicketId; isMade?: boolean },
): Promise<Ticket> {
  const other = await lockPair(work, who, { ticketId, otherId, isMade });
  if (ticketId === otherId) throw new WorkError(409, messages.linkToSelf, 'same_ticket');

  const { tx, merchantId, now } = work;
  if (await insertLink(tx, merchantId, [ticketId, otherId], { agentId: who.agent.id, at: now })) {
    await tellBoth(work, who, { ticketId, otherId, event: 'linked' });
  }
  return toTicket(other);
}

/** Takes a link away, and answers the ticket that it led to. Not linked any more: nothing changes. */
export async function unlinkTickets(
  context: WorkContext,
  who: SignedIn,
  pair: { ticketId: TicketId; otherId: TicketId },
): Promise<Ticket> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const other = await lockPair(work, who, pair);
    if (await deleteLink(work.tx, work.merchantId, [pair.ticketId, pair.otherId])) {
      await tellBoth(work, who, { ...pair, event: 'unlinked' });
    }
    return toTicket(other);
  });
}

/** Takes away all links of a ticket, as a part of a larger piece of work. */
export async function unlinkAllWithin(work: Change, who: SignedIn, ticketId: TicketId): Promise<void> {
  const { tx, merchantId } = work;
  for (const { id: otherId } of await listLinkedTickets(tx, merchantId, ticketId)) {
    if (await deleteLink(tx, merchantId, [ticketId, otherId])) {
      await tellBoth(work, who, { ticketId, otherId, event: 'unlinked' });
    }
  }
}

/** Both tickets, locked; answers the other one. Only the owner of the first, or a store admin, may act (spec section 6). */
async function lockPair(
  { tx, merchantId }: Change,
  who: SignedIn,
  { ticketId, otherId, isMade = false }: { ticketId: TicketId; otherId: TicketId; isMade?: boolean },
): Promise<TicketRow> {
  const rows = await lockTickets(tx, merchantId, [ticketId, otherId]);
  const row = rows.find(({ id }) => id === ticketId);
  const other = rows.find(({ id }) => id === otherId);
  if (row === undefined || other === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  if (!isMade && !mayAct(who.agent, ruledTicket(row)).allowed) throw new WorkError(403, messages.notOwner, 'not_owner');
  return other;
}

/** A line in each thread, by which open pages know that the links are others now. */
async function tellBoth(
  work: Change,
  who: SignedIn,
  { ticketId, otherId, event }: { ticketId: TicketId; otherId: TicketId; event: 'linked' | 'unlinked' },
): Promise<void> {
  const { tx, merchantId, now } = work;
  const by = agentName(who.agent);
  const log = { event, agentId: who.agent.id, at: now } as const;
  const words = event === 'linked' ? messages.logLinked : messages.logUnlinked;
  const items = [
    ...(await insertLogs(tx, merchantId, [ticketId], { ...log, comment: words(by, otherId) })),
    ...(await insertLogs(tx, merchantId, [otherId], { ...log, comment: words(by, ticketId) })),
  ];
  work.publish('tickets.ticket_content_v2', { items });
}
