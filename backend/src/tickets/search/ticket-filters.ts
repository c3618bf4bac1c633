import { dayEnd, dayStart, listedStatus, type AgentId, type ListFilters, type MerchantId } from '@inbox/domain';
import { sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import type { InboxSchema } from '../../platform/db/schema';
import { isAmongFound, readSearch } from './search';

type TicketsBuilder = ExpressionBuilder<InboxSchema, 'tickets'>;

/** How indexes and tallies name the owner of a ticket that nobody owns. */
export const NOBODY = 0;
export type Owner = AgentId | typeof NOBODY;

/** Those whose tickets pass the filter of agents; null for everybody's. What nobody owns always passes. */
export const ownersOf = ({ agent_ids }: ListFilters): Owner[] | null =>
  agent_ids.length === 0 ? null : [...new Set([NOBODY, ...agent_ids] as const)];

/** As the indexes have it. */
export const ownedBy = (owner: Owner): RawBuilder<SqlBool> => sql<SqlBool>`coalesce(tickets.owner_id, 0) = ${owner}`;

/** What each filter but those of agents and of the search lets pass. */
export function passing(filters: ListFilters, merchantId: MerchantId) {
  return (eb: TicketsBuilder): Expression<SqlBool> => {
    const all: Expression<SqlBool>[] = [eb('tickets.merchant_id', '=', merchantId)];
    const { conversation_source, priority_filter, unread, tag_filter, initiated_by } = filters;
    const status = listedStatus(filters);
    if (status !== null) all.push(eb('tickets.status', '=', status));
    if (conversation_source !== null) all.push(eb('tickets.source', '=', conversation_source));
    if (priority_filter !== null) all.push(eb('tickets.priority', '=', priority_filter));
    if (unread !== null)
      all.push(unread ? sql<SqlBool>`not tickets.conversation_read` : sql`tickets.conversation_read`);
    if (tag_filter.length > 0) all.push(sql<SqlBool>`tickets.tags && ${tag_filter}::text[]`);
    if (initiated_by !== null) all.push(eb('tickets.initiated_by', '=', initiated_by));
    if (filters.date_filter_start !== null) {
      all.push(eb('tickets.received_at', '>=', new Date(dayStart(filters.date_filter_start))));
    }
    if (filters.date_filter_end !== null) {
      all.push(eb('tickets.received_at', '<', new Date(dayEnd(filters.date_filter_end))));
    }
    return eb.and(all);
  };
}

/** What each filter but the search lets pass. */
export function passingOwned(filters: ListFilters, merchantId: MerchantId) {
  return (eb: TicketsBuilder): Expression<SqlBool> => {
    const owners = ownersOf(filters);
    const others = passing(filters, merchantId)(eb);
    return owners === null
      ? others
      : eb.and([others, sql<SqlBool>`coalesce(tickets.owner_id, 0) = any(${owners}::bigint[])`]);
  };
}

/** The tickets of the merchant that pass the filters: the same meaning as `matches` in the domain. */
export function ticketsUnder(filters: ListFilters, merchantId: MerchantId) {
  return (eb: TicketsBuilder): Expression<SqlBool> => {
    const search = readSearch(filters.search);
    const others = passingOwned(filters, merchantId)(eb);
    return search === null ? others : eb.and([others, isAmongFound(merchantId, search)]);
  };
}
