import type { FoundCount } from '@inbox/api/wire';
import type { ListFilters, MerchantId } from '@inbox/domain';
import { sql, type SqlBool } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { foundIds, isAmongFound, isFound, readSearch, type Search } from './search';
import { ownersOf, passing, passingOwned } from './ticket-filters';

/** Beyond these it is only said that there are more. */
export const MOST_COUNTED = 1_000;

/** Texts that match, beyond which a word is common: then the newest tickets have enough of it, most often. */
const COMMON_FROM = 10_000;
/** Tickets that are looked at one by one for a common word. */
const NEAR = 20_000;

/**
 * How many tickets a search finds under the filters, and how many it would find were it not for the filter of agents.
 * Costs no more than the search itself where the indexes on texts answer it, and nothing when nothing is searched for.
 */
export async function countFound(db: Queryable, merchantId: MerchantId, filters: ListFilters): Promise<FoundCount> {
  const search = readSearch(filters.search);
  if (search === null) return { shown: 0, everybody: 0, more: false };
  const counting: Counting = { db, merchantId, filters, search };
  const some = await countAmongSome(counting);
  if (some !== null) return countOf(some);
  if (await hasEnoughNear(counting)) return countOf({ shown: Infinity, everybody: Infinity });
  return countOf(await countAll(counting));
}

interface Counting {
  db: Queryable;
  merchantId: MerchantId;
  filters: ListFilters;
  search: Search;
}

type Counted = Pick<FoundCount, 'shown' | 'everybody'>;

function countOf({ shown, everybody }: Counted): FoundCount {
  const more = everybody > MOST_COUNTED;
  return { shown: Math.min(shown, MOST_COUNTED), everybody: Math.min(everybody, MOST_COUNTED), more };
}

function counts(filters: ListFilters) {
  const owners = ownersOf(filters);
  const isShown =
    owners === null ? sql<boolean>`true` : sql<boolean>`coalesce(tickets.owner_id, 0) = any(${owners}::bigint[])`;
  return [sql<number>`count(*) filter (where ${isShown})`.as('shown'), sql<number>`count(*)`.as('everybody')] as const;
}

/** Of a word that is not common, by the indexes; null of one that is. */
async function countAmongSome({ db, merchantId, filters, search }: Counting): Promise<Counted | null> {
  const { texts, ...counted } = await db
    .with(
      (cte) => cte('found').materialized(),
      (query) =>
        query
          .selectFrom(sql<{ id: number }>`(${foundIds(merchantId, search, COMMON_FROM + 1)})`.as('some'))
          .select('some.id'),
    )
    .selectFrom('tickets')
    .select(counts(filters))
    .select((eb) => eb.selectFrom('found').select(eb.fn.countAll<number>().as('texts')).as('texts'))
    .where(passing(filters, merchantId))
    .where(sql<SqlBool>`tickets.id = any(array(select found.id from found))`)
    .executeTakeFirstOrThrow();
  return (texts ?? 0) > COMMON_FROM ? null : counted;
}

/** Do the newest tickets that pass all other filters have more of it than is counted? */
async function hasEnoughNear({ db, merchantId, filters, search }: Counting): Promise<boolean> {
  const near = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('tickets')
        .selectAll()
        .where(passingOwned(filters, merchantId))
        .orderBy('received_at', 'desc')
        .orderBy('id', 'desc')
        .limit(NEAR)
        .as('tickets'),
    )
    .select('tickets.id')
    .where(isFound(merchantId, search))
    .limit(MOST_COUNTED + 1)
    .execute();
  return near.length > MOST_COUNTED;
}

async function countAll({ db, merchantId, filters, search }: Counting): Promise<Counted> {
  return db
    .selectFrom('tickets')
    .select(counts(filters))
    .where(passing(filters, merchantId))
    .where(isAmongFound(merchantId, search))
    .executeTakeFirstOrThrow();
}
