import type { InboxSettings, Profile } from '@inbox/domain';
import {
  CommandError,
  connectBus,
  createBus,
  topicKey,
  type Bus,
  type BusClient,
  type Connection,
  type Toast,
} from '@inbox/events';
import { createStore, type ReadableStore, type Store } from '@inbox/panel/store';
import { logFault } from '@inbox/shell/panels';

export interface ShownToast extends Toast {
  id: number;
}

/**
 * A bus for panels that belong together, one of each name: a conversation, and the customer beside it. A second
 * conversation of the same person is in another room, so that neither takes what the other says for its own.
 */
export interface Room {
  bus: Bus;
  client: BusClient;
  panels: Set<string>;
  toasts: Store<readonly ShownToast[]>;
  onToastAction(id: string): void;
  close(): void;
}

interface RoomDeps {
  profile: ReadableStore<Profile>;
  connection: ReadableStore<Connection>;
  settings: ReadableStore<InboxSettings | null>;
  isSignedOut: ReadableStore<boolean>;
  send(type: string, data: Record<string, unknown>): Promise<void>;
}

/** More than this at a time only hides the panel; the oldest goes. */
const MOST_TOASTS = 2;

export function openRoom({ profile, connection, settings, isSignedOut, send }: RoomDeps): Room {
  const bus = createBus(logFault);
  const client = connectBus(bus.join('embed'));
  const toasts = createStore<readonly ShownToast[]>([]);
  let toastCount = 0;
  const session = client.own('session');
  const connected = client.own('connection');
  const known = client.own('settings');
  client.own('extensions').set({ fills: [] });
  const tellSession = () =>
    session.set(isSignedOut.get() ? { signedIn: false } : { signedIn: true, profile: profile.get() });
  const tellConnection = () => connected.set(connection.get());
  const tellSettings = () => {
    const now = settings.get();
    if (now) known.set(now);
  };
  for (const tell of [tellSession, tellConnection, tellSettings]) tell();
  const ends = [
    profile.subscribe(tellSession),
    isSignedOut.subscribe(tellSession),
    connection.subscribe(tellConnection),
    settings.subscribe(tellSettings),
  ];
  client.handle('toast', (toast) => {
    toasts.set([...toasts.get(), { ...toast, id: (toastCount += 1) }].slice(-MOST_TOASTS));
  });
  client.handle('socket.send', ({ type, data }) =>
    send(type, data).catch((error: Error) => {
      throw new CommandError('failed', topicKey('socket.send'), error.message);
    }),
  );
  return {
    bus,
    client,
    panels: new Set(),
    toasts,
    onToastAction: (id) => client.emit('toast.acted', { id }),
    close() {
      for (const end of ends) end();
      client.dispose();
    },
  };
}
