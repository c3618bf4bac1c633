import { agentName, type AgentId, type TicketId, type MerchantId } from '@inbox/domain';
import { maySubscribe } from '@inbox/domain/conversation';
import { findAssignableAgent } from '../agents/agent-queries';
import { insertLogs } from './lifecycle/ticket-changes';
import { ruledTicket, toTicket, type TicketRow } from './lifecycle/ticket-rows';
import { change, type WorkContext } from '../platform/db/unit-of-work';
import { WorkError } from '../platform/errors/errors';
import { messages } from '../platform/errors/messages';
import { lockTicket } from './lifecycle/one-ticket';
import type { SignedIn } from '../agents/sessions/session';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';

/** Adds an agent to those who follow the ticket, or removes one. What is so already changes nothing. */
export async function setSubscriber(
  context: WorkContext,
  who: SignedIn,
  { ticketId, agentId, subscribed }: { ticketId: TicketId; agentId: AgentId; subscribed: boolean },
): Promise<void> {
  await change(context, { merchantId: who.merchantId, by: who.agent.id }, async (work) => {
    const { tx, merchantId } = work;
    const row = await lockTicket(work, ticketId);
    if (!maySubscribe(who.agent, ruledTicket(row), agentId).allowed) {
      throw new WorkError(403, messages.notOwner, 'not_owner');
    }
    if (row.subscribers.includes(agentId) === subscribed) return;
    const agent = await findAssignableAgent(tx, merchantId, agentId);
    // Who has left the store can still be removed.
    if (agent === undefined && subscribed) throw new WorkError(404, messages.noSubscriber, 'no_agent');
    const ticket = toTicket(await changeSubscriber(tx, merchantId, ticketId, { agentId, subscribed }));

    const comment = messages.logSubscriber(agentName(who.agent), agent && agentName(agent), subscribed);
    const log = { event: 'subscribers', comment, agentId: who.agent.id, at: work.now } as const;
    const items = await insertLogs(tx, merchantId, [ticketId], log);
    const facts = { tickets: [ticket], items };
    if (subscribed) work.publish('tickets.subscriber_added', { ...facts, new_subscriber: agentId });
    else work.publish('tickets.subscriber_removed', facts);
  });
}

/** Has this agent told of the ticket, or no longer; one revision on. */
async function changeSubscriber(
  db: Queryable,
  merchantId: MerchantId,
  id: TicketId,
  { agentId, subscribed }: { agentId: AgentId; subscribed: boolean },
): Promise<TicketRow> {
  const others = sql<AgentId[]>`array_remove(subscribers, ${agentId}::bigint)`;
  return db
    .updateTable('tickets')
    .set({
      subscribers: subscribed ? sql<AgentId[]>`array_append(${others}, ${agentId}::bigint)` : others,
      rev: sql<number>`rev + 1`,
    })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
