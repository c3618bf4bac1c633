import * as z from 'zod/mini';
import type { CountryCode } from '../phone-numbers/read-number';
import { doMatch, type Contacts } from './contacts';
import { FIELDS, readCheckout, readCustomer, readOrder } from './read-answer';
import type { RunQuery } from './shop-client';
import { ShopError } from './shop-error';
import type { ShopRecord } from './shop-record';

/** With their lines, so many orders cost less than what the shop takes in one query. */
const PAGE = 25;
/** A thousand orders; whoever has more buys to sell. */
const MOST_PAGES = 40;
/** More customers of the shop than these are not one person. */
const MOST_CUSTOMERS = 20;

type Connection = keyof typeof FIELDS;

const queryOf = (connection: Connection, sortKey: string): string =>
  `query ($query: String!, $first: Int!, $after: String) {
  ${connection}(query: $query, first: $first, after: $after, sortKey: ${sortKey}, reverse: true) {
    nodes { ${FIELDS[connection]} }
    pageInfo { hasNextPage endCursor }
  }
}`;

const QUERIES: Readonly<Record<Connection, string>> = {
  customers: queryOf('customers', 'UPDATED_AT'),
  orders: queryOf('orders', 'CREATED_AT'),
  abandonedCheckouts: queryOf('abandonedCheckouts', 'CREATED_AT'),
};

const pageSchema = z.object({
  nodes: z.array(z.unknown()),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.optional(z.nullable(z.string())) }),
});

/**
 * Has the shop tell all that it knows of somebody: its customers, orders and abandoned checkouts with an address or phone
 * of theirs, page by page. The shop's search is wide; what does not match is left out.
 * @param numbers the phones as the shop may have written them
 * @param home the country of phone numbers that have none
 * @throws ShopError
 */
export async function* fetchRecords(
  runQuery: RunQuery,
  wanted: Contacts,
  numbers: readonly string[],
  home: CountryCode,
): AsyncGenerator<ShopRecord[]> {
  const known = new Set<string>();
  const isTheirs = ({ contacts, shop_customer_id }: ShopRecord): boolean =>
    doMatch(contacts, wanted) || (shop_customer_id !== null && known.has(shop_customer_id));

  const emails = wanted.emails.map((email) => `email:${quoted(email)}`);
  const customerSearch = [...emails, ...numbers.map((number) => `phone:${quoted(number)}`)].join(' OR ');
  const customers = await fetchPage(runQuery, 'customers', { query: customerSearch, first: MOST_CUSTOMERS });
  const found = customers.nodes.flatMap((node) => readCustomer(node, home) ?? []).filter(isTheirs);
  for (const { external_id } of found) known.add(external_id);
  yield found;

  const ids = [...known].map((id) => `customer_id:${id}`);
  for await (const nodes of pagesOf(runQuery, 'orders', [...ids, ...emails])) {
    yield nodes.flatMap((node) => readOrder(node, home) ?? []).filter(isTheirs);
  }
  // Checkouts have no filter by person: their texts are searched.
  const words = [...wanted.emails.map(quoted), ...numbers.map(quoted)];
  for await (const nodes of pagesOf(runQuery, 'abandonedCheckouts', words)) {
    yield nodes.flatMap((node) => readCheckout(node, home) ?? []).filter(isTheirs);
  }
}

/** As one word of the shop's search language, whatever stands in it. */
const quoted = (word: string): string => `"${word.replace(/[\\"]/g, (sign) => `\\${sign}`)}"`;

async function* pagesOf(
  runQuery: RunQuery,
  connection: Connection,
  terms: readonly string[],
): AsyncGenerator<unknown[]> {
  if (terms.length === 0) return;
  const query = terms.join(' OR ');
  let after: string | null = null;
  for (let n = 0; n < MOST_PAGES; n += 1) {
    const { nodes, pageInfo } = await fetchPage(runQuery, connection, { query, first: PAGE, after });
    yield nodes;
    const next = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    // A cursor that does not move would lead round in a circle.
    if (next === null || next === after) return;
    after = next;
  }
}

async function fetchPage(
  runQuery: RunQuery,
  connection: Connection,
  variables: Readonly<Record<string, unknown>>,
): Promise<z.infer<typeof pageSchema>> {
  const data = await runQuery(QUERIES[connection], variables);
  const page = z.record(z.string(), z.unknown()).safeParse(data).data?.[connection];
  const read = pageSchema.safeParse(page);
  if (!read.success) throw new ShopError('The answer of the shop cannot be read.');
  return read.data;
}
