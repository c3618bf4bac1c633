import type { FoundCount } from '@inbox/api/wire';
import type { ListFilters, MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../db/connection';
import { isAmongFound, readSearch } from './search';
import { ownersOf, passing } from './ticket-filters';
import { MOST_FOUND } from './ticket-list';

/** Beyond these it is only said that there are more. */
export const MOST_COUNTED = 1_000;

/**
 * How many tickets a search finds under the filters, and how many it would find were it not for the filter of agents.
 * Costs no more than the search itself where the indexes on texts answer it, and nothing when nothing is searched for.
 */
export async function countFound(db: Queryable, merchantId: MerchantId, filters: ListFilters): Promise<FoundCount> {
  const search = readSearch(filters.search);
  if (search === null) return { shown: 0, everybody: 0, more: false };
  const owners = ownersOf(filters);
  const isShown =
    owners === null ? sql<boolean>`true` : sql<boolean>`coalesce(tickets.owner_id, 0) = any(${owners}::bigint[])`;
  const counted = await db
    .selectFrom('tickets')
    .select([sql<number>`count(*) filter (where ${isShown})`.as('shown'), sql<number>`count(*)`.as('everybody')])
    .where(passing(filters, merchantId))
    .where(isAmongFound(merchantId, search, MOST_FOUND))
    .executeTakeFirstOrThrow();
  const more = counted.everybody > MOST_COUNTED;
  return { shown: Math.min(counted.shown, MOST_COUNTED), everybody: Math.min(counted.everybody, MOST_COUNTED), more };
}
