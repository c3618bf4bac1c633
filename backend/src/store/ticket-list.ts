import {
  END_OF_LIST,
  WHATSAPP_SESSION_MS,
  type ListFilters,
  type MerchantId,
  type Sort,
  type Ticket,
} from '@inbox/domain';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Queryable } from './connection';
import { writeMarker, type Marker } from './marker';
import { ticketsUnder } from './ticket-filters';
import { toTicket, type TicketRow } from './ticket-rows';

/** Tickets that come one after the other by one column; an order is one such part, or several that follow each other. */
interface Part {
  /** Which tickets it has; null for all. */
  where: RawBuilder<SqlBool> | null;
  by: 'received_at' | 'replied_at' | 'session_expiry_at';
  direction: 'asc' | 'desc';
}

const newest = (where: RawBuilder<SqlBool> | null): Part => ({ where, by: 'received_at', direction: 'desc' });

/** The parts of an order at a moment, in milliseconds. Each has an index of its own; see migrations. */
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

type PlacedRow = TicketRow & { key: string; part: number };

/** One page of the merchant's tickets, from a marker of the page before. */
export async function listTickets(
  db: Queryable,
  merchantId: MerchantId,
  request: { filters: ListFilters; pageSize: number; since: Marker | null; now: Date },
): Promise<TicketPage> {
  const { filters, pageSize, since, now } = request;
  const at = since?.at ?? now.getTime();
  const rows: PlacedRow[] = [];
  for (const [part, how] of partsOf(filters.sort_by ?? 'received_at', at).entries()) {
    if (part < (since?.part ?? 0) || rows.length > pageSize) continue;
    const from = since?.part === part ? since : null;
    // One more than is shown says whether there are more.
    const found = await readPart(db, merchantId, filters, how, from, pageSize + 1 - rows.length);
    rows.push(...found.map((row) => ({ ...row, part })));
  }
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const more = rows.length > pageSize && last !== undefined;
  return {
    tickets: page.map(toTicket),
    oldest_timestamp: more ? writeMarker({ key: last.key, id: last.id, part: last.part, at }) : END_OF_LIST,
  };
}

async function readPart(
  db: Queryable,
  merchantId: MerchantId,
  filters: ListFilters,
  { where, by, direction }: Part,
  since: Marker | null,
  limit: number,
) {
  const column = sql.ref(`tickets.${by}`);
  let query = db
    .selectFrom('tickets')
    .selectAll('tickets')
    .select(sql<string>`${column}::text`.as('key'))
    .where(ticketsUnder(filters, merchantId))
    .orderBy(`tickets.${by}`, direction)
    .orderBy('tickets.id', direction)
    .limit(limit);
  if (where !== null) query = query.where(where);
  if (since !== null) {
    const beyond = sql.raw(direction === 'asc' ? '>' : '<');
    query = query.where(
      sql<SqlBool>`(${column}, tickets.id) ${beyond} (${since.key}::timestamptz, ${since.id}::bigint)`,
    );
  }
  return query.execute();
}
