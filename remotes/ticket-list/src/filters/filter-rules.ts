import {
  DEFAULT_TICKET_STATUS,
  NO_FILTERS,
  STATUS_TABS,
  type AgentId,
  type ListFilters,
  type StatusTab,
  type TicketStatus,
} from '@inbox/domain';

/** The filters of the panel; the others are chosen by tabs and search. */
const PANEL_FILTERS = [
  'agent_ids',
  'date_filter_start',
  'date_filter_end',
  'initiated_by',
  'priority_filter',
  'unread',
  'tag_filter',
  'sort_by',
] as const satisfies (keyof ListFilters)[];
export type PanelFilters = Pick<ListFilters, (typeof PANEL_FILTERS)[number]>;

/** What an agent begins with: the own tickets and those that nobody owns (spec sections 2 and 3). */
export function defaultFilters(me: AgentId | null): ListFilters {
  return { ...NO_FILTERS, ticket_status: DEFAULT_TICKET_STATUS, agent_ids: me === null ? [] : [me] };
}

export function panelFilters(filters: PanelFilters): PanelFilters {
  const { agent_ids, date_filter_start, date_filter_end, initiated_by, priority_filter, unread, tag_filter, sort_by } =
    filters;
  return { agent_ids, date_filter_start, date_filter_end, initiated_by, priority_filter, unread, tag_filter, sort_by };
}

const asText = (value: ListFilters[keyof ListFilters]) =>
  JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);

const differ = <K extends keyof ListFilters>(a: Pick<ListFilters, K>, b: Pick<ListFilters, K>, key: K) =>
  asText(a[key]) !== asText(b[key]);

/** Do both ask for the same list? */
export const sameFilters = (a: ListFilters, b: ListFilters): boolean =>
  (Object.keys(NO_FILTERS) as (keyof ListFilters)[]).every((key) => !differ(a, b, key));

/** How many of the panel's filters are set; a range of dates is one. */
export function countActive(filters: PanelFilters, me: AgentId | null): number {
  const usual = defaultFilters(me);
  const set = PANEL_FILTERS.filter((key) => differ(filters, usual, key));
  const bothDates = set.includes('date_filter_start') && set.includes('date_filter_end');
  return set.length - (bothDates ? 1 : 0);
}

/** Is a tab of the row chosen? A search and the bot's tickets leave the row without one. */
export function activeTab({ ticket_status, search }: ListFilters): StatusTab | undefined {
  if (search !== null) return undefined;
  return STATUS_TABS.find((tab) => tab === ticket_status);
}

/** A search goes through everything: it forces the status and leaves no tab (spec section 5). */
export const searchingFor = (filters: ListFilters, search: string): ListFilters => ({
  ...filters,
  search,
  ticket_status: 'assigned_to_bot',
});

export const listing = (filters: ListFilters, ticket_status: TicketStatus | null): ListFilters => ({
  ...filters,
  search: null,
  ticket_status,
});
