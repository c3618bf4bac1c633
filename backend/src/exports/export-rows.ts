import {
  END_OF_LIST,
  type Actor,
  type AgentId,
  type ListFilters,
  type MerchantId,
  type Ticket,
  type TicketId,
} from '@inbox/domain';
import type { Queryable } from '../platform/db/connection';
import { readCursor } from '../platform/db/cursor';
import { listTickets } from '../tickets/list/ticket-list';

const PAGE = 500;

/** One ticket of a report. */
export interface ExportRow {
  ticket: Ticket;
  email: string | null;
  phone: string | null;
  owner: string | null;
  initiated_by: Actor;
  replied_at: Date | null;
  closed_at: Date | null;
}

/** The merchant's tickets under the filters, in their order, page by page: as many are in memory as a page has. */
export async function* readExportPages(
  db: Queryable,
  merchantId: MerchantId,
  filters: ListFilters,
  now: Date,
): AsyncGenerator<ExportRow[]> {
  const owners = await readNames(db, merchantId);
  let cursor: string | null = null;
  while (cursor !== END_OF_LIST) {
    const since = cursor === null ? null : (readCursor(cursor) ?? null);
    const page = await listTickets(db, merchantId, { filters, pageSize: PAGE, since, now });
    if (page.tickets.length > 0) yield await withDetails(db, merchantId, page.tickets, owners);
    cursor = page.oldest_timestamp;
  }
}

async function withDetails(
  db: Queryable,
  merchantId: MerchantId,
  tickets: readonly Ticket[],
  owners: ReadonlyMap<AgentId, string>,
): Promise<ExportRow[]> {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.merchant_id', '=', 't.merchant_id').onRef('c.id', '=', 't.customer_id'),
    )
    .select(['t.id', 'c.email', 'c.phone', 't.initiated_by', 't.replied_at', 't.closed_at'])
    .where('t.merchant_id', '=', merchantId)
    .where((eb) => eb('t.id', '=', eb.fn.any(eb.val(tickets.map(({ id }) => id)))))
    .execute();
  const byId = new Map<TicketId, (typeof rows)[number]>(rows.map((row) => [row.id, row]));
  return tickets.flatMap((ticket) => {
    const found = byId.get(ticket.id);
    if (found === undefined) return [];
    const { id: _, ...details } = found;
    const owner = ticket.owner_id === null ? null : (owners.get(ticket.owner_id) ?? null);
    return [{ ticket, ...details, owner }];
  });
}

async function readNames(db: Queryable, merchantId: MerchantId): Promise<Map<AgentId, string>> {
  const rows = await db
    .selectFrom('agents')
    .select(['id', 'first_name', 'last_name'])
    .where('merchant_id', '=', merchantId)
    .execute();
  return new Map(rows.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]));
}
