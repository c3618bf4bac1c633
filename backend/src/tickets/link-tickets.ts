import { agentName, mayAct, type Ticket, type TicketId } from '@inbox/domain';
import { insertLink } from './link-queries';
import { insertLogs } from './ticket-changes';
import { lockTickets, ruledTicket, toTicket } from './ticket-rows';
import { change, type Change, type WorkContext } from '../db/unit-of-work';
import { WorkError } from '../lib/work-error';
import { messages } from '../lib/messages';
import type { SignedIn } from '../agents/session';

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
  const { tx, merchantId, now } = work;
  const rows = await lockTickets(tx, merchantId, [ticketId, otherId]);
  const row = rows.find(({ id }) => id === ticketId);
  const other = rows.find(({ id }) => id === otherId);
  if (row === undefined || other === undefined) throw new WorkError(404, messages.noTicket, 'no_ticket');
  if (!isMade && !mayAct(who.agent, ruledTicket(row)).allowed) throw new WorkError(403, messages.notOwner, 'not_owner');
  if (ticketId === otherId) throw new WorkError(409, messages.linkToSelf, 'same_ticket');

  const agentId = who.agent.id;
  if (await insertLink(tx, merchantId, [ticketId, otherId], { agentId, at: now })) {
    const by = agentName(who.agent);
    const log = { event: 'linked', agentId, at: now } as const;
    const items = [
      ...(await insertLogs(tx, merchantId, [ticketId], { ...log, comment: messages.logLinked(by, otherId) })),
      ...(await insertLogs(tx, merchantId, [otherId], { ...log, comment: messages.logLinked(by, ticketId) })),
    ];
    work.publish('tickets.ticket_content_v2', { items });
  }
  return toTicket(other);
}
