import {
  conversationIdSchema,
  customerIdSchema,
  isoTime,
  LIST_PAGE_SIZE,
  rowsOf,
  ticketIdSchema,
  type Schema,
} from '@inbox/domain';
import type { Analytics, AnalyticsCustomer, AnalyticsFigures, DayRange } from '@inbox/domain/analytics';
import * as z from 'zod/mini';
import { get } from './call';
import { marker } from './calls/parts';

export interface AnalyticsCustomersQuery extends DayRange {
  page_size: number;
  /** The `oldest_timestamp` of the page before; left out for the first. */
  fetch_since?: string | undefined;
}

export interface AnalyticsCustomersAnswer {
  /** Whose newest ticket is the newest, first. */
  customers: AnalyticsCustomer[];
  oldest_timestamp: string;
}

const day = () => z.iso.date();
const range = () => ({ from: day(), to: day() });

const counts = () => z.record(z.string(), z.int());
const figures = () => ({
  tickets: z.int(),
  by_channel: counts(),
  by_status: counts(),
  first_response: z.object({
    replied: z.int(),
    median_seconds: z.nullable(z.number()),
    p90_seconds: z.nullable(z.number()),
  }),
  csat: z.object({ sent: z.int(), answered: z.int(), score: z.nullable(z.number()) }),
});
const figuresSchema = (): Schema<AnalyticsFigures> => z.object(figures());

const customer = (): Schema<AnalyticsCustomer> =>
  z.object({
    customer_id: customerIdSchema,
    full_name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    tickets: z.int(),
    open_tickets: z.int(),
    ticket_id: ticketIdSchema,
    conversation_id: conversationIdSchema,
    last_ticket_at: isoTime,
  });

/**
 * Figures of the whole shop for pages of the wider product; for store admins, and for narrow tokens whose scope says
 * `analytics`. They stand apart from the other calls, since the inbox has no use for them.
 */
export const analyticsCalls = {
  /** Of at most `MOST_ANALYTICS_DAYS`, none of which lies ahead. */
  analytics: get<Analytics, null, DayRange>('/api/inbox/analytics/', () => ({
    query: z.object(range()),
    answer: z.object({
      ...range(),
      time_zone: z.string(),
      total: figuresSchema(),
      days: z.array(z.object({ day: day(), ...figures() })),
    }),
  })),
  analyticsCustomers: get<AnalyticsCustomersAnswer, null, AnalyticsCustomersQuery>(
    '/api/inbox/analytics/customers/',
    () => ({
      query: z.object({
        ...range(),
        page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), LIST_PAGE_SIZE),
        fetch_since: z.optional(marker()),
      }),
      answer: z.object({ customers: rowsOf('customer', customer()), oldest_timestamp: z.string() }),
    }),
  ),
} as const;
