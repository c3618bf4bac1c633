import { cleanSearch, lastTenDigits, type ListFilters, type MerchantId } from '@inbox/domain';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { InboxSchema } from './schema';

type TicketsBuilder = ExpressionBuilder<InboxSchema, 'tickets'>;

/** Agents work by the Indian calendar: a day of the date filter begins at midnight there. */
const DAY_START = 'T00:00:00+05:30';
const DAY_MS = 86_400_000;

const dayStart = (day: string): Date => new Date(day + DAY_START);
const dayEnd = (day: string): Date => new Date(dayStart(day).getTime() + DAY_MS);

/** `%text%` for ILIKE, with what LIKE takes for a pattern meant literally. */
const containing = (text: string): string => `%${text.replace(/[%_\\]/g, '\\$&')}%`;

/** Fewer digits than this are a ticket's number, not a part of a phone number. */
const PHONE_DIGITS = 4;

function found(eb: TicketsBuilder, merchantId: MerchantId, search: string): Expression<SqlBool> {
  const pattern = containing(search);
  const digits = lastTenDigits(search);
  const number = /^#?(\d{1,15})$/.exec(search)?.[1];
  const customers = eb
    .selectFrom('customers')
    .select('customers.id')
    .where('customers.merchant_id', '=', merchantId)
    .where((inner) =>
      inner.or([
        inner('customers.email', 'ilike', pattern),
        ...(digits.length >= PHONE_DIGITS && /^[\d\s()+-]+$/.test(search)
          ? [sql<SqlBool>`right(customers.phone, 10) like ${containing(digits)}`]
          : []),
      ]),
    );
  return eb.or([
    eb('tickets.full_name', 'ilike', pattern),
    eb('tickets.subject', 'ilike', pattern),
    // As an array made once, so that the index on the customer serves it.
    sql<SqlBool>`tickets.customer_id = any(array(${customers}))`,
    ...(number === undefined ? [] : [sql<SqlBool>`tickets.id = ${Number(number)}`]),
  ]);
}

/** The tickets of the merchant that pass the filters: the same meaning as `matches` in the domain. */
export function ticketsUnder(filters: ListFilters, merchantId: MerchantId) {
  return (eb: TicketsBuilder): Expression<SqlBool> => {
    const all: Expression<SqlBool>[] = [eb('tickets.merchant_id', '=', merchantId)];
    const { ticket_status, conversation_source, priority_filter, unread, tag_filter, agent_ids, initiated_by } =
      filters;
    if (ticket_status !== null) all.push(eb('tickets.status', '=', ticket_status));
    if (conversation_source !== null) all.push(eb('tickets.source', '=', conversation_source));
    if (priority_filter !== null) all.push(eb('tickets.priority', '=', priority_filter));
    if (unread !== null) all.push(eb('tickets.conversation_read', '=', !unread));
    if (tag_filter.length > 0) all.push(sql<SqlBool>`tickets.tags && ${tag_filter}::text[]`);
    if (agent_ids.length > 0) {
      all.push(sql<SqlBool>`(tickets.owner_id = any(${agent_ids}::bigint[]) or tickets.owner_id is null)`);
    }
    if (initiated_by !== null) all.push(eb('tickets.initiated_by', '=', initiated_by));
    if (filters.date_filter_start !== null) {
      all.push(eb('tickets.received_at', '>=', dayStart(filters.date_filter_start)));
    }
    if (filters.date_filter_end !== null) all.push(eb('tickets.received_at', '<', dayEnd(filters.date_filter_end)));
    const search = cleanSearch(filters.search ?? '');
    if (search !== '') all.push(found(eb, merchantId, search));
    return eb.and(all);
  };
}
