import type { CustomerId, MerchantId } from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';
import type { Contacts } from './contacts';

/** Milliseconds for which what the shop has said is taken as it is. */
export const FRESH_MS = 15 * 60_000;

const keyOf = ({ emails, phones }: Contacts): string => [...emails, ...phones].join(' ');

/** When the shop last said all of a customer; null when it never did for these contacts. */
export interface Sync {
  asOf: Date | null;
  isFresh: boolean;
}

export async function readSync(
  db: Queryable,
  of: { merchantId: MerchantId; customerId: CustomerId; contacts: Contacts },
  now: Date,
): Promise<Sync> {
  const row = await db
    .selectFrom('shop_syncs')
    .select(['as_of', 'is_due'])
    .where('merchant_id', '=', of.merchantId)
    .where('customer_id', '=', of.customerId)
    .where('contacts', '=', keyOf(of.contacts))
    .executeTakeFirst();
  if (row === undefined) return { asOf: null, isFresh: false };
  return { asOf: row.as_of, isFresh: !row.is_due && now.getTime() - row.as_of.getTime() < FRESH_MS };
}

export async function noteSync(
  db: Queryable,
  of: { merchantId: MerchantId; customerId: CustomerId; contacts: Contacts },
  asOf: Date,
): Promise<void> {
  const values = { contacts: keyOf(of.contacts), as_of: asOf, is_due: false };
  await db
    .insertInto('shop_syncs')
    .values({ merchant_id: of.merchantId, customer_id: of.customerId, ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'customer_id']).doUpdateSet(values))
    .execute();
}

/** Has the shop asked anew for these customers when somebody looks at them next. */
export async function markDue(db: Queryable, merchantId: MerchantId, customers: readonly CustomerId[]): Promise<void> {
  if (customers.length === 0) return;
  await db
    .updateTable('shop_syncs')
    .set({ is_due: true })
    .where('merchant_id', '=', merchantId)
    .where('customer_id', 'in', customers)
    .execute();
}
