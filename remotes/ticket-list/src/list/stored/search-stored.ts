import { calls, type TicketListAnswer } from '@inbox/api';
import { END_OF_LIST, matches, type ListFilters, type Ticket } from '@inbox/domain';
import type { StoredAnswers } from '@inbox/panel/contract';

/** As the conversation stores threads (`remotes/conversation/src/thread/state/stored-threads.ts`). */
const THREADS = '/api/inbox/ticket/';

/** So many threads are looked at. */
const MOST = 100;

/** What of a thread is read by people. */
const READ = new Set(['full_name', 'customer_email', 'subject', 'message', 'filename']);

function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' ? (READ.has(key) ? [one] : []) : textsOf(one),
  );
}

export interface FoundStored {
  list: TicketListAnswer;
  /** The oldest of what was found, in milliseconds. */
  at: number;
}

/**
 * Searches the threads that the browser has stored, for a page without a connection: each word of the search in a name, a
 * subject, a message or the name of a file. Null when there is none.
 */
export async function searchStored(
  stored: Pick<StoredAnswers, 'find'>,
  filters: ListFilters,
): Promise<FoundStored | null> {
  const words = (filters.search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const found = new Map<Ticket['id'], { ticket: Ticket; at: number }>();
  for (const { data, at } of (await stored.find?.(THREADS, words, MOST)) ?? []) {
    const page = calls.content.answer.safeParse(data).data;
    if (!page || matches(filters, page.ticket) === 'no') continue;
    const text = textsOf([page.ticket, page.content]).join('\n').toLowerCase();
    if (words.every((word) => text.includes(word))) found.set(page.ticket.id, { ticket: page.ticket, at });
  }
  if (found.size === 0) return null;
  const tickets = [...found.values()]
    .map(({ ticket }) => ticket)
    .sort((one, other) => Date.parse(other.received_at) - Date.parse(one.received_at));
  const at = Math.min(...[...found.values()].map((one) => one.at));
  return { list: { tickets, oldest_timestamp: END_OF_LIST, seq: 0 }, at };
}
