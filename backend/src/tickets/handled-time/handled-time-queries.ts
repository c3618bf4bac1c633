import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import type { Queryable } from '../../platform/db/connection';
import type { TicketRef } from '../presence/presence-queries';

/** Remembers a stretch of handling. @returns false when it was reported before */
export async function addStretch(
  db: Queryable,
  stretch: { merchantId: MerchantId; agentId: AgentId; stretchId: string },
  now: Date,
): Promise<boolean> {
  const { merchantId: merchant_id, agentId: agent_id, stretchId: stretch_id } = stretch;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('handled_stretches')
    .values({ merchant_id, agent_id, stretch_id, created_at: now })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'agent_id', 'stretch_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Seconds for which an agent has handled a ticket, locked until the commit. */
export async function lockHandledTime(db: Queryable, of: TicketRef & { agentId: AgentId }): Promise<number> {
  const key = { merchant_id: of.merchantId, ticket_id: of.ticketId, agent_id: of.agentId };
  await db
    .insertInto('handled_times')
    .values({ ...key, total_seconds: 0 })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'ticket_id', 'agent_id']).doNothing())
    .execute();
  const { total_seconds } = await db
    .selectFrom('handled_times')
    .select('total_seconds')
    .where('merchant_id', '=', of.merchantId)
    .where('ticket_id', '=', of.ticketId)
    .where('agent_id', '=', of.agentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return total_seconds;
}

export async function setHandledTime(
  db: Queryable,
  of: TicketRef & { agentId: AgentId },
  totalSeconds: number,
): Promise<void> {
  await db
    .updateTable('handled_times')
    .set({ total_seconds: totalSeconds })
    .where('merchant_id', '=', of.merchantId)
    .where('ticket_id', '=', of.ticketId)
    .where('agent_id', '=', of.agentId)
    .execute();
}

/** Seconds for which agents have handled the ticket, all of them together. */
export async function readHandledTime(db: Queryable, merchantId: MerchantId, ticketId: TicketId): Promise<number> {
  const rows = await db
    .selectFrom('handled_times')
    .select('total_seconds')
    .where('merchant_id', '=', merchantId)
    .where('ticket_id', '=', ticketId)
    .execute();
  return rows.reduce((sum, { total_seconds }) => sum + total_seconds, 0);
}

/** Forgets which stretches were reported so long ago that no browser reports them again. */
export async function pruneStretches(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('handled_stretches').where('created_at', '<', before).execute();
}
