import {
  agentIdSchema,
  conversationSourceSchema,
  DEFAULT_TICKET_STATUS,
  isoDay,
  NO_FILTERS,
  PRIORITIES,
  SORTS,
  ticketStatusSchema,
  type ListFilters,
  type Priority,
  type Schema,
} from '@inbox/domain';
import * as z from 'zod/mini';

/** Longer values are no filter that the list would take. */
const LONGEST = 200;

const PRIORITY_NAMES = ['high', 'medium', 'low', 'none'] as const;
const priorityOf: Record<(typeof PRIORITY_NAMES)[number], Priority> = {
  high: PRIORITIES.High,
  medium: PRIORITIES.Medium,
  low: PRIORITIES.Low,
  none: PRIORITIES.None,
};

/** The value for All, where that is not the default. */
const ALL = 'all';

const text: Schema<string> = z.string().check(z.minLength(1), z.maxLength(LONGEST));
const initiator: Schema<'customer' | 'merchant'> = z.enum(['customer', 'merchant']);
const sort = z.enum(SORTS);
const priorityName = z.enum(PRIORITY_NAMES);
const readOrNot = z.enum(['read', 'unread']);

/**
 * The list's filters as a query that a person can read: `?status=open&priority=high&agents=1,4`. What is not filtered by
 * is not named; the status always is, so that a named view never looks like an address that names none.
 */
export function encodeFilters(filters: ListFilters): string {
  const query = new URLSearchParams({ status: filters.ticket_status ?? ALL });
  const name = (key: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined && value !== '') query.append(key, value);
  };
  name('channel', filters.conversation_source);
  name('search', filters.search);
  name('agents', filters.agent_ids.join(','));
  name('from', filters.date_filter_start);
  name('to', filters.date_filter_end);
  name('by', filters.initiated_by);
  name(
    'priority',
    PRIORITY_NAMES.find((one) => priorityOf[one] === filters.priority_filter),
  );
  if (filters.unread !== null) name('read', filters.unread ? 'unread' : 'read');
  for (const tag of filters.tag_filter) name('tag', tag);
  name('sort', filters.sort_by);
  return query.toString();
}

/** The filters that a query names; null when it names none. What does not fit is as if it were not there. */
export function decodeFilters(search: string): ListFilters | null {
  const query = new URLSearchParams(search);
  const read = <T>(key: string, schema: Schema<T>): T | null => {
    const parsed = schema.safeParse(query.get(key));
    return parsed.success ? parsed.data : null;
  };
  const priority = read('priority', priorityName);
  const unread = read('read', readOrNot);
  const start = read('from', isoDay);
  const end = read('to', isoDay);
  const status = read('status', ticketStatusSchema);
  const named: ListFilters = {
    ...NO_FILTERS,
    ticket_status: status,
    conversation_source: read('channel', conversationSourceSchema),
    search: read('search', text),
    agent_ids: unique((query.get('agents') ?? '').split(','), (one) => agentIdSchema.safeParse(Number(one)).data),
    date_filter_start: start,
    date_filter_end: start !== null && end !== null && end < start ? null : end,
    initiated_by: read('by', initiator),
    priority_filter: priority === null ? null : priorityOf[priority],
    unread: unread === null ? null : unread === 'unread',
    tag_filter: unique(query.getAll('tag'), (one) => text.safeParse(one).data),
    sort_by: read('sort', sort),
  };
  if (status !== null || query.get('status') === ALL) return named;
  return encodeFilters(named) === encodeFilters(NO_FILTERS) ? null : { ...named, ticket_status: DEFAULT_TICKET_STATUS };
}

function unique<T>(texts: readonly string[], parse: (text: string) => T | undefined): T[] {
  return [...new Set(texts.map(parse).filter((one) => one !== undefined))];
}

/** Every row of the list asks for the address that it leads to, of one and the same page. */
let last = { search: '', query: '' };

/** The part of an address's query that names filters, with its question mark; empty when none are named. */
export function filterQuery(search: string): string {
  if (search !== last.search) {
    const filters = decodeFilters(search);
    last = { search, query: filters === null ? '' : `?${encodeFilters(filters)}` };
  }
  return last.query;
}
