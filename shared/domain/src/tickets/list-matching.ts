import { listedStatus, type ListFilters } from './filters';
import { tagList, type Ticket } from './ticket';

/**
 * Does a ticket belong to the list under these filters? The same meaning as the server's query, so that a live fact
 * brings a row in or takes it out without a new load.
 *
 * `unknown`: the filters ask what a ticket does not tell of itself (search text, dates, who began); only the server knows.
 */
export type Match = 'yes' | 'no' | 'unknown';

function passesStatus(filters: ListFilters, ticket: Ticket): boolean {
  const status = listedStatus(filters);
  return status === null || ticket.status === status;
}

const passesSource = ({ conversation_source }: ListFilters, ticket: Ticket) =>
  conversation_source === null || ticket.conversation_source === conversation_source;

const passesPriority = ({ priority_filter }: ListFilters, ticket: Ticket) =>
  priority_filter === null || ticket.priority === priority_filter;

const passesUnread = ({ unread }: ListFilters, ticket: Ticket) =>
  unread === null || ticket.conversation_read !== unread;

/** One of the chosen tags is enough. */
function passesTags({ tag_filter }: ListFilters, ticket: Ticket): boolean {
  if (tag_filter.length === 0) return true;
  const tags = tagList(ticket.tags);
  return tag_filter.some((tag) => tags.includes(tag));
}

/** A ticket that nobody owns is everybody's business and passes. */
const passesOwner = ({ agent_ids }: ListFilters, ticket: Ticket) =>
  agent_ids.length === 0 || ticket.owner_id === null || agent_ids.includes(ticket.owner_id);

const rules = [passesStatus, passesSource, passesPriority, passesUnread, passesTags, passesOwner];

const asksTheServer = (filters: ListFilters) =>
  filters.search !== null ||
  filters.date_filter_start !== null ||
  filters.date_filter_end !== null ||
  filters.initiated_by !== null;

export function matches(filters: ListFilters, ticket: Ticket): Match {
  if (!rules.every((passes) => passes(filters, ticket))) return 'no';
  return asksTheServer(filters) ? 'unknown' : 'yes';
}
