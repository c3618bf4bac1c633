import type { Person } from '@inbox/simulate';
import { sql } from 'kysely';
import type { SeedDeps } from './deps';
import { chunks } from './chunks';
import type { ReadyMerchant } from './setting-up';

/**
 * Stores the addresses and other contacts of people who have written. Channels do not know these, and the shop finds people by them.
 * @returns the people who are customers
 */
export async function enterPeople(
  { db }: SeedDeps,
  { id: merchantId }: ReadyMerchant,
  known: readonly Person[],
): Promise<Person[]> {
  // By what a channel knows them: several have the same name.
  const customers = await db
    .selectFrom('customers as c')
    .innerJoin('conversations as v', 'v.customer_id', 'c.id')
    .select(['c.id', 'c.email', 'c.phone', 'v.contact'])
    .distinctOn('c.id')
    .where('c.merchant_id', '=', merchantId)
    .orderBy('c.id')
    .execute();
  const people = new Map(known.flatMap((who) => [who.phone, who.email].map((key) => [key, who] as const)));
  const filled = customers.flatMap(({ id, email, phone, contact }) => {
    const who = people.get(contact.replace(/^\+/, ''));
    if (!who) return [];
    const { email: mail, phone: mobile, address, city, pin, first_name, last_name } = who;
    const row = { id, first_name, last_name, address, city, pin, email: email ?? mail, phone: phone ?? `+${mobile}` };
    return { who, row };
  });
  for (const some of chunks(filled, 500)) {
    const rows = some.map(({ row }) => row);
    await sql`
      update customers c set first_name = r.first_name, last_name = r.last_name, address = r.address, city = r.city,
        pin = r.pin, email = r.email, phone = r.phone
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
        id bigint, first_name text, last_name text, address text, city text, pin text, email text, phone text)
      where c.merchant_id = ${merchantId} and c.id = r.id`.execute(db);
  }
  return [...new Set(filled.map(({ who }) => who))];
}
