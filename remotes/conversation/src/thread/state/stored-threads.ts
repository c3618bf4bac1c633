import { calls } from '@inbox/api';
import type { TicketId } from '@inbox/domain';
import type { StoredAnswer, StoredAnswers } from '@inbox/panel/contract';
import { visibleItems } from './thread-state';
import type { ThreadAction, ThreadView } from './thread-view';
import { clockOffset, type LoadedThread, type ThreadCache } from './thread-cache';

/** As the page's own script names the answer of its address (`host/src/first-call/early-request.ts`). */
const keyOf = (ticket: TicketId): string => `/api/inbox/ticket/${ticket}/content-v2/`;

export type ShowStored = Extract<ThreadAction, { type: 'stored' }>;

/** Reads what an earlier page has stored of the ticket's thread; null when there is nothing that can be read. */
export async function readStoredThread(stored: StoredAnswers, ticket: TicketId): Promise<ShowStored | null> {
  const found = await stored.read(keyOf(ticket));
  const page = found && calls.content.answer.safeParse(found.data).data;
  return page && page.ticket.id === ticket
    ? { type: 'stored', page, clockOffset: clockOffset(page, found.at), at: found.at }
    : null;
}

/** Stores each thread that was opened, and what becomes of it while it is cached. */
export function storeThreads(
  stored: StoredAnswers,
  cache: Pick<ThreadCache, 'onKnown' | 'viewOf' | 'seqOf'>,
  now: () => number,
): void {
  cache.onKnown((ticket) => {
    const at = now();
    stored.write(keyOf(ticket), () => answerOf(cache.viewOf(ticket), cache.seqOf(ticket), at));
  });
}

/** As the server would answer it: the newest page, with all that was told of it since. */
function answerOf(view: ThreadView, seq: number, at: number): StoredAnswer | null {
  if (view.status !== 'ready') return null;
  const { ticket, tickets, older } = view.thread;
  const data: LoadedThread = {
    ticket,
    siblings: [...tickets.values()],
    content: [...visibleItems(view.thread)],
    oldest_timestamp: older,
    seq,
    server_time: new Date(at + view.clockOffset).toISOString(),
  };
  return { data, at, seq };
}
