import * as z from 'zod/mini';
import type { ListFilters, TicketCounts } from '../tickets/filters';
import { SORTS } from '../tickets/filters';
import { agentIdSchema, conversationSourceSchema, prioritySchema, ticketStatusSchema } from './names';
import { isoDay, type Schema } from './primitives';

/** Spec section 3, 'List filter object'. What is left out is not filtered by; `sort_by: null` is newest received first. */
export const listFiltersSchema: Schema<ListFilters> = z.object({
  date_filter_start: z._default(z.nullable(isoDay), null),
  date_filter_end: z._default(z.nullable(isoDay), null),
  initiated_by: z._default(z.nullable(z.enum(['customer', 'merchant'])), null),
  priority_filter: z._default(z.nullable(prioritySchema), null),
  unread: z._default(z.nullable(z.boolean()), null),
  ticket_status: z._default(z.nullable(ticketStatusSchema), null),
  tag_filter: z._default(z.array(z.string().check(z.maxLength(200))), []),
  agent_ids: z._default(z.array(agentIdSchema), []),
  sort_by: z._default(z.nullable(z.enum(SORTS)), null),
  search: z._default(z.nullable(z.string().check(z.maxLength(200))), null),
  conversation_source: z._default(z.nullable(conversationSourceSchema), null),
});

/** What is no number is no count. */
export const ticketCountsSchema: Schema<TicketCounts> = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((counts: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(counts).filter((entry): entry is [string, number] => Number.isInteger(entry[1]))),
  ),
);
