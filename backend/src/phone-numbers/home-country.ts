import type { MerchantId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';
import { isCountry, type CountryCode } from './read-number';

/** The country of a shop for which none was set. */
const DEFAULT: CountryCode = 'IN';

/** The country that numbers without one are of, in this merchant's shop. */
export async function readHomeCountry(db: Queryable, merchantId: MerchantId): Promise<CountryCode> {
  const row = await db.selectFrom('merchants').select('country').where('id', '=', merchantId).executeTakeFirst();
  return row !== undefined && isCountry(row.country) ? row.country : DEFAULT;
}
