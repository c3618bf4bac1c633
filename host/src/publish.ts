import { CommandError, topicKey, type BusClient } from '@inbox/events';
import type { LiveChannel } from './live/live-channel';
import type { Shell } from './shell';
import type { Store } from './store';

type ShellState = Pick<Shell, 'session' | 'connection' | 'status' | 'places' | 'ticket' | 'asked' | 'toasts'>;

/** What the shell owns on the bus and what it does when asked. Returns how to stop. */
export function publishShell(
  bus: BusClient,
  { session, connection, status, places, ticket, asked, toasts }: ShellState,
  live: LiveChannel,
): () => void {
  const signedIn = bus.own('session');
  const openTicket = bus.own('ticket.open');
  const askedFilters = bus.own('list.asked');
  const shownPanels = bus.own('panels.shown');
  const following = [
    follow(session.user, (profile) => signedIn.set({ signedIn: true, profile })),
    follow(connection, bus.own('connection').set),
    follow(status.current, bus.own('agentStatus').set),
    follow(ticket, (id) => openTicket.set({ id })),
    follow(asked, (filters) => askedFilters.set({ filters })),
    follow(places.shown, (shown) => shownPanels.set({ shown: [...shown] })),
  ];
  session.onSignedOut(() => signedIn.set({ signedIn: false }));

  bus.handle('toast', toasts.show);
  bus.handle('panel.show', ({ panel, show }) => places.show(panel, show));
  bus.handle('socket.send', ({ type, data }) =>
    // An answer to whoever asked, in words for people: no fault of the shell.
    live.send(type, data).catch((error: Error) => {
      throw new CommandError('failed', topicKey('socket.send'), error.message);
    }),
  );

  return () => {
    for (const stop of following) stop();
    bus.dispose();
  };
}

/** Calls back with the value now and with each one after it. */
function follow<T>(store: Store<T>, listener: (value: T) => void): () => void {
  listener(store.get());
  return store.subscribe(() => listener(store.get()));
}
