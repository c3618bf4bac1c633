import type { MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import type { Vault } from '../accounts/vault';
import type { Queryable } from '../platform/db/connection';

const secret = z.string().check(z.minLength(1), z.maxLength(1000));

/** `app_secret` signs the webhooks. */
export const shopCredentialsSchema = z.object({ access_token: secret, app_secret: secret });

/** A shop as the operator sets it up. */
export const newShopSchema = z.object({
  domain: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(255), z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)),
  url: z.url({ protocol: /^https?$/ }),
  credentials: shopCredentialsSchema,
});
export type NewShop = z.infer<typeof newShopSchema>;
export type Shop = NewShop & {
  merchant_id: MerchantId;
  /** Made with the demo data: it may be on this machine, without https. */
  is_demo: boolean;
};

/** Where Shopify answers for a shop, unless another address is set. */
export const shopUrlOf = (domain: string): string => `https://${domain}/admin/api/2025-07/graphql.json`;

/** Of a shop's sealed credentials. */
export const labelOf = (domain: string): string => `shop:${domain}`;

/** Gives a merchant a shop. A second one, or one that another merchant has, is an error. */
export async function addShop(
  db: Queryable,
  vault: Vault,
  merchantId: MerchantId,
  { domain, url, credentials }: NewShop,
  { isDemo = false }: { isDemo?: boolean } = {},
): Promise<void> {
  await db
    .insertInto('shops')
    .values({
      merchant_id: merchantId,
      domain,
      url,
      credentials: vault.seal(credentials, labelOf(domain)),
      is_demo: isDemo,
    })
    .execute();
}

/** Takes the shop away, with all that is cached of it. @returns false when there was none */
export async function removeShop(db: Queryable, merchantId: MerchantId): Promise<boolean> {
  const removed = await db
    .deleteFrom('shops')
    .where('merchant_id', '=', merchantId)
    .returning('domain')
    .executeTakeFirst();
  return removed !== undefined;
}

/** All shops without their credentials, or that of one merchant. */
export async function listShops(
  db: Queryable,
  merchantId?: MerchantId,
): Promise<{ merchant: string; domain: string; url: string }[]> {
  return db
    .selectFrom('shops as s')
    .innerJoin('merchants as m', 'm.id', 's.merchant_id')
    .select(['m.slug as merchant', 's.domain', 's.url'])
    .$if(merchantId !== undefined, (query) => query.where('s.merchant_id', '=', merchantId as MerchantId))
    .orderBy('m.slug')
    .execute();
}

export async function hasShop(db: Queryable, merchantId: MerchantId): Promise<boolean> {
  const row = await db
    .selectFrom('shops')
    .select('merchant_id')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The merchant's shop, or the one with this domain. @throws when its credentials cannot be opened */
export async function findShop(
  db: Queryable,
  vault: Vault,
  by: { merchantId: MerchantId } | { domain: string },
): Promise<Shop | undefined> {
  const shops = db.selectFrom('shops').select(['merchant_id', 'domain', 'url', 'credentials', 'is_demo']);
  const row = await (
    'domain' in by
      ? shops.where('domain', '=', by.domain.toLowerCase())
      : shops.where('merchant_id', '=', by.merchantId)
  ).executeTakeFirst();
  return row && { ...row, credentials: shopCredentialsSchema.parse(vault.open(row.credentials, labelOf(row.domain))) };
}
