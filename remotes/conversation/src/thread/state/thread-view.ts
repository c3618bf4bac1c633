import type { LiveFacts, ContentItem, EmailMessage, ChannelFacts, TicketId } from '@inbox/domain';
import {
  openThread,
  withFacts,
  withNewestPage,
  withOlderPage,
  withShownItems,
  type ThreadPage,
  type ThreadState,
} from './thread-state';

/** The line is down, the server does not answer, or it answered with a failure. */
export type LoadFailure = 'offline' | 'timeout' | 'server';

/** There is something to show. */
type Ready = Extract<ThreadView, { status: 'ready' }>;

/** The thread of one ticket as the panel shows it, from the first load on. */
export type ThreadView =
  | { status: 'loading'; early: readonly LiveFacts[] }
  | { status: 'failed'; early: readonly LiveFacts[]; why: LoadFailure }
  | { status: 'not-found' }
  | {
      status: 'ready';
      thread: ThreadState;
      /** Milliseconds by which the server's clock is ahead of this one. */
      clockOffset: number;
      older: 'idle' | 'loading' | 'failed';
      /** It is what this browser had stored; null once the server has answered. */
      stored: StoredState | null;
    };

export interface StoredState {
  /** As of when it is true, in milliseconds. */
  at: number;
  /** What was told since: the server's answer may not include it. */
  early: readonly LiveFacts[];
  /** The server could not be asked. */
  failed: boolean;
}

export type ThreadAction =
  | { type: 'facts'; facts: LiveFacts }
  /** It was kept from before, and is true still. */
  | { type: 'known'; view: ThreadView }
  | { type: 'loading' }
  /** An earlier page has stored it. */
  | { type: 'stored'; page: ThreadPage; clockOffset: number; at: number }
  | { type: 'loaded'; page: ThreadPage; clockOffset: number }
  | { type: 'load failed'; why: LoadFailure }
  | { type: 'not found' }
  | { type: 'older loading' }
  | { type: 'older loaded'; page: ThreadPage; cursor: string }
  | { type: 'older failed' };

export const LOADING: ThreadView = { status: 'loading', early: [] };

export function threadReducer(view: ThreadView, action: ThreadAction): ThreadView {
  switch (action.type) {
    case 'facts':
      return withTold(view, action.facts);
    case 'known':
      return action.view;
    case 'loading':
      if (view.status === 'ready' && view.stored) return { ...view, stored: { ...view.stored, failed: false } };
      return view.status === 'failed' ? { status: 'loading', early: view.early } : view;
    case 'stored':
      if (view.status !== 'loading' && view.status !== 'failed') return view;
      return {
        ...loaded(view, action.page, action.clockOffset),
        stored: { at: action.at, early: view.early, failed: view.status === 'failed' },
      };
    case 'loaded':
      return loaded(view, action.page, action.clockOffset);
    case 'load failed':
      if (view.status === 'ready' && view.stored) return { ...view, stored: { ...view.stored, failed: true } };
      // A reload that fails leaves what is shown: it is still true as far as anybody knows.
      return view.status === 'loading' ? { ...view, status: 'failed', why: action.why } : view;
    case 'not found':
      return { status: 'not-found' };
    case 'older loading':
      return view.status === 'ready' ? { ...view, older: 'loading' } : view;
    case 'older loaded':
      if (view.status !== 'ready') return view;
      return { ...view, thread: withOlderPage(view.thread, action.page, action.cursor), older: 'idle' };
    case 'older failed':
      return view.status === 'ready' ? { ...view, older: 'failed' } : view;
  }
}

/** Facts that come before the first page wait for it: only then it is known which conversation they must be of. */
function withTold(view: ThreadView, facts: LiveFacts): ThreadView {
  if (view.status === 'not-found') return view;
  if (view.status !== 'ready') return { ...view, early: [...view.early, facts] };
  const thread = withFacts(view.thread, facts);
  if (view.stored) return { ...view, thread, stored: { ...view.stored, early: [...view.stored.early, facts] } };
  return thread === view.thread ? view : { ...view, thread };
}

function loaded(view: ThreadView, page: ThreadPage, clockOffset: number): Ready {
  const known = { status: 'ready', clockOffset, older: 'idle', stored: null } as const;
  if (view.status === 'not-found') return { ...known, thread: openThread(page) };
  if (view.status !== 'ready') return { ...known, thread: view.early.reduce(withFacts, openThread(page)) };
  if (!view.stored) return { ...known, thread: withNewestPage(view.thread, page) };
  return { ...known, thread: view.stored.early.reduce(withFacts, openThread(withShownItems(page, view.thread))) };
}

/** The newest mail that came in, of items in the thread's order. */
export function lastMailOf(ordered: readonly ContentItem[]): EmailMessage | null {
  for (let at = ordered.length - 1; at >= 0; at -= 1) {
    const item = ordered[at];
    if (item?.content_type === 'email' && item.actor === 'customer' && !item.deleted) return item;
  }
  return null;
}

/** The customer's last change of number in this ticket; null without one. */
export function numberChangeOf(
  ordered: readonly ContentItem[],
  ticketId: TicketId,
): NonNullable<ChannelFacts['number_change']> | null {
  const said = ordered.findLast(
    (item) => item.ticket_id === ticketId && 'channel' in item && item.channel?.number_change !== undefined,
  );
  return said !== undefined && 'channel' in said ? (said.channel?.number_change ?? null) : null;
}
