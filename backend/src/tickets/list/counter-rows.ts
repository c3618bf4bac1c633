import type { MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { inTransaction } from '../../platform/db/transaction';

/** In the place of a tag, in the rows that count each ticket once. */
export const EVERY_TICKET = '';

/** Rows that may lie about before they are folded: adding them up takes about a millisecond. */
const MAX_LOOSE = 2_000;

/** Any fixed number of our own; with the merchant's beside it. */
const FOLDING = 4_020_913;

const COLUMNS = ['merchant_id', 'tag', 'owner', 'source', 'status', 'priority', 'conversation_read', 'initiated_by'];
const columnsOf = (prefix: string) => sql.raw(COLUMNS.map((column) => prefix + column).join(', '));
const KINDS = columnsOf('');
const KINDS_OF_TALLIES = columnsOf('ticket_tallies.');
const KINDS_OF_KINDS = columnsOf('kinds.');

/**
 * Folds what was added to the merchant's tallies since the last time into one row of each kind, when it has become much.
 * The sums stay what they are at every moment, for all who read meanwhile; nobody who changes tickets waits for it.
 */
export async function foldCounters(db: Queryable, merchantId: MerchantId, maxLoose = MAX_LOOSE): Promise<void> {
  const loose = sql<{ much: boolean }>`
    select count(*) > ${maxLoose} as much from (
      select 1 from ticket_tallies where merchant_id = ${merchantId} and not folded limit ${maxLoose + 1}
    ) as counted`;
  if (!(await loose.execute(db)).rows[0]?.much) return;
  await inTransaction(db, async (tx) => {
    const turn = sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(${FOLDING}, hashint8(${merchantId})) as mine`;
    if (!(await turn.execute(tx)).rows[0]?.mine) return;
    await sql`
      with loose as (
        delete from ticket_tallies where merchant_id = ${merchantId} and not folded returning *
      ), kinds as (
        select distinct ${KINDS} from loose
      ), known as (
        delete from ticket_tallies using kinds
        where ticket_tallies.folded and (${KINDS_OF_TALLIES}) = (${KINDS_OF_KINDS})
        returning ticket_tallies.*
      )
      insert into ticket_tallies (${KINDS}, n, folded)
      select ${KINDS}, sum(n), true from (select * from loose union all select * from known) as taken
      group by ${KINDS} having sum(n) <> 0`.execute(tx);
  });
}

/** The same for every merchant. */
export async function foldAllCounters(db: Queryable): Promise<void> {
  for (const { id } of await db.selectFrom('merchants').select('id').execute()) await foldCounters(db, id);
}

/** Tags that are offered at most. */
const MOST_TAGS = 100;

/** The merchant's tags, those of the most tickets first. */
export async function popularTags(db: Queryable, merchantId: MerchantId): Promise<string[]> {
  const rows = await db
    .selectFrom('ticket_tallies')
    .select('tag')
    .where('merchant_id', '=', merchantId)
    .where('tag', '!=', EVERY_TICKET)
    .groupBy('tag')
    .having((eb) => eb(eb.fn.sum('n'), '>', 0))
    .orderBy((eb) => eb.fn.sum('n'), 'desc')
    .orderBy('tag')
    .limit(MOST_TAGS)
    .execute();
  return rows.map(({ tag }) => tag);
}
