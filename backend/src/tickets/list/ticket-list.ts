import {
  END_OF_LIST,
  WHATSAPP_SESSION_MS,
  type ListFilters,
  type MerchantId,
  type Sort,
  type Ticket,
} from '@inbox/domain';
import { sql, type AliasableExpression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Queryable } from '../../platform/db/connection';
import { writeCursor, type Cursor } from '../../platform/db/cursor';
import type { InboxSchema } from '../../platform/db/schema';
import { isAmongFound, isFound, readSearch } from '../search/search';
import { ownedBy, ownersOf, passing, passingOwned } from '../search/ticket-filters';
import { toTicket, type TicketRow } from '../lifecycle/ticket-rows';

/** Tickets that come one after the other by one column; an order is one such part, or several that follow each other. */
interface Part {
  /** Which tickets it has; null for all. */
  where: RawBuilder<SqlBool> | null;
  by: 'received_at' | 'replied_at' | 'session_expiry_at';
  direction: 'asc' | 'desc';
}

const newest = (where: RawBuilder<SqlBool> | null): Part => ({ where, by: 'received_at', direction: 'desc' });

/** The parts of an order at a moment, in milliseconds: `listPlace` in the domain. Each has indexes; see migrations. */
function partsOf(sort: Sort, at: number): Part[] {
  // A session that began before this moment is over (spec section 4).
  const begun = new Date(at - WHATSAPP_SESSION_MS);
  const running = sql<SqlBool>`tickets.session_expiry_at > ${begun}`;
  const over = sql<SqlBool>`tickets.session_expiry_at <= ${begun}`;
  switch (sort) {
    case 'received_at':
      return [newest(null)];
    case 'replied_at':
      return [
        { where: sql<SqlBool>`tickets.replied_at is not null`, by: 'replied_at', direction: 'desc' },
        newest(sql<SqlBool>`tickets.replied_at is null`),
      ];
    case 'expiring_soon':
      return [
        { where: running, by: 'session_expiry_at', direction: 'asc' },
        newest(sql<SqlBool>`(${running}) is not true`),
      ];
    case 'expired':
      return [{ where: over, by: 'session_expiry_at', direction: 'desc' }, newest(sql<SqlBool>`(${over}) is not true`)];
  }
}

export interface TicketPage {
  tickets: Ticket[];
  oldest_timestamp: string;
}

type TicketQuery = SelectQueryBuilder<InboxSchema, 'tickets', object>;
type KeyedRow = TicketRow & { key: string };

/** One page of the merchant's tickets, from a cursor of the page before. */
export async function listTickets(
  db: Queryable,
  merchantId: MerchantId,
  request: { filters: ListFilters; pageSize: number; since: Cursor | null; now: Date },
): Promise<TicketPage> {
  const { filters, pageSize, since, now } = request;
  const at = since?.at ?? now.getTime();
  const rows: (KeyedRow & { part: number })[] = [];
  for (const [index, part] of partsOf(filters.sort_by ?? 'received_at', at).entries()) {
    if (index < (since?.part ?? 0) || rows.length > pageSize) continue;
    const from = since?.part === index ? since : null;
    // One more than is shown says whether there are more.
    const found = await readPart({ db, merchantId, filters, part, from }, pageSize + 1 - rows.length);
    rows.push(...found.map((row) => ({ ...row, part: index })));
  }
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const more = rows.length > pageSize && last !== undefined;
  return {
    tickets: page.map(toTicket),
    oldest_timestamp: more ? writeCursor({ key: last.key, id: last.id, part: last.part, at }) : END_OF_LIST,
  };
}

interface Reading {
  db: Queryable;
  merchantId: MerchantId;
  filters: ListFilters;
  part: Part;
  from: Cursor | null;
}

/**
 * How many tickets a search looks at one by one, in the list's order, before it asks the indexes on texts. What is common
 * fills a page sooner than that, however many there are; what is rarer leaves the indexes few to bring.
 */
export const LOOKED_AT = 5_000;

async function readPart(reading: Reading, limit: number): Promise<KeyedRow[]> {
  const { db, merchantId, filters } = reading;
  const search = readSearch(filters.search);
  if (search === null) return keyed(reading, inOrder(reading, limit)).execute();

  const near = await keyed(reading, inOrder(reading, LOOKED_AT))
    .where(isFound(merchantId, search))
    .limit(limit)
    .execute();
  if (near.length === limit) return near;
  const beyond = await db
    .selectFrom(inOrder(reading, LOOKED_AT + 1).as('tickets'))
    .select('tickets.id')
    .offset(LOOKED_AT)
    .executeTakeFirst();
  if (beyond === undefined) return near;
  const found = oneOrder(reading, limit, (query) =>
    query.where(passingOwned(filters, merchantId)).where(isAmongFound(merchantId, search)),
  );
  return keyed(reading, found).execute();
}

/** More agents than this are looked for in the order of all tickets. */
const MOST_OWNERS = 24;

/**
 * The first tickets of a part, of those that pass all filters but the search. Each agent's are read from that agent's own
 * part of the index: who has few tickets would have to be looked for through everybody's.
 */
function inOrder(reading: Reading, limit: number) {
  const { db, merchantId, filters, part } = reading;
  const owners = ownersOf(filters);
  if (owners === null) return oneOrder(reading, limit, (query) => query.where(passing(filters, merchantId)));
  if (owners.length > MOST_OWNERS) {
    return oneOrder(reading, limit, (query) => query.where(passingOwned(filters, merchantId)));
  }
  const [first, ...others] = owners.map((owner) => {
    const own = oneOrder(reading, limit, (query) => query.where(passing(filters, merchantId)).where(ownedBy(owner)));
    return db.selectFrom(own.as('own')).selectAll();
  });
  if (first === undefined) throw new Error('A filter of agents names somebody, or nobody.');
  const all = others.reduce((together, own) => together.unionAll(own), first);
  return db
    .selectFrom(all.as('tickets'))
    .selectAll()
    .orderBy(`tickets.${part.by}`, part.direction)
    .orderBy('tickets.id', part.direction)
    .limit(limit);
}

function oneOrder({ db, part, from }: Reading, limit: number, narrow: (query: TicketQuery) => TicketQuery) {
  const { where, by, direction } = part;
  const column = sql.ref(`tickets.${by}`);
  let query = narrow(db.selectFrom('tickets'));
  if (where !== null) query = query.where(where);
  if (from !== null) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(sql<SqlBool>`(${column}, tickets.id) ${beyond} (${from.key}::timestamptz, ${from.id}::bigint)`);
  }
  return query.selectAll('tickets').orderBy(`tickets.${by}`, direction).orderBy('tickets.id', direction).limit(limit);
}

/** With what a cursor names each row by: made of the few rows that are left, not of all that are put in order. */
const keyed = ({ db, part: { by, direction } }: Reading, rows: AliasableExpression<TicketRow>) =>
  db
    .selectFrom(rows.as('tickets'))
    .selectAll()
    .select(sql<string>`${sql.ref(`tickets.${by}`)}::text`.as('key'))
    .orderBy(`tickets.${by}`, direction)
    .orderBy('tickets.id', direction);
