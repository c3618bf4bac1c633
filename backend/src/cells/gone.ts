import type { MerchantId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';

/** The code of answers about a merchant who is served by another cell: the directory asks anew where it is. */
export const MERCHANT_GONE = 'merchant_gone';

/** Marks such an answer, so that nobody has to read it for that. */
export const GONE_HEADER = 'x-inbox-gone';

/** The merchant has moved to another cell; whoever led here did not know yet. */
export class MerchantGone extends Error {
  override readonly name = 'MerchantGone';
}

/** Of these merchants those that have moved to another cell. */
export async function findGone(db: Queryable, merchantIds: readonly MerchantId[]): Promise<ReadonlySet<MerchantId>> {
  if (merchantIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('merchant_moves')
    .select('merchant_id')
    .where('merchant_id', 'in', merchantIds)
    .where('stage', '=', 'gone')
    .execute();
  return new Set(rows.map(({ merchant_id }) => merchant_id));
}

/** @throws MerchantGone when it has moved to another cell */
export async function refuseGone(db: Queryable, merchant: { id: MerchantId } | { slug: string }): Promise<void> {
  const gone = await db
    .selectFrom('merchant_moves')
    .select('merchant_id')
    .where((eb) => ('id' in merchant ? eb('merchant_id', '=', merchant.id) : eb('slug', '=', merchant.slug)))
    .where('stage', '=', 'gone')
    .executeTakeFirst();
  if (gone !== undefined) throw new MerchantGone('This merchant is served by another cell.');
}
