import {
  CONVERSATION_SOURCES,
  countKey,
  TICKET_STATUSES,
  type KnownSource,
  type ListFilters,
  type MerchantId,
  type TicketCounts,
  type TicketStatus,
} from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { ownersOf, ticketsUnder, type Owner } from '../search/ticket-filters';
import { EVERY_TICKET } from './counter-rows';

interface Counted {
  status: TicketStatus;
  source: KnownSource;
  count: number;
}

/**
 * How many tickets each tab lists under the other filters: the status and the channel are what the tabs choose, and
 * choosing one ends a search (spec section 2), so these three are left aside. Every key is there, also those with nothing
 * behind them.
 */
export async function countTickets(db: Queryable, merchantId: MerchantId, filters: ListFilters): Promise<TicketCounts> {
  const asked = { ...filters, ticket_status: null, conversation_source: null, search: null };
  const isTallied = asked.tag_filter.length < 2 && !asked.date_filter_start && !asked.date_filter_end;
  return byKey(await (isTallied ? addUp : countOut)(db, merchantId, asked));
}

/** How many tickets each of these agents owns, `NOBODY` among them, by the same keys. */
export async function countOwned(
  db: Queryable,
  merchantId: MerchantId,
  owners: readonly Owner[],
): Promise<Map<Owner, TicketCounts>> {
  const rows = await db
    .selectFrom('ticket_tallies')
    .select(({ fn }) => ['owner', 'status', 'source', sql<number>`${fn.sum('n')}`.as('count')])
    .where('merchant_id', '=', merchantId)
    .where('tag', '=', EVERY_TICKET)
    .where(sql<boolean>`owner = any(${owners}::bigint[])`)
    .groupBy(['owner', 'status', 'source'])
    .execute();
  return new Map(owners.map((owner) => [owner, byKey(rows.filter((row) => row.owner === owner))]));
}

function byKey(rows: readonly Counted[]): TicketCounts {
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

/** From the tallies, which know all filters but several tags at once and days. */
async function addUp(db: Queryable, merchantId: MerchantId, filters: ListFilters): Promise<Counted[]> {
  const { priority_filter, unread, initiated_by, tag_filter } = filters;
  const [tag = EVERY_TICKET] = tag_filter;
  const owners = ownersOf(filters);
  let query = db
    .selectFrom('ticket_tallies')
    .select(({ fn }) => ['status', 'source', sql<number>`${fn.sum('n')}`.as('count')])
    .where('merchant_id', '=', merchantId)
    .where('tag', '=', tag)
    .groupBy(['status', 'source']);
  if (owners !== null) query = query.where(sql<boolean>`owner = any(${owners}::bigint[])`);
  if (priority_filter !== null) query = query.where('priority', '=', priority_filter);
  if (unread !== null) query = query.where('conversation_read', '=', !unread);
  if (initiated_by !== null) query = query.where('initiated_by', '=', initiated_by);
  return query.execute();
}

async function countOut(db: Queryable, merchantId: MerchantId, filters: ListFilters): Promise<Counted[]> {
  return db
    .selectFrom('tickets')
    .select(({ fn }) => ['status', 'source', fn.countAll<number>().as('count')])
    .where(ticketsUnder(filters, merchantId))
    .groupBy(['status', 'source'])
    .execute();
}
