import {
  normalEmail,
  type ConversationId,
  type CustomerId,
  type CustomerMatch,
  type MerchantId,
  type SameCustomers,
} from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { readHomeCountry } from '../phone-numbers/home-country';
import { readNumber } from '../phone-numbers/read-number';
import { isOneOf, writtenForms } from '../phone-numbers/written-forms';

/** More entries of one person are not one person: a shop's own number, say. */
const MOST_MATCHES = 20;

export async function customerOfConversation(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<CustomerId | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('customer_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', conversationId)
    .executeTakeFirst();
  return row?.customer_id;
}

/** Who may be the same person, and who was joined; undefined when there is no such conversation. */
export async function listSameCustomers(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<SameCustomers | undefined> {
  const id = await customerOfConversation(db, merchantId, conversationId);
  if (id === undefined) return undefined;
  const joins = await db
    .selectFrom('customer_joins as j')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.merchant_id', '=', 'j.merchant_id').onRef('c.id', '=', 'j.joined_id'),
    )
    .select(['j.id', 'c.full_name', 'c.email', 'c.phone', 'j.joined_at'])
    .where('j.merchant_id', '=', merchantId)
    .where('j.kept_id', '=', id)
    .where('j.parted_at', 'is', null)
    .orderBy('j.id', 'desc')
    .execute();
  return {
    matches: await listMatches(db, merchantId, id),
    joins: joins.map(({ joined_at, ...rest }) => ({ ...rest, joined_at: joined_at.toISOString() })),
  };
}

async function listMatches(db: Queryable, merchantId: MerchantId, id: CustomerId): Promise<CustomerMatch[]> {
  const me = await db
    .selectFrom('customers')
    .select(['email', 'phone'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const home = await readHomeCountry(db, merchantId);
  const number = readNumber(me.phone ?? '', home);
  const phones = number === null ? [] : writtenForms(number, home);
  const email = normalEmail(me.email ?? '') || null;
  if (number === null && email === null) return [];
  const rows = await db
    .selectFrom('customers as c')
    .select(['c.id', 'c.full_name', 'c.email', 'c.phone'])
    .select((eb) =>
      eb
        .selectFrom('tickets as t')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('t.merchant_id', '=', 'c.merchant_id')
        .whereRef('t.customer_id', '=', 'c.id')
        .as('tickets'),
    )
    .where('c.merchant_id', '=', merchantId)
    .where('c.id', '!=', id)
    .where('c.joined_into', 'is', null)
    .where((eb) =>
      eb.or([
        ...(number === null ? [] : [isOneOf('c.phone', phones)]),
        ...(email === null ? [] : [eb(sql<string>`lower(c.email)`, '=', email)]),
      ]),
    )
    .orderBy('c.id')
    .limit(MOST_MATCHES)
    .execute();
  return rows.map((row) => {
    const samePhone = row.phone !== null && phones.includes(row.phone);
    const sameEmail = email !== null && normalEmail(row.email ?? '') === email;
    return { ...row, tickets: row.tickets ?? 0, by: samePhone && sameEmail ? 'both' : samePhone ? 'phone' : 'email' };
  });
}
