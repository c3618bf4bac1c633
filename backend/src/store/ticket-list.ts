import {
  END_OF_LIST,
  WHATSAPP_SESSION_MS,
  type ListFilters,
  type MerchantId,
  type Sort,
  type Ticket,
} from '@inbox/domain';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from './connection';
import { writeMarker, type Marker } from './marker';
import { ticketsUnder } from './ticket-filters';
import { toTicket } from './ticket-rows';

interface Order {
  /** Rows come by this, greatest first, and by id where it ties. */
  key: RawBuilder<unknown>;
  type: 'timestamptz' | 'numeric';
}

/** Added to the keys of the rows that a sort puts first; more than any time in seconds. */
const FIRST = sql.lit(1e12);

function orderBy(sort: Sort, at: number): Order {
  // A session that began before this moment is over (spec section 4).
  const begun = new Date(at - WHATSAPP_SESSION_MS);
  const began = sql`extract(epoch from tickets.session_expiry_at)`;
  const received = sql`extract(epoch from tickets.received_at)`;
  switch (sort) {
    case 'received_at':
      return { key: sql`tickets.received_at`, type: 'timestamptz' };
    case 'replied_at':
      return { key: sql`coalesce(tickets.replied_at, '-infinity'::timestamptz)`, type: 'timestamptz' };
    case 'expiring_soon':
      // Running sessions, the soonest end first; then all others, newest first.
      return {
        key: sql`case when tickets.session_expiry_at > ${begun} then ${FIRST} - ${began} else ${received} - ${FIRST} end`,
        type: 'numeric',
      };
    case 'expired':
      // Sessions that are over, the latest end first; then all others, newest first.
      return {
        key: sql`case when tickets.session_expiry_at <= ${begun} then ${FIRST} + ${began} else ${received} end`,
        type: 'numeric',
      };
  }
}

export interface TicketPage {
  tickets: Ticket[];
  oldest_timestamp: string;
}

export async function listTickets(
  db: Queryable,
  merchantId: MerchantId,
  { filters, pageSize, since, now }: { filters: ListFilters; pageSize: number; since: Marker | null; now: Date },
): Promise<TicketPage> {
  const at = since?.at ?? now.getTime();
  const { key, type } = orderBy(filters.sort_by ?? 'received_at', at);
  let query = db
    .selectFrom('tickets')
    .selectAll('tickets')
    .select(sql<string>`(${key})::text`.as('sort_key'))
    .where(ticketsUnder(filters, merchantId))
    .orderBy(sql`${key} desc`)
    .orderBy('tickets.id', 'desc')
    .limit(pageSize + 1);
  if (since !== null) {
    query = query.where(sql<boolean>`(${key}, tickets.id) < (${since.key}::${sql.raw(type)}, ${since.id}::bigint)`);
  }
  const rows = await query.execute();
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const more = rows.length > pageSize && last !== undefined;
  return {
    tickets: page.map(toTicket),
    oldest_timestamp: more ? writeMarker({ key: last.sort_key, id: last.id, at }) : END_OF_LIST,
  };
}
