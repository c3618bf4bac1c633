import { agentName, mayAct, type Priority, type TicketId } from '@inbox/domain';
import { insertLogs } from './ticket-changes';
import { ruledTicket } from './ticket-rows';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import { changeTicket, lockTicket } from './one-ticket';
import type { SignedIn } from '../../agents/sessions/session';

/** Only the owner or a store admin changes a priority (spec section 6). What is so already changes nothing. */
export async function setPriority(
  context: WorkContext,
  who: SignedIn,
  { ticketId, priority }: { ticketId: TicketId; priority: Priority },
): Promise<void> {
  await change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const row = await lockTicket(work, ticketId);
    if (!mayAct(who.agent, ruledTicket(row)).allowed) throw new WorkError(403, messages.notOwner, 'not_owner');
    if (row.priority === priority) return;
    const ticket = await changeTicket(work, ticketId, { priority });
    const comment = messages.logPriority(agentName(who.agent), priority);
    const log = { event: 'priority', comment, agentId: who.agent.id, at: work.now } as const;
    const items = await insertLogs(work.tx, work.merchantId, [ticketId], log);
    work.publish('tickets.priority_updated', { tickets: [ticket], items });
  });
}
