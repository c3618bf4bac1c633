import { dayEnd, dayStart, END_OF_LIST, type MerchantId } from '@inbox/domain';
import type { AnalyticsCustomer, DayRange } from '@inbox/domain/analytics';
import { sql } from 'kysely';
import type { Queryable } from '../platform/db/connection';
import { writeCursor, type Cursor } from '../platform/db/cursor';

interface Asked extends DayRange {
  merchantId: MerchantId;
  pageSize: number;
  since: Cursor | null;
}

type Row = Omit<AnalyticsCustomer, 'last_ticket_at'> & { last_ticket_at: Date; sort_key: string };

/** A page of the customers with tickets from these days, whose newest ticket is the newest first. */
export async function listAnalyticsCustomers(
  db: Queryable,
  { merchantId, from, to, pageSize, since }: Asked,
): Promise<{ customers: AnalyticsCustomer[]; oldest_timestamp: string }> {
  const after =
    since === null
      ? sql`true`
      : sql`(max(t.created_at), t.customer_id) < (${since.key}::timestamptz, ${since.id}::bigint)`;
  const { rows } = await sql<Row>`
    select page.*, c.full_name, c.email, c.phone, page.last_ticket_at::text as sort_key
    from (
      select t.customer_id, count(*)::int as tickets, count(*) filter (where t.status <> 'closed')::int as open_tickets,
        max(t.created_at) as last_ticket_at,
        (array_agg(t.id order by t.created_at desc, t.id desc))[1] as ticket_id,
        (array_agg(t.conversation_id order by t.created_at desc, t.id desc))[1] as conversation_id
      from tickets t
      where t.merchant_id = ${merchantId} and t.created_at >= ${new Date(dayStart(from))}
        and t.created_at < ${new Date(dayEnd(to))}
      group by t.customer_id
      having ${after}
      order by max(t.created_at) desc, t.customer_id desc
      limit ${pageSize + 1}
    ) page
    join customers c on c.merchant_id = ${merchantId} and c.id = page.customer_id
    order by page.last_ticket_at desc, page.customer_id desc`.execute(db);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const more = rows.length > pageSize && last !== undefined;
  return {
    customers: page.map(({ sort_key: _key, last_ticket_at, ...customer }) => ({
      ...customer,
      last_ticket_at: last_ticket_at.toISOString(),
    })),
    oldest_timestamp: more ? writeCursor({ key: last.sort_key, id: last.customer_id, part: 0, at: 0 }) : END_OF_LIST,
  };
}
