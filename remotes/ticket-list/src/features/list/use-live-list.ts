import { useEvent, useLiveEvents, usePanel, useTopic } from '@inbox/panel';
import { useEffect } from 'react';
import { messages } from '../../messages';
import type { CountsStore } from '../tabs/counts-store';
import type { ListStore } from './list-store';

/** Milliseconds between two loads while the live channel is down (spec section 4). */
const REFETCH_MS = 6_000;

/** Joins the list to the bus: what it hears, what it answers to, and that it loads at all. */
export function useLiveList(store: ListStore, counts: CountsStore): void {
  const { bus } = usePanel();
  const offline = useTopic('connection')?.state === 'offline';

  useLiveEvents(({ seq, tickets }) => store.tell(tickets.map((ticket) => ({ ticket, seq }))));
  useEvent('ticket.changed', ({ tickets }) => store.tell(tickets.map((ticket) => ({ ticket, seq: null }))));

  const reload = () => {
    counts.ask();
    return store.reload();
  };
  useEvent('live.resync', () => void reload().catch(() => undefined));
  useEvent('refresh.requested', () => {
    reload().catch(() => {
      const toast = { kind: 'error', text: messages.loadFailed } as const;
      // A page without a shell has no toasts; the rows that show are still there.
      bus.send('toast', toast).catch(() => undefined);
    });
  });
  useEffect(
    () =>
      bus.handle('list.refresh', () => {
        counts.ask();
        return store.reload();
      }),
    [bus, store, counts],
  );

  useEffect(() => {
    if (!offline) return;
    let timer: ReturnType<typeof setTimeout>;
    let ended = false;
    const later = () => {
      timer = setTimeout(() => {
        void store
          .reload()
          .catch(() => undefined)
          .then(() => ended || later());
      }, REFETCH_MS);
    };
    later();
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [offline, store]);

  // After the subscriptions above: nothing can happen unheard between the answer and the first event.
  useEffect(() => {
    store.load();
    return () => {
      store.dispose();
      counts.dispose();
    };
  }, [store, counts]);
}
