import type { ContentId, ConversationId, CustomerId, MerchantId, TicketId } from '@inbox/domain';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { readHomeCountry } from '../../phone-numbers/home-country';
import { contactsOf, lastDigits, type Contacts } from '../../shop/contacts';
import { phoneOfLine } from '../phone-of-line';

/** What is to be erased, by number, and by what else a person is found. */
export interface Traces {
  merchantId: MerchantId;
  /** Those that go altogether; none when only old tickets go. */
  customers: CustomerId[];
  conversations: ConversationId[];
  tickets: TicketId[];
  contents: ContentId[];
  contacts: Contacts;
  /** In lower case: addresses, numbers and names, as they may be in what was stored as it came. */
  words: string[];
}

/** A shorter name or number is found in what is about somebody else. */
const SHORTEST_WORD = 6;

/** Locks the customers, their conversations and all their tickets: what is on its way to them waits, and begins anew. */
export async function lockCustomerTraces(
  tx: Queryable,
  merchantId: MerchantId,
  customers: readonly CustomerId[],
): Promise<Traces> {
  const people = await tx
    .selectFrom('customers')
    .select(['id', 'full_name', 'email', 'phone'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(customers))))
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const conversations = await tx
    .selectFrom('conversations')
    .select(['id', 'source', 'contact'])
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('customer_id', '=', eb.fn.any(eb.val(customers))))
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = conversations.map(({ id }) => id);
  const tickets = await tx
    .selectFrom('tickets')
    .select(['id', 'full_name', 'customer_email'])
    .where('merchant_id', '=', merchantId)
    .where((eb) =>
      eb.or([eb('customer_id', '=', eb.fn.any(eb.val(customers))), eb('conversation_id', '=', eb.fn.any(eb.val(ids)))]),
    )
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const contacts = conversations.map(({ contact }) => contact);
  const emails = [...people.map(({ email }) => email), ...tickets.map((ticket) => ticket.customer_email), ...contacts];
  const phones = [...people.map(({ phone }) => phone), ...conversations.map(phoneOfLine)];
  const found = contactsOf(emails, phones, await readHomeCountry(tx, merchantId));
  const names = [...people, ...tickets].map(({ full_name }) => full_name).filter((name) => /\S\s+\S/.test(name));
  const words = [...found.emails, ...lastDigits(found.phones), ...contacts, ...names].map((word) => word.toLowerCase());
  const own = tickets.map(({ id }) => id);
  return {
    merchantId,
    customers: people.map(({ id }) => id),
    conversations: ids,
    tickets: own,
    contents: await contentsOf(tx, merchantId, own),
    contacts: found,
    words: [...new Set(words)].filter(({ length }) => length >= SHORTEST_WORD),
  };
}

/** The same of single tickets, whose customer stays. Those that are not closed any more are left out. */
export async function lockTicketTraces(
  tx: Queryable,
  merchantId: MerchantId,
  tickets: readonly TicketId[],
): Promise<Traces> {
  const found = await tx
    .selectFrom('tickets')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(tickets))))
    .where('erased_at', 'is', null)
    .where('status', '=', 'closed')
    .orderBy('id')
    .forUpdate()
    .execute();
  const own = found.map(({ id }) => id);
  return {
    merchantId,
    customers: [],
    conversations: [],
    tickets: own,
    contents: await contentsOf(tx, merchantId, own),
    contacts: { emails: [], phones: [] },
    words: [],
  };
}

/** Of people, and of tickets of others. */
export function mergeTraces(people: Traces, others: Traces): Traces {
  const union = <T extends number>(one: T[], other: T[]): T[] => [...new Set([...one, ...other])].sort((a, b) => a - b);
  return {
    ...people,
    tickets: union(people.tickets, others.tickets),
    contents: union(people.contents, others.contents),
  };
}

async function contentsOf(tx: Queryable, merchantId: MerchantId, tickets: TicketId[]): Promise<ContentId[]> {
  const { rows } = await sql<{ id: ContentId }>`
    select id from contents where merchant_id = ${merchantId} and ticket_id = any(${tickets}::bigint[])
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}
