import {
  CONVERSATION_SOURCES,
  countKey,
  TICKET_STATUSES,
  type ListFilters,
  type MerchantId,
  type TicketCounts,
} from '@inbox/domain';
import type { Queryable } from './connection';
import { ticketsUnder } from './ticket-filters';

/**
 * How many tickets each tab would list under the other filters: the status and the channel are what the tabs choose, so
 * those two filters are left aside. Every key is there, also those with nothing behind them.
 */
export async function countTickets(db: Queryable, merchantId: MerchantId, filters: ListFilters): Promise<TicketCounts> {
  const rows = await db
    .selectFrom('tickets')
    .select(({ fn }) => ['tickets.status', 'tickets.source', fn.countAll<number>().as('count')])
    .where(ticketsUnder({ ...filters, ticket_status: null, conversation_source: null }, merchantId))
    .groupBy(['tickets.status', 'tickets.source'])
    .execute();

  const counts: TicketCounts = {};
  for (const source of [null, ...CONVERSATION_SOURCES]) {
    for (const status of [null, ...TICKET_STATUSES]) counts[countKey(status, source)] = 0;
  }
  for (const { status, source, count } of rows) {
    const keys = [countKey(status, source), countKey(status, null), countKey(null, source), countKey(null, null)];
    for (const key of keys) counts[key] = (counts[key] ?? 0) + count;
  }
  return counts;
}
