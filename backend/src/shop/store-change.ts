import type { CustomerId, MerchantId } from '@inbox/domain';
import { sql, type Transaction } from 'kysely';
import type { InboxSchema } from '../platform/db/schema';
import { isSameContent, rankOf, type Source } from './rank';
import type { ShopDeletion, ShopRecord } from './shop-record';
import { findCustomersOf, markDeleted, storeRecords } from './shop-records';
import { markDue } from './shop-syncs';

type Tx = Transaction<InboxSchema>;
type Named = Pick<ShopRecord, 'kind' | 'external_id'>;

/**
 * Stores the record of a webhook if it belongs to a customer of the inbox. The records of others are read when they write.
 * @returns the customers whose pages should load again
 */
export async function storeChange(
  tx: Tx,
  merchantId: MerchantId,
  record: ShopRecord,
  source: Source,
): Promise<CustomerId[]> {
  await lockRecord(tx, merchantId, record);
  const before = await readVersion(tx, merchantId, record);
  if (before?.is_deleted) return [];
  const related = await readRelated(tx, merchantId, record);
  const customers = await findCustomersOf(tx, merchantId, {
    emails: [record.contacts.emails, ...related.map(({ emails }) => emails)].flat(),
    phones: [record.contacts.phones, ...related.map(({ phone_numbers }) => phone_numbers ?? [])].flat(),
  });
  if (customers.length === 0 && related.length === 0) return [];
  const isStored = await storeRecords(tx, merchantId, [record], source);
  const isSameTime = before?.updated_at.getTime() === record.updated_at.getTime();
  const isSame = isSameTime && isSameContent(before.rank, rankOf(record, source));
  // Two different versions of one second are ranked as well as can be; the shop itself says which of them it has.
  const isDoubtful = isSameTime && !isSame;
  // Orders that were made as a guest may be this customer's now.
  if (isDoubtful || (isStored && !isSame && record.kind === 'customer')) await markDue(tx, merchantId, customers);
  return isDoubtful || (isStored && !isSame) ? customers : [];
}

/**
 * Empties what the shop has deleted, and leaves its number, also of what was never stored: a webhook from before the
 * deletion may come after it.
 * @returns the customers whose pages should load again
 */
export async function storeDeletion(tx: Tx, merchantId: MerchantId, deletion: ShopDeletion): Promise<CustomerId[]> {
  await lockRecord(tx, merchantId, deletion);
  const before = await readVersion(tx, merchantId, deletion);
  if (before?.is_deleted) return [];
  const related = await readRelated(tx, merchantId, {
    ...deletion,
    shop_customer_id: before?.shop_customer_id ?? null,
  });
  await markDeleted(tx, merchantId, deletion);
  if (before === undefined) return [];
  return findCustomersOf(tx, merchantId, {
    emails: related.flatMap(({ emails }) => emails),
    phones: related.flatMap(({ phone_numbers }) => phone_numbers ?? []),
  });
}

/** Lets webhooks about the same thing in one after the other, also where there is no row to lock yet. */
async function lockRecord(tx: Tx, merchantId: MerchantId, { kind, external_id }: Named): Promise<void> {
  const key = `shop:${merchantId}:${kind}:${external_id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

const readVersion = async (tx: Tx, merchantId: MerchantId, { kind, external_id }: Named) =>
  tx
    .selectFrom('shop_records')
    .select(['updated_at', 'rank', 'is_deleted', 'shop_customer_id'])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where('external_id', '=', external_id)
    .executeTakeFirst();

/** Reads the contacts that the record had before, and those of the customer of the shop whose record it is. */
const readRelated = async (
  tx: Tx,
  merchantId: MerchantId,
  { kind, external_id, shop_customer_id }: Named & Pick<ShopRecord, 'shop_customer_id'>,
) =>
  tx
    .selectFrom('shop_records')
    .select(['emails', 'phone_numbers'])
    .where('merchant_id', '=', merchantId)
    .where('is_deleted', '=', false)
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', '=', kind), eb('external_id', '=', external_id)]),
        eb.and([eb('kind', '=', 'customer'), eb('external_id', '=', shop_customer_id ?? '')]),
      ]),
    )
    .execute();
