import {
  agentIdSchema,
  LIST_PAGE_SIZE,
  listFiltersSchema,
  rowsOf,
  SETTABLE_STATUSES,
  ticketCountsSchema,
  ticketSchema,
  type AgentId,
  type ListFilters,
  type Schema,
  type SettableStatus,
  type Ticket,
  type TicketCounts,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post, postRead } from '../call';
import {
  changeAnswer,
  manyTickets,
  marker,
  nothing,
  ref,
  seeing,
  type ChangeAnswer,
  type ManyTickets,
  type Seeing,
} from './parts';

export interface TicketListRequest {
  filters: ListFilters;
  page_size: number;
  /** The `oldest_timestamp` of the page before; null for the first. */
  fetch_since: string | null;
  inbox_version: string;
}

export interface TicketListAnswer {
  tickets: Ticket[];
  oldest_timestamp: string;
  /** The live sequence that this answer includes: older events change nothing in it. */
  seq: number;
}

/** How many tickets a search finds. */
export interface FoundCount {
  /** Under all filters. */
  shown: number;
  /** Were it not for the filter of agents. */
  everybody: number;
  /** The search finds more than are counted. */
  more: boolean;
}

const ticketListRequest = (): Schema<TicketListRequest> =>
  z.object({
    filters: z.prefault(listFiltersSchema, {}),
    page_size: z._default(z.int().check(z.minimum(1), z.maximum(100)), LIST_PAGE_SIZE),
    fetch_since: z._default(z.nullable(marker()), null),
    inbox_version: z._default(z.string().check(z.maxLength(20)), 'old'),
  });

/** The list, and what is done with many tickets at once. */
export const listCalls = {
  ticketList: postRead<TicketListAnswer, null, TicketListRequest>('/api/inbox/ticket/list/', () => ({
    body: ticketListRequest(),
    answer: z.object({ tickets: rowsOf('ticket', ticketSchema), oldest_timestamp: z.string(), seq: z.int() }),
  })),

  ticketCounter: postRead<TicketCounts, null, { filters: ListFilters }>('/api/inbox/ticket/counter/', () => ({
    body: z.object({ filters: z.prefault(listFiltersSchema, {}) }),
    answer: ticketCountsSchema,
  })),

  /** What a search finds, with the filter of agents and without; zeros when nothing is searched for. */
  foundCount: post<FoundCount, null, { filters: ListFilters }>('/api/inbox/ticket/found-count/', () => ({
    body: z.object({ filters: z.prefault(listFiltersSchema, {}) }),
    answer: z.object({ shown: z.int(), everybody: z.int(), more: z.boolean() }),
  })),

  /** The merchant's tags, those of the most tickets first. */
  ticketTags: get<{ tag: string }[]>(
    '/api/inbox/ticket/tags/',
    () => ({
      answer: rowsOf('tag', z.object({ tag: z.string() })),
    }),
    { cached: true },
  ),

  setStatus: post<ChangeAnswer, null, ManyTickets & Seeing & { status: SettableStatus; send_csat: boolean }>(
    '/api/inbox/ticket/set-status/',
    () => ({
      body: z.intersection(
        manyTickets(),
        z.object({ status: z.enum(SETTABLE_STATUSES), send_csat: z._default(z.boolean(), false), ...seeing() }),
      ),
      answer: changeAnswer(),
    }),
  ),

  /**
   * Takes back a close: what the `setStatus` of this ref has closed, and nobody has opened since, is as it was before. A
   * survey that has not left yet is not sent; `is_csat_sent` of the answered tickets tells of one that has.
   */
  undoClose: post<ChangeAnswer, null, { closed_ref: string; ref?: string | undefined }>(
    '/api/inbox/ticket/set-status/undo/',
    () => ({ body: z.object({ closed_ref: ref(), ref: z.optional(ref()) }), answer: changeAnswer() }),
  ),

  transfer: post<ChangeAnswer, null, ManyTickets & Seeing & { transfer_to: AgentId }>(
    '/api/inbox/ticket/transfer/owner-ship/',
    () => ({
      body: z.intersection(manyTickets(), z.object({ transfer_to: agentIdSchema, ...seeing() })),
      answer: changeAnswer(),
    }),
  ),

  /** Orders a report of the tickets under the filters; it is e-mailed to the agent. One at a time for each agent: 409. */
  exportConversations: post<Record<string, never>, null, { filters: ListFilters }>(
    '/api/inbox/export/conversations/',
    () => ({
      body: z.object({ filters: z.prefault(listFiltersSchema, {}) }),
      answer: nothing(),
    }),
  ),

  /** What `markUnread` does to one ticket, to many. */
  markManyUnread: post<ChangeAnswer, null, ManyTickets>('/api/inbox/tickets/mark-unread/', () => ({
    body: manyTickets(),
    answer: changeAnswer(),
  })),
} as const;
