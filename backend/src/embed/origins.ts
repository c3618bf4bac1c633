import type { MerchantId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';

/**
 * An origin as browsers write it in `Origin`; null for what is none: an address with a path, a wildcard, a scheme
 * other than http and https.
 */
export function originFrom(text: string): string | null {
  if (!/^https?:\/\/[^/?#*\s,;']+\/?$/i.test(text) || !URL.canParse(text)) return null;
  const { origin, username } = new URL(text);
  return username === '' ? origin : null;
}

/** @returns whether it was not in the list yet */
export async function addOrigin(db: Queryable, merchantId: MerchantId, origin: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('embed_origins')
    .values({ merchant_id: merchantId, origin })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** @returns whether it was in the list */
export async function removeOrigin(db: Queryable, merchantId: MerchantId, origin: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('embed_origins')
    .where('merchant_id', '=', merchantId)
    .where('origin', '=', origin)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** The origins whose pages may show panels of this merchant, by name. */
export async function listOrigins(db: Queryable, merchantId: MerchantId): Promise<string[]> {
  const rows = await db
    .selectFrom('embed_origins')
    .select('origin')
    .where('merchant_id', '=', merchantId)
    .orderBy('origin')
    .execute();
  return rows.map(({ origin }) => origin);
}

/** The same by the merchant's short name, with its number; undefined when there is no such merchant. */
export async function listOriginsOf(
  db: Queryable,
  slug: string,
): Promise<{ merchantId: MerchantId; origins: string[] } | undefined> {
  const merchant = await db.selectFrom('merchants').select('id').where('slug', '=', slug).executeTakeFirst();
  return merchant && { merchantId: merchant.id, origins: await listOrigins(db, merchant.id) };
}

/** Does this merchant allow the origin? */
export async function allowsOrigin(db: Queryable, merchantId: MerchantId, origin: string): Promise<boolean> {
  const found = await db
    .selectFrom('embed_origins')
    .select('origin')
    .where('merchant_id', '=', merchantId)
    .where('origin', '=', origin)
    .executeTakeFirst();
  return found !== undefined;
}

/** Does any merchant? What is the same for all of them, and a preflight, which names nobody, ask only this. */
export async function anyoneAllowsOrigin(db: Queryable, origin: string): Promise<boolean> {
  const found = await db.selectFrom('embed_origins').select('origin').where('origin', '=', origin).executeTakeFirst();
  return found !== undefined;
}
