import {
  type ConversationId,
  type Customer,
  type CustomerAnalytics,
  type CustomerId,
  type CustomerInfo,
  type CustomerSubject,
  type MerchantId,
  type PhoneNumber,
  type SiblingTicket,
  type Ticket,
  readCurrency,
  RUPEES,
  type Money,
} from '@inbox/domain';
import { isPersonName } from '@inbox/domain/conversation';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { readHomeCountry } from '../phone-numbers/home-country';
import { isOneOf, writtenForms } from '../phone-numbers/written-forms';
import { toTicket } from '../tickets/lifecycle/ticket-rows';

async function readAnalytics(
  db: Queryable,
  merchantId: MerchantId,
  customerId: CustomerId,
): Promise<CustomerAnalytics> {
  const orders = await db
    .selectFrom('orders')
    .select(({ fn }) => [
      fn.countAll<number>().as('total_orders'),
      fn.countAll<number>().filterWhere('is_cancelled', '=', true).as('orders_cancelled'),
      fn.countAll<number>().filterWhere('fulfillment_status', '=', 'delivered').as('orders_delivered'),
      // Returned to origin, in any of its stages.
      fn.countAll<number>().filterWhere('fulfillment_status', 'like', 'rto%').as('orders_rtod'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const checkouts = await db
    .selectFrom('abandoned_checkouts')
    .select(({ fn }) => [
      fn.countAll<number>().as('total_abandoned_checkouts'),
      fn.countAll<number>().filterWhere('is_converted', '=', true).as('abandoned_checkouts_converted'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const spent = await db
    .selectFrom('orders')
    .select([
      'currency',
      // A cancelled order was not paid for.
      sql<number>`coalesce(sum(total_order_price) filter (where not is_cancelled), 0)`.as('amount'),
    ])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', customerId)
    .groupBy('currency')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('currency')
    .execute();
  return { ...orders, ...checkouts, ...spentFigures(spent) };
}

const orNull = (text: string | null): string | null => (text === '' ? null : text);

/** Who writes in this conversation, with what the orders say of them; undefined when there is no such conversation. */
export async function readCustomer(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<Customer | undefined> {
  const row = await db
    .selectFrom('conversations as v')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.merchant_id', '=', 'v.merchant_id').onRef('c.id', '=', 'v.customer_id'),
    )
    .selectAll('c')
    .where('v.merchant_id', '=', merchantId)
    .where('v.id', '=', conversationId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    first_name: orNull(row.first_name),
    last_name: orNull(row.last_name),
    full_name: orNull(row.full_name),
    email: orNull(row.email),
    phone: orNull(row.phone),
    city: orNull(row.city),
    pin: orNull(row.pin),
    address: orNull(row.address),
    analytics: await readAnalytics(db, merchantId, row.id),
  };
}

/**
 * Who has this phone or, when nobody does, this e-mail address in lower case. Nobody is found by the end of a number
 * alone: ten equal digits of two countries are two people.
 */
export async function findCustomerInfo(
  db: Queryable,
  merchantId: MerchantId,
  { phone, email }: { phone?: PhoneNumber | undefined; email?: string | undefined },
): Promise<CustomerInfo> {
  const customers = db
    .selectFrom('customers')
    .select(['phone', 'email', 'first_name', 'last_name', 'full_name'])
    .select((eb) =>
      eb
        .selectFrom('conversations as v')
        .select((of) => of.fn.max('v.id').as('id'))
        .whereRef('v.merchant_id', '=', 'customers.merchant_id')
        .whereRef('v.customer_id', '=', 'customers.id')
        .as('conversation_id'),
    )
    .where('merchant_id', '=', merchantId)
    .where('joined_into', 'is', null)
    .orderBy('id');
  const row =
    (phone === undefined
      ? undefined
      : await customers
          .where(isOneOf('phone', writtenForms(phone, await readHomeCountry(db, merchantId))))
          .executeTakeFirst()) ??
    (email === undefined ? undefined : await customers.where(sql<string>`lower(email)`, '=', email).executeTakeFirst());
  if (row === undefined) return { phone: null, email: null, first_name: null, last_name: null };
  const { conversation_id } = row;
  return { phone: orNull(row.phone), email: orNull(row.email), ...personName(row), conversation_id };
}

/** First and last name; a customer whom nobody has named yet is called by the phone or the address, which is none. */
function personName(row: {
  first_name: string | null;
  last_name: string | null;
  full_name: string;
  phone: string | null;
  email: string | null;
}): Pick<CustomerInfo, 'first_name' | 'last_name'> {
  if (!isPersonName(row.full_name, row)) return { first_name: null, last_name: null };
  if (orNull(row.first_name) !== null) return { first_name: row.first_name, last_name: orNull(row.last_name) };
  const [first, ...rest] = row.full_name.trim().split(/\s+/);
  return { first_name: first ?? null, last_name: rest.join(' ') || null };
}

/** All tickets of the conversation's customer, over all channels, newest first; undefined without the conversation. */
export async function listCustomerTickets(
  db: Queryable,
  merchantId: MerchantId,
  conversationId: ConversationId,
): Promise<SiblingTicket[] | undefined> {
  const conversation = await db
    .selectFrom('conversations')
    .select('customer_id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', conversationId)
    .executeTakeFirst();
  if (conversation === undefined) return undefined;
  const rows = await db
    .selectFrom('tickets')
    .select(['id', 'status', 'created_at'])
    .where('merchant_id', '=', merchantId)
    .where('customer_id', '=', conversation.customer_id)
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}

const SUBJECT_COLUMNS = { ticket: 'id', conversation: 'conversation_id', customer: 'customer_id' } as const;

/** The ticket, or the newest one of the conversation or customer; undefined when the merchant has none. */
export async function findSubjectTicket(
  db: Queryable,
  merchantId: MerchantId,
  { of, id }: CustomerSubject,
): Promise<Ticket | undefined> {
  const row = await db
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where(sql<number>`${sql.ref(SUBJECT_COLUMNS[of])}`, '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && toTicket(row);
}

/** Reads the sums of each currency, as the database groups them, into the figures of a customer. */
export function spentFigures(
  sums: readonly { amount: number; currency: unknown }[],
): Pick<CustomerAnalytics, 'total_spent' | 'spent'> {
  const spent: Money[] = sums.map(({ amount, currency }) => ({ amount, currency: readCurrency(currency) }));
  return { total_spent: spent.find(({ currency }) => currency === RUPEES)?.amount ?? 0, spent };
}
