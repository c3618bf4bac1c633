import { agentName, type AgentId, type AssignRefusal, type TicketId } from '@inbox/domain';
import { afterAssign, mayAssign, type SeenTicket } from '@inbox/domain/conversation';
import type { ChangeAnswer, ManyTickets } from '@inbox/api/wire';
import { findAssignableAgent } from '../../agents/agent-queries';
import { changeTickets, insertLogs } from './ticket-changes';
import { ruledTicket, toTicket, type TicketRow } from './ticket-rows';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { changeMany, lockAllowed, selectRefusal, publishAll, type Part, type PartDone } from './change-many';
import { changeSinceSeen } from './late-changes';
import { WorkError } from '../../platform/errors/errors';
import { messages } from '../../platform/errors/messages';
import type { SignedIn } from '../../agents/sessions/session';

const refusals: Record<AssignRefusal, string> = {
  closed: messages.alreadyClosed,
  no_permission: messages.mayNotAssign,
  same_owner: messages.sameOwner,
};

/**
 * Gives tickets an owner, each on its own (spec sections 4 and 6); what could not be done is told ticket by ticket.
 * @param seen see `changeSinceSeen`
 */
export async function assign(
  context: WorkContext,
  who: SignedIn,
  chosen: ManyTickets,
  target: AgentId,
  seen?: SeenTicket,
): Promise<ChangeAnswer> {
  if ((await findAssignableAgent(context.db, who.merchantId, target)) === undefined) {
    throw new WorkError(404, messages.noAgent, 'no_agent');
  }
  return changeMany(context, who, chosen, (work, ids) =>
    changeSinceSeen(work, ids, { kind: 'assign', to: target }, seen, (few) =>
      assignPart(work, who, chosen, few, target),
    ),
  );
}

async function assignPart(
  work: Part,
  who: SignedIn,
  chosen: ManyTickets,
  ids: readonly TicketId[],
  target: AgentId,
): Promise<PartDone> {
  const { tx, merchantId, now, publish, ref } = work;
  // With every part anew: an agent who was disabled meanwhile gets no more, and what came before is told all the same.
  const owner = await findAssignableAgent(tx, merchantId, target);
  if (owner === undefined) {
    const failed = ids.map((ticket_id) => ({ ticket_id, message: messages.noAgent }));
    return { tickets: [], failed, doneBefore: 0 };
  }

  const { allowed, failed, doneBefore } = await lockAllowed(
    work,
    ids,
    (row) => selectRefusal(who, chosen, row) ?? refusal(who, row, target),
    ['assigned', 'transferred'],
  );
  const done = allowed.map(({ id }) => id);
  const fresh = allowed.filter(({ owner_id }) => owner_id === null).map(({ id }) => id);
  const handed = allowed.filter(({ owner_id }) => owner_id !== null).map(({ id }) => id);

  const patch = afterAssign(who.agent, target);
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
  publishAll(publish, 'tickets.ownership_transferred', tickets, items);
  if (target !== who.agent.id) publishAll(publish, 'tickets.ownership_transferred_to_me', tickets, [], target);
  return { tickets, failed, doneBefore };
}

function refusal(who: SignedIn, row: TicketRow, target: AgentId): string | null {
  const verdict = mayAssign(who.agent, ruledTicket(row), target);
  return verdict.allowed ? null : refusals[verdict.reason];
}
