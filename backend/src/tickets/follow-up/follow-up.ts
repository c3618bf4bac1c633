import { agentName, type FollowUpRefusal, type Ticket, type TicketId } from '@inbox/domain';
import { afterFollowUp, mayFollowUp, NO_FOLLOW_UP } from '@inbox/domain/conversation';
import { insertLogs } from '../lifecycle/ticket-changes';
import { ruledTicket, toTicket } from '../lifecycle/ticket-rows';
import { change, type WorkContext } from '../../platform/db/unit-of-work';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import { changeTicket, lockTicket } from '../lifecycle/one-ticket';
import type { SignedIn } from '../../agents/sessions/session';

const refusals: Record<FollowUpRefusal, { status: 403 | 409; message: string }> = {
  not_open: { status: 409, message: messages.followUpNotOpen },
  not_owner: { status: 403, message: messages.notOwner },
};

/** Lays a ticket aside for so many hours (1 to 23), or ends that (0). See `reopenDue` for when the time is up. */
export async function setFollowUp(
  context: WorkContext,
  who: SignedIn,
  { ticketId, hours }: { ticketId: TicketId; hours: number },
): Promise<Ticket> {
  return change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const row = await lockTicket(work, ticketId);
    const verdict = mayFollowUp(who.agent, ruledTicket(row));
    if (!verdict.allowed) {
      const { status, message } = refusals[verdict.reason];
      throw new WorkError(status, message, verdict.reason);
    }
    if (hours === NO_FOLLOW_UP && row.status === 'open') return toTicket(row);
    const { status, follow_up_at } = afterFollowUp(hours, work.now.getTime());
    const patch = { status, follow_up_at: follow_up_at === null ? null : new Date(follow_up_at) };
    const ticket = await changeTicket(work, ticketId, patch);
    const comment = messages.logFollowUp(agentName(who.agent), hours);
    const log = { event: 'follow_up', comment, agentId: who.agent.id, at: work.now } as const;
    const items = await insertLogs(work.tx, work.merchantId, [ticketId], log);
    work.publish('tickets.status_updated', { tickets: [ticket], items });
    return ticket;
  });
}
