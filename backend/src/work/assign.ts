import { afterAssign, agentName, isSubscribedOnly, mayAssign, type AgentId, type AssignRefusal } from '@inbox/domain';
import type { ChangeAnswer, ManyTickets } from '@inbox/api/wire';
import { findAssignableAgent } from '../store/agents';
import { changeTickets, insertLogs } from '../store/ticket-changes';
import { ruledTicket, toTicket, type TicketRow } from '../store/ticket-rows';
import type { WorkContext } from './change';
import { changeMany, lockAllowed, tellAll } from './change-many';
import { WorkError } from './errors';
import { messages } from './messages';
import type { SignedIn } from './session';

const refusals: Record<AssignRefusal, string> = {
  closed: messages.alreadyClosed,
  no_permission: messages.mayNotAssign,
  same_owner: messages.sameOwner,
};

/** Gives tickets an owner, each on its own (spec sections 4 and 6); what could not be done is told ticket by ticket. */
export async function assign(
  context: WorkContext,
  who: SignedIn,
  chosen: ManyTickets,
  target: AgentId,
): Promise<ChangeAnswer> {
  if ((await findAssignableAgent(context.db, who.merchantId, target)) === undefined) {
    throw new WorkError(404, messages.noAgent, 'no_agent');
  }
  return changeMany(context, who, chosen, async (work, ids) => {
    const { tx, merchantId, now, tell, ref } = work;
    // With every part anew: an agent who was disabled meanwhile gets no more, and what came before is told all the same.
    const owner = await findAssignableAgent(tx, merchantId, target);
    if (owner === undefined) {
      const failed = ids.map((ticket_id) => ({ ticket_id, message: messages.noAgent }));
      return { tickets: [], failed, doneBefore: 0 };
    }

    const { allowed, failed, doneBefore } = await lockAllowed(work, ids, (row) => refusal(who, row, target), [
      'assigned',
      'transferred',
    ]);
    const done = allowed.map(({ id }) => id);
    const fresh = allowed.filter(({ owner_id }) => owner_id === null).map(({ id }) => id);
    const handed = allowed.filter(({ owner_id }) => owner_id !== null).map(({ id }) => id);

    const patch = { ...afterAssign(who.agent, target), follow_up_at: null };
    // Whoever hands a ticket to another is removed from it (spec section 6).
    const leaver = target === who.agent.id ? undefined : who.agent.id;
    const tickets = (await changeTickets(tx, merchantId, done, patch, leaver)).map(toTicket);

    const [to, by] = [agentName(owner), agentName(who.agent)];
    const log = { agentId: who.agent.id, at: now, ref };
    const items = [
      ...(await insertLogs(tx, merchantId, fresh, {
        ...log,
        event: 'assigned',
        comment: messages.logAssigned(to, by),
      })),
      ...(await insertLogs(tx, merchantId, handed, {
        ...log,
        event: 'transferred',
        comment: messages.logTransferred(to, by),
      })),
    ];
    tellAll(tell, 'tickets.ownership_transferred', tickets, items);
    if (target !== who.agent.id) tellAll(tell, 'tickets.ownership_transferred_to_me', tickets, [], target);
    return { tickets, failed, doneBefore };
  });
}

function refusal(who: SignedIn, row: TicketRow, target: AgentId): string | null {
  if (isSubscribedOnly(who.agent, ruledTicket(row))) return messages.subscribed;
  const verdict = mayAssign(who.agent, ruledTicket(row), target);
  return verdict.allowed ? null : refusals[verdict.reason];
}
