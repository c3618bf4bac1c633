import type { AgentId, ContentItem, LogEntry, MerchantId, TicketId } from '@inbox/domain';
import { sql, type UpdateObject } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { toContentItems } from '../../conversations/thread/content-rows';
import type { InboxSchema } from '../../platform/db/schema';
import type { TicketRow } from './ticket-rows';

export type TicketPatch = Omit<UpdateObject<InboxSchema, 'tickets'>, 'id' | 'merchant_id' | 'rev' | 'subscribers'>;

/** Changes all these tickets alike, each one revision on. Answers them as they are now, by id. */
export async function changeTickets(
  db: Queryable,
  merchantId: MerchantId,
  ids: readonly TicketId[],
  patch: TicketPatch,
  /** Who stops being told of them. */
  withoutSubscriber?: AgentId,
): Promise<TicketRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('tickets')
    .set({
      ...patch,
      rev: sql<number>`rev + 1`,
      ...(withoutSubscriber !== undefined && {
        subscribers: sql<AgentId[]>`array_remove(subscribers, ${withoutSubscriber}::bigint)`,
      }),
    })
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .returningAll()
    .execute();
  return rows.sort((a, b) => a.id - b.id);
}

/** Writes the same log entry into the threads of all these tickets. */
export async function insertLogs(
  db: Queryable,
  merchantId: MerchantId,
  ticketIds: readonly TicketId[],
  log: {
    event: LogEntry['event'];
    comment: string;
    agentId: AgentId | null;
    at: Date;
    /** Of the request that did it, so that the same request made again knows its own work. */
    ref?: string | undefined;
  },
): Promise<ContentItem[]> {
  if (ticketIds.length === 0) return [];
  const rows = await db
    .insertInto('contents')
    .columns([
      'merchant_id',
      'conversation_id',
      'ticket_id',
      'account_id',
      'content_type',
      'agent_id',
      'message',
      'details',
      'created_at',
    ])
    .expression((eb) =>
      eb
        .selectFrom('tickets')
        .select([
          'merchant_id',
          'conversation_id',
          'id',
          'account_id',
          sql<'log'>`'log'`.as('content_type'),
          sql<AgentId | null>`${log.agentId}::bigint`.as('agent_id'),
          sql<string>`${log.comment}::text`.as('message'),
          sql<string>`${JSON.stringify({ event: log.event, ref: log.ref })}::jsonb`.as('details'),
          sql<Date>`${log.at}::timestamptz`.as('created_at'),
        ])
        .where('merchant_id', '=', merchantId)
        .where((inner) => inner('id', '=', inner.fn.any(inner.val(ticketIds)))),
    )
    .returningAll()
    .execute();
  return toContentItems(db, merchantId, rows);
}
