import { cleanSearch, type MerchantId } from '@inbox/domain';
import { typedNumber } from '@inbox/domain/conversation';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readWholeNumber } from '../../phone-numbers/read-number';
import { isOneOf, writtenForms } from '../../phone-numbers/written-forms';

/**
 * What a search asks for. A ticket is found by its number, by any part of its name, its subject, or the customer's e-mail
 * address or phone number, and by its messages, its name and its subject together when one of them has a word that begins
 * with each word that is searched for, in any script.
 */
export interface Search {
  text: string;
  /** For ILIKE; null when the text has no three letters or digits in a row that an index could go by. */
  part: string | null;
  /** What may be a part of a phone number. */
  digits: string | null;
  /** The forms of a whole number with its country, which is searched for in place of a part; empty for none. */
  phones: readonly string[];
  /** What may be a ticket's number. */
  number: number | null;
}

/** Fewer digits than this are a ticket's number, not a part of a phone number. */
const PHONE_DIGITS = 4;

/** `%text%` for LIKE, with what it takes for a pattern meant literally. */
const containing = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`;

/** Null when nothing is searched for. */
export function readSearch(given: string | null): Search | null {
  const text = cleanSearch(given ?? '');
  if (text === '') return null;
  const typed = typedNumber(text);
  // A trunk zero is in no stored number that has its country.
  const digits = (typed ?? '')
    .replace(/\D/g, '')
    .slice(-10)
    .replace(/^0+(?=\d{4})/, '');
  const whole = readWholeNumber(text);
  const number = /^#?(\d{1,15})$/.exec((/^[\p{Nd}\p{Cf}]+$/u.test(text) ? typed : null) ?? text)?.[1];
  return {
    text,
    part: /[a-z0-9]{3}/i.test(text) ? containing(text) : null,
    digits: whole === null && digits.length >= PHONE_DIGITS ? containing(digits) : null,
    phones: whole === null ? [] : writtenForms(whole, null),
    number: number === undefined ? null : Number(number),
  };
}

const NEVER = sql<SqlBool>`false`;
const words = (merchantId: MerchantId, { text }: Search) => sql`search_query(${merchantId}::bigint, ${text}::text)`;

const likeLabel = ({ part }: Search) => (part === null ? NEVER : sql<SqlBool>`s.label ilike ${part}`);

function likeCustomer({ part, digits, phones }: Search): RawBuilder<SqlBool> {
  const arms = [
    ...(part === null ? [] : [sql<SqlBool>`c.email ilike ${part}`]),
    ...(digits === null ? [] : [sql<SqlBool>`right(c.phone, 10) like ${digits}`]),
    ...(phones.length === 0 ? [] : [isOneOf('c.phone', phones)]),
  ];
  return arms.length === 0 ? NEVER : sql<SqlBool>`(${sql.join(arms, sql` or `)})`;
}

/** Is the ticket at hand found? Looks at its own texts: for one ticket after the other. */
export function isFound(merchantId: MerchantId, search: Search): RawBuilder<SqlBool> {
  // Each of them with a limit, which keeps PostgreSQL from finding all that match before it looks at the first ticket.
  return sql<SqlBool>`(
    tickets.id is not distinct from ${search.number}::bigint
    or (select true from search_texts s
        where s.merchant_id = ${merchantId} and s.ticket_id = tickets.id
          and (s.words @@ ${words(merchantId, search)} or ${likeLabel(search)}) limit 1)
    or (select true from customers c
        where c.merchant_id = ${merchantId} and c.id = tickets.customer_id and ${likeCustomer(search)} limit 1)
  ) is true`;
}

/**
 * The numbers of the tickets that match, by the indexes on texts, names and customers; in no order, and some of them more
 * than once, because the reader sorts them anyway.
 * @param most so many, and no others are looked for; null for all
 */
export const foundIds = (
  merchantId: MerchantId,
  search: Search,
  most: number | null,
): RawBuilder<{ id: number }> => sql`
  select s.ticket_id as id from search_texts s
  where s.merchant_id = ${merchantId} and s.words @@ ${words(merchantId, search)}
  union all
  select s.ticket_id from search_texts s
  where s.merchant_id = ${merchantId} and s.label is not null and ${likeLabel(search)}
  union all
  select t.id from tickets t
  where t.merchant_id = ${merchantId} and t.customer_id = any(array(
    select c.id from customers c where c.merchant_id = ${merchantId} and ${likeCustomer(search)}
      limit ${most}::bigint))
  union all
  select ${search.number}::bigint
  limit ${most}::bigint`;

/** The same, for all tickets at once. */
export const isAmongFound = (merchantId: MerchantId, search: Search): RawBuilder<SqlBool> =>
  sql<SqlBool>`tickets.id = any(array(${foundIds(merchantId, search, null)}))`;
