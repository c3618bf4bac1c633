import { ApiError } from '@inbox/api';
import { CONTENT_PAGE_SIZE, END_OF_LIST, type ContentId, type TicketId } from '@inbox/domain';
import { useEvent, useLineBack, useLiveEvents, usePanel } from '@inbox/panel';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { AgentWorkspace } from '../workspace/agent-workspace';
import { clockOffset, type LoadedThread } from './state/thread-cache';
import type { ApplyFacts } from './state/apply-facts';
import { hasOlder, visibleItems } from './state/thread-state';
import { threadReducer, type LoadFailure, type ThreadView } from './state/thread-view';
import { useThreadCache } from './use-thread-cache';

export interface UsedThread {
  view: ThreadView;
  /** Loads anew, in place when something is shown. */
  reload(): void;
  /** Loads the page before, and on to this item when one is named. */
  loadOlder(backTo?: ContentId): void;
  applyFacts: ApplyFacts;
}

/** Loads and follows one ticket's thread. Used in a component keyed by the ticket, so that each has its own. */
export function useThread(
  ticketId: TicketId,
  { sender, onAnswer }: Pick<AgentWorkspace, 'sender' | 'onAnswer'>,
): UsedThread {
  const { api } = usePanel();
  const cache = useThreadCache();
  const [view, dispatch] = useReducer(threadReducer, ticketId, cache.viewOf);
  const loading = useRef<AbortController>(null);
  /** The live number that the newest answer includes, once it is there. */
  const answered = useRef<Promise<number>>(Promise.resolve(-1));
  const oldest = view.status === 'ready' ? visibleItems(view.thread)[0]?.id : undefined;
  const stored = view.status === 'ready' ? view.stored : null;
  /** The oldest of what shows from the browser's storage, until the server has answered. */
  const storedFrom = useRef<ContentId>(undefined);

  const loadFrom = useCallback(
    (back_to: ContentId | undefined, signal: AbortSignal) =>
      api.content({ params: { ticket_id: ticketId }, query: { page_size: CONTENT_PAGE_SIZE, back_to } }, { signal }),
    [api, ticketId],
  );

  const load = useCallback(
    async (ask: (signal: AbortSignal) => Promise<LoadedThread>): Promise<number> => {
      loading.current?.abort();
      const { signal } = (loading.current = new AbortController());
      dispatch({ type: 'loading' });
      try {
        let page = await ask(signal);
        signal.throwIfAborted();
        const back_to = storedFrom.current;
        // So much was said since that what shows is further up than this page: what is read there stays.
        if (
          back_to !== undefined &&
          page.oldest_timestamp !== END_OF_LIST &&
          !page.content.some(({ id }) => id === back_to)
        ) {
          page = await loadFrom(back_to, signal);
          signal.throwIfAborted();
        }
        storedFrom.current = undefined;
        sender.confirm(page.content);
        dispatch({ type: 'loaded', page, clockOffset: clockOffset(page, Date.now()) });
        return page.seq;
      } catch (error) {
        if (signal.aborted) return -1;
        const missing = error instanceof ApiError && error.details.status === 404;
        dispatch(missing ? { type: 'not found' } : { type: 'load failed', why: whyOf(error) });
        return -1;
      }
    },
    [loadFrom, sender],
  );

  // In place: back to the oldest that shows, so that what is read further up stays.
  const reload = () => {
    answered.current = load((signal) => loadFrom(oldest, signal));
  };
  // What shows, or is on its way, may include all that was missed.
  useEvent('live.resync', ({ seq }) => {
    void answered.current.then((included) => {
      if (included < seq && !loading.current?.signal.aborted) reload();
    });
  });
  useEvent('refresh.requested', reload);
  useLineBack(() => {
    if (view.status === 'failed' || stored?.failed) reload();
  });
  useLiveEvents((event) => dispatch({ type: 'facts', facts: event }));
  useEvent('ticket.changed', ({ tickets }) => dispatch({ type: 'facts', facts: { tickets, items: [] } }));
  useEffect(
    () => onAnswer(({ item, ticket }) => dispatch({ type: 'facts', facts: { tickets: [ticket], items: [item] } })),
    [onAnswer],
  );

  // After the subscriptions above: what is told from now on comes by them.
  useEffect(() => {
    const known = cache.viewOf(ticketId);
    let isOver = false;
    if (known.status === 'ready') {
      loading.current = new AbortController();
      dispatch({ type: 'known', view: known });
      sender.confirm(known.thread.ordered);
      void cache.open(ticketId);
      answered.current = Promise.resolve(cache.seqOf(ticketId));
    } else {
      answered.current = load(() => cache.open(ticketId));
      void answered.current.then((seq) => (isOver ||= seq >= 0));
      void cache.stored?.(ticketId).then((found) => {
        if (!found || isOver) return;
        sender.confirm(found.page.content);
        storedFrom.current = found.page.content[0]?.id;
        dispatch(found);
      });
    }
    return () => {
      isOver = true;
      loading.current?.abort();
      cache.leave(ticketId);
    };
  }, [cache, load, sender, ticketId]);

  const applyFacts = useCallback<ApplyFacts>(
    (facts) => {
      cache.apply(facts);
      dispatch({ type: 'facts', facts });
    },
    [cache],
  );

  const loadOlder = async (backTo?: ContentId) => {
    const signal = loading.current?.signal;
    if (view.status !== 'ready' || stored || view.older === 'loading' || !hasOlder(view.thread) || !signal) return;
    const cursor = view.thread.older;
    dispatch({ type: 'older loading' });
    try {
      const query = { page_size: CONTENT_PAGE_SIZE, fetch_since: cursor, back_to: backTo };
      const page = await api.content({ params: { ticket_id: ticketId }, query }, { signal });
      dispatch({ type: 'older loaded', page, cursor });
    } catch {
      // An aborted one was followed by a load of its own, which resets this; a dispatch after unmount does nothing.
      dispatch({ type: 'older failed' });
    }
  };

  return { view, reload, loadOlder: (backTo) => void loadOlder(backTo), applyFacts };
}

function whyOf(error: unknown): LoadFailure {
  const kind = error instanceof ApiError ? error.kind : 'server';
  return kind === 'offline' || kind === 'timeout' ? kind : 'server';
}
