import { createApi, type Api } from '@inbox/api';
import type { InboxSettings, Profile } from '@inbox/domain';
import type { Connection } from '@inbox/events';
import { createStore, type ReadableStore, type Store } from '@inbox/panel/store';
import { LiveChannel, liveAddress, openWebSocket, systemClock, wakeWithPage } from '@inbox/shell/live';
import { logNewer } from '@inbox/shell/panels';
import { decodeToken } from '@inbox/shell/token';
import type { ShellDeps } from '../page/contract';
import { openRoom, type Room } from './room';
import { createTokenSession, type AskPage, type TokenSession } from './token-session';

/** One person in this page: their session, their live connection, and the rooms that their panels are in. */
export interface Person {
  api: Api;
  session: TokenSession;
  profile: Store<Profile>;
  isSignedOut: Store<boolean>;
  /** A room without a panel of this name. */
  join(panel: string): Room;
  leave(room: Room, panel: string): void;
  /** A panel is about to call the server. */
  onRequest(): void;
  /** Opens the live connection, if it is not open. */
  goLive(): void;
  /** Revision of the registry, as the server announces it. */
  announced: ReadableStore<number | null>;
  stop(): void;
}

interface PersonDeps extends ShellDeps {
  token: string;
  ask: AskPage;
}

/** @throws ApiError when the inbox does not know the token, or does not answer */
export async function createPerson({ inboxUrl, token, ask }: PersonDeps): Promise<Person> {
  const api = createApi({ baseUrl: inboxUrl, getToken: async () => `jwt ${session.bareToken()}`, onNewer: logNewer });
  const session = createTokenSession({ token, ask, askServer: () => api.agentStatus({}) });
  const answer = await api.settings({}).catch(async (error: unknown) => {
    // The page's first token may have been an old one.
    if (await session.renew()) return api.settings({});
    throw error;
  });
  const { profile: answered, ...settings } = answer;
  const profile = createStore<Profile>(answered ?? decodeToken(token));
  const inboxSettings = createStore<InboxSettings | null>(settings);
  const connection = createStore<Connection>({ state: 'connecting' });
  const isSignedOut = createStore(false);
  const announced = createStore<number | null>(null);
  const rooms = new Set<Room>();
  let hasCalled = false;
  let live: LiveChannel | null = null;
  let stopWaking = () => {};
  const tellRooms: Pick<Room['client'], 'emit'> = {
    emit(topic, payload) {
      for (const { client } of rooms) client.emit(topic, payload);
    },
  };

  function hangUp(): void {
    live?.stop();
    stopWaking();
    live = null;
  }

  function goLive(): void {
    if (live || isSignedOut.get()) return;
    live = new LiveChannel({
      openConnection: openWebSocket(liveAddress(inboxUrl), session.bareToken),
      clock: systemClock,
      onConnection: connection.set,
      bus: tellRooms,
      onNewer: (newer) => logNewer(newer, 'The live connection'),
      onOpen(first) {
        // What happened between a panel's first answer and the opening has not reached the panel.
        if (first !== null && hasCalled) tellRooms.emit('live.resync', { seq: first });
      },
      onPanels: announced.set,
      onExpired() {
        hangUp();
        // The token has run out: the page has a new one, or the session has ended.
        void session.renew().then((isRenewed) => isRenewed && goLive());
      },
    });
    stopWaking = wakeWithPage(live, systemClock);
    live.start();
  }

  session.onSignedOut(() => {
    hangUp();
    isSignedOut.set(true);
  });

  function openRoomFor(): Room {
    const send: Parameters<typeof openRoom>[0]['send'] = (type, data) =>
      live?.send(type, data) ?? Promise.reject(new Error('There is no live connection.'));
    const room = openRoom({ profile, connection, settings: inboxSettings, isSignedOut, send });
    rooms.add(room);
    return room;
  }

  return {
    api,
    session,
    profile,
    isSignedOut,
    join(panel) {
      const room = [...rooms].find(({ panels }) => !panels.has(panel)) ?? openRoomFor();
      room.panels.add(panel);
      return room;
    },
    leave(room, panel) {
      room.panels.delete(panel);
      if (room.panels.size > 0) return;
      rooms.delete(room);
      room.close();
    },
    onRequest: () => void (hasCalled = true),
    goLive,
    announced,
    stop() {
      hangUp();
      for (const room of rooms) room.close();
      rooms.clear();
    },
  };
}
