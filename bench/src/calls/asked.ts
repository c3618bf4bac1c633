import { calls } from '@inbox/api/wire';
import { NO_FILTERS, type ListFilters } from '@inbox/domain';

/** What is called, with which filters. Names and words are those that `fill-tickets` gives, by how common they are. */
export interface Asked {
  name: string;
  path: string;
  filters: ListFilters;
}

const list = (name: string, filters: Partial<ListFilters>): Asked => ({
  name: `list, ${name}`,
  path: calls.ticketList.path,
  filters: { ...NO_FILTERS, ...filters },
});

const counts = (name: string, filters: Partial<ListFilters>): Asked => ({
  name: `counts, ${name}`,
  path: calls.ticketCounter.path,
  filters: { ...NO_FILTERS, ...filters },
});

const search = (name: string, text: string): Asked => ({ ...list('', { search: text }), name: `search, ${name}` });

/** The first of the agents that `addMerchant` makes. */
const ME = [1] as ListFilters['agent_ids'];

/** What an agent's page asks for: tabs, filters, the numbers on the tabs, and what is looked for. */
export const ASKED: readonly Asked[] = [
  list('assigned', { ticket_status: 'assigned' }),
  list('assigned to me', { ticket_status: 'assigned', agent_ids: ME }),
  list('all', {}),
  list('open, e-mail', { ticket_status: 'open', conversation_source: 'email' }),
  list('mine of any status', { agent_ids: ME }),
  list('unread', { unread: true }),
  list('unread and closed: none', { unread: true, ticket_status: 'closed' }),
  list('high priority', { priority_filter: 1 }),
  list('tag on every third', { tag_filter: ['COD'] }),
  list('tag on one of 100', { tag_filter: ['Exchange'] }),
  list('tag on one of 10,000', { tag_filter: ['Legal'] }),
  list('until a day', { date_filter_end: '2026-01-31' }),
  list('open, replied to last', { ticket_status: 'open', sort_by: 'replied_at' }),
  list('expiring soon', { sort_by: 'expiring_soon' }),
  list('expired, mine', { sort_by: 'expired', agent_ids: ME }),
  counts('one agent’s', { agent_ids: ME }),
  counts('all', {}),
  counts('under a tag', { tag_filter: ['Exchange'] }),
  search('word in all messages', 'order'),
  search('word in one of 100', 'zip'),
  search('word in one of 10,000', 'peacock'),
  search('a name', 'Meera Iyer'),
  search('a phone number', '6007919317'),
  search('what is nowhere', 'nobodyatall'),
];
