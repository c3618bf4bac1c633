import type { AbandonedCheckout, CustomerAnalytics, CustomerId, MerchantId, Order } from '@inbox/domain';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import type { InboxSchema } from '../platform/db/schema';
import type { ShopRecordKind } from './tables';
import { storableJson } from '../platform/db/storable-text';
import { spentFigures } from '../customers/customer-queries';
import { readHomeCountry } from '../phone-numbers/home-country';
import type { CountryCode } from '../phone-numbers/read-number';
import { isOneOf, writtenForms } from '../phone-numbers/written-forms';
import { contactsOf, lastDigits, searchedNumbers, type Contacts } from './contacts';
import { DIGEST, FINAL, rankOf, type Source } from './rank';
import type { ShopDeletion, ShopRecord } from './shop-record';

/** One customer's orders; whoever has more buys to sell. */
const MOST = 1000;

/** The addresses and phones of a customer, those of joined entries included; `numbers` as a shop may have written them. */
export async function readContacts(
  db: Queryable,
  merchantId: MerchantId,
  id: CustomerId,
): Promise<{ contacts: Contacts; numbers: string[]; home: CountryCode }> {
  const home = await readHomeCountry(db, merchantId);
  const rows = await db
    .selectFrom('customers')
    .select(['email', 'phone'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb.or([eb('id', '=', id), eb('joined_into', '=', id)]))
    .execute();
  const contacts = contactsOf(
    rows.map(({ email }) => email),
    rows.map(({ phone }) => phone),
    home,
  );
  return { contacts, numbers: searchedNumbers(contacts.phones, home), home };
}

const texts = (values: readonly string[]): RawBuilder<string[]> => sql<string[]>`${[...values]}::text[]`;

/**
 * Has a record one of these addresses or phones? In a row that an older release has stored, only the number beside the
 * order is known with its country. The shop is asked for the others again when somebody looks at their customer.
 */
export function hasContact({ emails, phones }: Contacts, home: CountryCode): RawBuilder<boolean> {
  const forms = phones.flatMap((phone) => writtenForms(phone, home));
  return sql<boolean>`(emails && ${texts(emails)} or (phones && ${texts(lastDigits(phones))}
    and case when phone_numbers is null
      then regexp_replace(details->>'user_phone_number', '[^0-9+]', '', 'g') = any(${texts(forms)})
      else phone_numbers && ${texts(phones)} end))`;
}

/** Is a record one of these contacts', by itself or by the customer of the shop that it belongs to? */
async function belongingTo(db: Queryable, merchantId: MerchantId, contacts: Contacts): Promise<RawBuilder<boolean>> {
  const isTheirs = hasContact(contacts, await readHomeCountry(db, merchantId));
  const owners = await db
    .selectFrom('shop_records')
    .select('external_id')
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'customer')
    .where(isTheirs)
    .execute();
  // Looked up before, so that each of the three comes from its index.
  return sql<boolean>`(${isTheirs} or shop_customer_id = any(${texts(owners.map(({ external_id }) => external_id))}))`;
}

async function listDetails(db: Queryable, merchantId: MerchantId, kind: ShopRecordKind, of: Contacts) {
  const rows = await db
    .selectFrom('shop_records')
    .select('details')
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', kind)
    .where(await belongingTo(db, merchantId, of))
    .orderBy('made_at', 'desc')
    .orderBy('external_id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ details }) => details);
}

/** Newest first. */
export const listShopOrders = async (db: Queryable, merchantId: MerchantId, of: Contacts): Promise<Order[]> =>
  (await listDetails(db, merchantId, 'order', of)) as Order[];

/** Newest first. */
export const listShopCheckouts = async (
  db: Queryable,
  merchantId: MerchantId,
  of: Contacts,
): Promise<AbandonedCheckout[]> => (await listDetails(db, merchantId, 'checkout', of)) as AbandonedCheckout[];

/** What the orders and checkouts of these contacts sum up to. */
export async function readShopAnalytics(
  db: Queryable,
  merchantId: MerchantId,
  of: Contacts,
): Promise<CustomerAnalytics> {
  const isOrder = sql`kind = 'order'`;
  const isCheckout = sql`kind = 'checkout'`;
  const status = sql`details->>'fulfillment_status'`;
  const isTheirs = await belongingTo(db, merchantId, of);
  const counts = await db
    .selectFrom('shop_records')
    .select([
      sql<number>`count(*) filter (where ${isOrder})`.as('total_orders'),
      sql<number>`count(*) filter (where ${isOrder} and details->>'is_cancelled' = 'true')`.as('orders_cancelled'),
      sql<number>`count(*) filter (where ${isOrder} and ${status} = 'delivered')`.as('orders_delivered'),
      // Returned to origin, in any of its stages.
      sql<number>`count(*) filter (where ${isOrder} and ${status} like 'rto%')`.as('orders_rtod'),
      sql<number>`count(*) filter (where ${isCheckout})`.as('total_abandoned_checkouts'),
      sql<number>`count(*) filter (where ${isCheckout} and details->>'is_converted' = 'true')`.as(
        'abandoned_checkouts_converted',
      ),
    ])
    .where('merchant_id', '=', merchantId)
    .where(isTheirs)
    .executeTakeFirstOrThrow();
  const spent = await db
    .selectFrom('shop_records')
    .select([
      sql<unknown>`details->>'currency'`.as('currency'),
      // A cancelled order was not paid for.
      sql<number>`coalesce(sum((details->>'total_order_price')::numeric)
        filter (where details->>'is_cancelled' = 'false'), 0)::float8`.as('amount'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('kind', '=', 'order')
    .where(isTheirs)
    .groupBy(sql`details->>'currency'`)
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('currency')
    .execute();
  return { ...counts, ...spentFigures(spent) };
}

/**
 * Stores versions of records. A version older than the stored one changes nothing: `updated_at` decides, then `rankOf`, never
 * the order of arrival, also with several processes. A record that the shop has deleted stays deleted.
 * @returns whether anything changed
 */
export async function storeRecords(
  db: Queryable | Transaction<InboxSchema>,
  merchantId: MerchantId,
  records: readonly ShopRecord[],
  source: Source = { by: 'webhook', isCreation: false, triggeredAt: null },
): Promise<boolean> {
  // One statement may not write the same row twice.
  const single = new Map(records.map((record) => [`${record.kind}:${record.external_id}`, record]));
  if (single.size === 0) return false;
  const changed = await db
    .insertInto('shop_records')
    .values([...single.values()].map((record) => rowOf(merchantId, record, source)))
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'kind', 'external_id'])
        .doUpdateSet((eb) => ({
          updated_at: eb.ref('excluded.updated_at'),
          rank: eb.ref('excluded.rank'),
          made_at: eb.ref('excluded.made_at'),
          emails: eb.ref('excluded.emails'),
          phones: eb.ref('excluded.phones'),
          phone_numbers: eb.ref('excluded.phone_numbers'),
          shop_customer_id: eb.ref('excluded.shop_customer_id'),
          details: eb.ref('excluded.details'),
        }))
        .where(isNewer),
    )
    .returning('external_id')
    .execute();
  return changed.length > 0;
}

function rowOf(merchant_id: MerchantId, record: ShopRecord, source: Source) {
  const { kind, external_id, updated_at, made_at, contacts, shop_customer_id, details } = record;
  return {
    ...{ merchant_id, kind, external_id, updated_at, rank: rankOf(record, source), made_at, shop_customer_id },
    emails: contacts.emails,
    phones: lastDigits(contacts.phones),
    phone_numbers: contacts.phones,
    details: storableJson(details),
  };
}

/** A later read that says the same again is no change: without this, every read would write every row. */
const isNewer = sql<boolean>`not shop_records.is_deleted
  and (shop_records.updated_at, shop_records.rank) < (excluded.updated_at, excluded.rank)
  and not (shop_records.updated_at = excluded.updated_at and shop_records.rank like ${`${FINAL} %`}
    and right(shop_records.rank, ${sql.lit(DIGEST)}) = right(excluded.rank, ${sql.lit(DIGEST)}))`;

/** Empties a record that the shop has deleted; see `ShopDeletion`. Housekeeping forgets its number with the other records. */
export async function markDeleted(
  db: Queryable,
  merchant_id: MerchantId,
  { kind, external_id }: ShopDeletion,
): Promise<void> {
  const now = new Date();
  const emptied = {
    ...{ updated_at: now, made_at: now, is_deleted: true, emails: [], phones: [], phone_numbers: [] },
    ...{ shop_customer_id: null, details: '{}' },
  };
  await db
    .insertInto('shop_records')
    .values({ merchant_id, kind, external_id, ...emptied })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'kind', 'external_id']).doUpdateSet(emptied))
    .execute();
}

/** The customers of the inbox with one of these contacts; of joined entries the one that was kept. */
export async function findCustomersOf(
  db: Queryable,
  merchantId: MerchantId,
  { emails, phones }: Contacts,
): Promise<CustomerId[]> {
  const home = await readHomeCountry(db, merchantId);
  const forms = phones.flatMap((phone) => writtenForms(phone, home));
  const rows = await db
    .selectFrom('customers')
    .select((eb) => eb.fn.coalesce('joined_into', 'id').as('id'))
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb.or([eb(sql<string>`lower(email)`, '=', eb.fn.any(texts(emails))), isOneOf('phone', forms)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Rows that one statement forgets: more would hold its locks for long. */
const AT_ONCE = 1_000;

/**
 * Forgets records that the shop has not changed since, and that are of nobody in the inbox, neither by a contact nor by the
 * customer of the shop that they belong to. Webhooks tell of every order; who writes later is asked for at the shop anew.
 * This compares numbers by their last ten digits alone: a record that is cached a little longer harms nobody.
 * @returns how many
 */
export async function forgetShopRecords(db: Queryable, before: Date): Promise<number> {
  const isKnown = (record: string) =>
    sql<boolean>`exists (select 1 from customers c where c.merchant_id = ${sql.ref(`${record}.merchant_id`)}
      and (lower(c.email) = any(${sql.ref(`${record}.emails`)}) or right(c.phone, 10) = any(${sql.ref(`${record}.phones`)})))`;
  let forgotten = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from shop_records where (merchant_id, kind, external_id) in (
        select r.merchant_id, r.kind, r.external_id from shop_records r
        where r.updated_at < ${before}
          and not ${isKnown('r')}
          and not exists (
            select 1 from shop_records o
            where o.merchant_id = r.merchant_id and o.kind = 'customer' and o.external_id = r.shop_customer_id
              and ${isKnown('o')})
        limit ${AT_ONCE})`.execute(db);
    forgotten += Number(numAffectedRows);
    if (numAffectedRows < AT_ONCE) return forgotten;
  }
}
