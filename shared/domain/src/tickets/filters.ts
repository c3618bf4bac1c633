import type { AgentId } from '../ids';
import type { ConversationSource, KnownSource, Priority, TicketStatus } from './ticket';

export const SORTS = ['received_at', 'replied_at', 'expiring_soon', 'expired'] as const;
export type Sort = (typeof SORTS)[number];

/** Spec section 3, 'List filter object'. Null means: not filtered by this. */
export interface ListFilters {
  /** yyyy-MM-dd, both ends included. */
  date_filter_start: string | null;
  date_filter_end: string | null;
  initiated_by: 'customer' | 'merchant' | null;
  priority_filter: Priority | null;
  /** True: unread only; false: read only. */
  unread: boolean | null;
  ticket_status: TicketStatus | null;
  tag_filter: string[];
  /** Owners; empty is everybody's. Tickets that nobody owns always pass. */
  agent_ids: AgentId[];
  sort_by: Sort | null;
  search: string | null;
  conversation_source: KnownSource | null;
}

export const NO_FILTERS: ListFilters = {
  date_filter_start: null,
  date_filter_end: null,
  initiated_by: null,
  priority_filter: null,
  unread: null,
  ticket_status: null,
  tag_filter: [],
  agent_ids: [],
  sort_by: null,
  search: null,
  conversation_source: null,
};

/**
 * The status that a ticket must have to be listed; null for any. A search forces the status filter to the bot's (spec
 * section 5) and means every status by it: who searches does not know where the ticket stands.
 */
export function listedStatus({ ticket_status, search }: ListFilters): TicketStatus | null {
  return search !== null && ticket_status === 'assigned_to_bot' ? null : ticket_status;
}

/** Spec section 9. */
export const LIST_PAGE_SIZE = 25;
export const CONTENT_PAGE_SIZE = 25;
/** What the server answers as the next marker when there is no more. */
export const END_OF_LIST = 'na';

/** Counts by status, and by `source:status` (spec section 3); `all` is every ticket. */
export type TicketCounts = Record<string, number>;

/** The key under which a tab's count stands (spec section 2). */
export function countKey(status: TicketStatus | null, source: ConversationSource | null): string {
  const name = status ?? 'all';
  return source === null ? name : `${source}:${name}`;
}
