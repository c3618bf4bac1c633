import { useEvent, useLineBack, useLiveEvents, usePanel, useTopic } from '@inbox/panel';
import { useEffect } from 'react';
import { messages } from '../messages';
import type { CountsStore } from '../tabs/counts-store';
import type { ListStore } from './store/list-store';

/** Joins the list to the bus: what it hears, what it answers to, and that it loads at all. */
export function useLiveList(store: ListStore, counts: CountsStore): void {
  const { bus, toast } = usePanel();
  const offline = useTopic('connection')?.state === 'offline';

  useLiveEvents(({ seq, tickets }) => store.apply(tickets.map((ticket) => ({ ticket, seq }))));
  useEvent('ticket.changed', ({ tickets }) => store.apply(tickets.map((ticket) => ({ ticket, seq: null }))));

  useEvent('live.conversations.agent_counter_update', (told) => counts.apply('own', told.counts));
  useEvent('live.conversations.unassigned_counter_update', (told) => counts.apply('unowned', told.counts));
  useEffect(() => {
    if (offline) counts.forgetCounters();
  }, [offline, counts]);

  const reload = () => {
    counts.ask();
    return store.reload();
  };
  useEvent('live.resync', ({ seq }) => void store.catchUp(seq).catch(() => undefined));
  // The agent asks, or the shell every few seconds while the live channel is down (spec section 4).
  useEvent('refresh.requested', () => {
    const { phase } = store.get();
    if (phase.kind === 'loading' || (phase.kind === 'ready' && phase.refreshing)) return;
    reload().catch(() => {
      // That the line is down is told already, for all of the page.
      if (!offline) toast('error', messages.loadFailed);
    });
  });
  useLineBack(() => {
    const { phase, asOf } = store.get();
    if (phase.kind === 'failed' || (phase.kind === 'ready' && !phase.refreshing && asOf !== null))
      reload().catch(() => undefined);
  });
  useEffect(
    () =>
      bus.handle('list.refresh', () => {
        counts.ask();
        return store.reload();
      }),
    [bus, store, counts],
  );

  // After the subscriptions above: nothing can happen unheard between the answer and the first event.
  useEffect(() => {
    store.load();
    return () => {
      store.dispose();
      counts.dispose();
    };
  }, [store, counts]);
}
