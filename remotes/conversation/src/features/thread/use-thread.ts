import { ApiError } from '@inbox/api';
import { CONTENT_PAGE_SIZE, type ContentId, type TicketId } from '@inbox/domain';
import { useEvent, useLineBack, useLiveEvents, usePanel } from '@inbox/panel';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { Sender } from '../reply/sender';
import { hasOlder, visibleItems } from './thread-state';
import type { TellThread } from './tell-thread';
import { LOADING, threadReducer, type ThreadView } from './thread-view';

export interface UsedThread {
  view: ThreadView;
  /** Loads anew, in place when something is shown. */
  reload(): void;
  /** Loads the page before, and on to this item when one is named. */
  loadOlder(backTo?: ContentId): void;
  tell: TellThread;
}

/** Loads and follows one ticket's thread. Used in a component keyed by the ticket, so that each has its own. */
export function useThread(ticketId: TicketId, sender: Sender): UsedThread {
  const { api } = usePanel();
  const [view, dispatch] = useReducer(threadReducer, LOADING);
  const loading = useRef<AbortController>(null);
  /** The live number that the newest answer includes, once it is there. */
  const answered = useRef<Promise<number>>(Promise.resolve(-1));
  const oldest = view.status === 'ready' ? visibleItems(view.thread)[0]?.id : undefined;

  const load = useCallback(
    async (backTo?: ContentId): Promise<number> => {
      loading.current?.abort();
      const { signal } = (loading.current = new AbortController());
      dispatch({ type: 'loading' });
      try {
        const page = await api.content(
          { params: { ticket_id: ticketId }, query: { page_size: CONTENT_PAGE_SIZE, back_to: backTo } },
          { signal },
        );
        sender.confirm(page.content);
        dispatch({ type: 'loaded', page, clockOffset: Date.parse(page.server_time) - Date.now() });
        return page.seq;
      } catch (error) {
        if (signal.aborted) return -1;
        const missing = error instanceof ApiError && error.details.status === 404;
        dispatch({ type: missing ? 'not found' : 'load failed' });
        return -1;
      }
    },
    [api, sender, ticketId],
  );

  useEffect(() => {
    answered.current = load();
    return () => loading.current?.abort();
  }, [load]);

  // In place: back to the oldest that shows, so that what is read further up stays.
  const reload = () => {
    answered.current = load(oldest);
  };
  // What shows, or is on its way, may include all that was missed.
  useEvent('live.resync', ({ seq }) => {
    void answered.current.then((included) => {
      if (included < seq && !loading.current?.signal.aborted) reload();
    });
  });
  useEvent('refresh.requested', reload);
  useLineBack(() => {
    if (view.status === 'failed') reload();
  });
  useLiveEvents((event) => dispatch({ type: 'facts', facts: event }));
  useEvent('ticket.changed', ({ tickets }) => dispatch({ type: 'facts', facts: { tickets, items: [] } }));
  useEffect(
    () =>
      sender.onStored(({ item, ticket }) => dispatch({ type: 'facts', facts: { tickets: [ticket], items: [item] } })),
    [sender],
  );

  const tell = useCallback<TellThread>((facts) => dispatch({ type: 'facts', facts }), []);

  const loadOlder = async (backTo?: ContentId) => {
    const signal = loading.current?.signal;
    if (view.status !== 'ready' || view.older === 'loading' || !hasOlder(view.thread) || !signal) return;
    const askedFor = view.thread.older;
    dispatch({ type: 'older loading' });
    try {
      const query = { page_size: CONTENT_PAGE_SIZE, fetch_since: askedFor, back_to: backTo };
      const page = await api.content({ params: { ticket_id: ticketId }, query }, { signal });
      dispatch({ type: 'older loaded', page, askedFor });
    } catch {
      // An aborted one was followed by a load of its own, which resets this; a dispatch after unmount does nothing.
      dispatch({ type: 'older failed' });
    }
  };

  return { view, reload, loadOlder: (backTo) => void loadOlder(backTo), tell };
}
