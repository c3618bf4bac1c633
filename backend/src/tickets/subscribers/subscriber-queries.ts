import type { AgentId, MerchantId, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import type { TicketRow } from '../lifecycle/ticket-rows';

/** Has this agent told of the ticket, or no longer; one revision on. */
export async function changeSubscriber(
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
