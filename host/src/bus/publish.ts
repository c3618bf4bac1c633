import type { ListFilters, TicketId } from '@inbox/domain';
import { CommandError, topicKey, type BusClient, type Connection } from '@inbox/events';
import type { ReadableStore } from '@inbox/panel/store';
import type { LiveChannel } from '@inbox/shell/live';
import type { AgentStatusKeeper } from '../agent/agent-status';
import type { Session } from '../auth/session';
import type { Slots } from '../slots/slots';
import type { Toasts } from '../toasts/toasts';

interface PublishDeps {
  session: Session;
  connection: ReadableStore<Connection>;
  status: AgentStatusKeeper;
  slots: Slots;
  /** The ticket that the address names. */
  ticket: ReadableStore<TicketId | null>;
  /** The filters that the address names. */
  filters: ReadableStore<ListFilters | null>;
  toasts: Toasts;
  live: LiveChannel;
}

/** Publishes the shell's state on the bus and handles its commands. Returns how to stop. */
export function publishShell(bus: BusClient, deps: PublishDeps): () => void {
  const { session, connection, status, slots, ticket, filters, toasts, live } = deps;
  const signedIn = bus.own('session');
  const openTicket = bus.own('ticket.open');
  const addressFilters = bus.own('list.asked');
  const extensions = bus.own('extensions');
  const following = [
    follow(session.user, (profile) => signedIn.set({ signedIn: true, profile })),
    follow(connection, bus.own('connection').set),
    follow(status.current, bus.own('agentStatus').set),
    follow(ticket, (id) => openTicket.set({ id })),
    follow(filters, (named) => addressFilters.set({ filters: named })),
    follow(slots.fills, (fills) => extensions.set({ fills: [...fills] })),
    toasts.onActed((id) => bus.emit('toast.acted', { id })),
  ];
  session.onSignedOut(() => signedIn.set({ signedIn: false }));

  bus.handle('toast', toasts.show);
  bus.handle('panel.show', ({ panel, show }) => slots.show(panel, show));
  bus.handle('socket.send', ({ type, data }) =>
    // An answer for the agent, in words for people: no fault of the shell.
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
function follow<T>(store: ReadableStore<T>, listener: (value: T) => void): () => void {
  listener(store.get());
  return store.subscribe(() => listener(store.get()));
}
