import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { BEAT_MS, CLOSE_ORIGIN, CLOSE_RESTART, CLOSE_SESSION_EXPIRED, LIVE_PATH } from '@inbox/api/wire';
import { WebSocketServer, type WebSocket } from 'ws';
import type { AccessChange } from './access-changes';
import { MerchantGone } from '../cells/gone';
import { canReplay } from './live-events';
import { readLiveSeq } from '../merchants/merchant-queries';
import type { WorkContext } from '../platform/db/unit-of-work';
import { authenticate } from '../agents/sessions/session';
import type { Vault } from '../accounts/vault';
import { embedMessages } from '../embed/beyond-scope';
import { ScopedTokenRefused } from '../embed/scoped-token';
import { allowsOrigin, anyoneAllowsOrigin } from '../embed/origins';
import { foreignOrigin, isOnOneMachine } from '../embed/cross-origin';
import type { Tokens } from '../agents/sessions/token';
import { SocketAccess } from './access';
import { startHeartbeats } from './heartbeats';
import { leavePlace, takeMessage } from './client-messages';
import type { Hub } from './hub';
import { startPresence } from './presence';
import { LiveSocket } from './socket';

const MESSAGE_BYTES = 16_000;
/** Messages of one client that wait for their turn before it is dropped. */
const MOST_QUEUED = 50;

/** Open pages of one agent. A page beyond them is told to try again later, as it does; meanwhile it asks by calls. */
const MOST_OF_ONE_AGENT = 50;
const CLOSE_TRY_AGAIN_LATER = 1013;

/** How long clients may take to answer a goodbye. */
const FAREWELL_MS = 500;
/** Between two lots of pages that are led to another node. */
const DRAIN_STEP_MS = 50;

export interface LiveServer {
  /** Closes the sockets of a session that has ended, with 4401. */
  sessionEnded(sessionId: string): void;
  /** What an agent may do, or what the merchant is set to, has changed. */
  accessChanged(change: AccessChange): void;
  /** Such changes may have been missed. */
  accessMissed(): void;
  /** The registry of panels has another revision: pages of every merchant are told, now and as they come. */
  panelsChanged(revision: number): void;
  /** The releases that open pages say they run, as `name@version`. */
  releasesInUse(): ReadonlySet<string>;
  /**
   * Has the open pages go to another node, evenly within `ms` milliseconds, so that it does not get them all at once.
   * Pages that come meanwhile have their turn too.
   */
  drain(ms: number): Promise<void>;
  /** Tells all clients that the server goes away, and takes no more. */
  close(): Promise<void>;
}

/** Opens the socket of spec section 7 on the server's own port. */
export function openLiveServer(
  server: Server,
  deps: {
    context: WorkContext;
    tokens: Tokens;
    /** Opens the secrets of narrow tokens. */
    vault: Pick<Vault, 'open'>;
    hub: Hub;
    report: (error: unknown) => void;
    /** Milliseconds between two beats of a socket; what clients expect by default. */
    heartbeatMs?: number;
    /** Sockets of one agent at once. */
    mostOfOneAgent?: number;
  },
): LiveServer {
  const { context, tokens, vault, hub, report, heartbeatMs = BEAT_MS, mostOfOneAgent = MOST_OF_ONE_AGENT } = deps;
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MESSAGE_BYTES });
  const access = new SocketAccess(hub, context, tokens, report);
  const stopBeats = startHeartbeats(hub, access, heartbeatMs);
  const stopPresence = startPresence(hub, context, heartbeatMs, report);
  let panels: number | undefined;
  /** Lines that are cut, and what they still have to do. */
  const ending = new Set<Promise<void>>();

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy());
    const address = addressOf(request);
    const found = address?.pathname === LIVE_PATH || address?.pathname === LIVE_PATH.slice(0, -1);
    if (address === null || !found) return refuse(stream, '404 Not Found');
    const origin = strangeOrigin(request);
    void isListed(origin)
      .then((listed) => (listed ? accept(request, stream, head, { address, origin }) : refuse(stream, '403 Forbidden')))
      .catch((error: unknown) => {
        report(error);
        stream.destroy();
      });
  };
  server.on('upgrade', onUpgrade);

  /** Of a page of another origin it counts here that anybody lists it; whether the token's merchant does, later. */
  const isListed = async (origin: string | undefined): Promise<boolean> =>
    origin === undefined || anyoneAllowsOrigin(context.db, origin);

  function accept(request: IncomingMessage, stream: Duplex, head: Buffer, { address, origin }: Asked): void {
    // Accepted first: a browser sees the close code only of a socket that was open.
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => socket.terminate());
      // What the client says before it is known waits in the line.
      socket.pause();
      void welcome(socket, address.searchParams, origin)
        .catch((error: unknown) => {
          if (error instanceof ScopedTokenRefused) return socket.close(CLOSE_SESSION_EXPIRED, shortened(error.message));
          if (error instanceof MerchantGone) return socket.close(CLOSE_RESTART, 'Please come again');
          report(error);
          return socket.close(1011);
        })
        .finally(() => socket.resume());
    });
  }

  async function welcome(socket: WebSocket, query: URLSearchParams, origin: string | undefined): Promise<void> {
    const who = await authenticate({ ...context, tokens, vault }, query.get('jwt') ?? '');
    if (who === undefined) return socket.close(CLOSE_SESSION_EXPIRED, 'Session expired');
    if (origin !== undefined && !(await allowsOrigin(context.db, who.merchantId, origin))) {
      return socket.close(CLOSE_ORIGIN, shortened(embedMessages.origin(origin)));
    }
    const newest = await readLiveSeq(context.db, who.merchantId);
    const since = readSince(query.get('since')) ?? newest;
    const replayable = await canReplay(context.db, who.merchantId, since, newest);
    if (socket.readyState !== socket.OPEN) return undefined;

    const open = [...hub.socketsOf(who.merchantId)].filter(({ agentId }) => agentId === who.agent.id);
    if (open.length >= mostOfOneAgent) return socket.close(CLOSE_TRY_AGAIN_LATER, 'Too many open pages');

    const live = new LiveSocket(socket, who, { seq: replayable ? since : newest, newest, origin });
    socket.on('pong', () => (live.answers = true));
    socket.on('close', () => hub.remove(live));
    listen(socket, live);
    live.publish({ type: 'live.hello', seq: newest, server_time: context.now().toISOString(), panels });
    if (!replayable) live.publish({ type: 'live.resync', seq: newest });
    live.notifyWhenCaughtUp();
    hub.add(live);
  }

  /** One message after the other, in the order they came. */
  function listen(socket: WebSocket, live: LiveSocket): void {
    let turn: Promise<void> = Promise.resolve();
    let queued = 0;
    socket.on('message', (data) => {
      queued += 1;
      if (queued > MOST_QUEUED) return socket.terminate();
      turn = turn
        .then(() => takeMessage(context, live, data, report))
        .catch(report)
        .finally(() => (queued -= 1));
      return undefined;
    });
    socket.on('close', () => {
      const end = turn.then(() => leavePlace(context, live)).catch(report);
      ending.add(end);
      void end.finally(() => ending.delete(end));
    });
  }

  return {
    sessionEnded(sessionId) {
      for (const socket of hub.sockets()) if (socket.who.sessionId === sessionId) socket.signOut();
    },
    accessChanged: (change) => access.changed(change),
    accessMissed: () => access.missed(),
    panelsChanged(revision) {
      panels = revision;
      for (const socket of hub.sockets()) socket.publish({ type: 'live.panels', revision });
    },
    releasesInUse: () => new Set([...hub.sockets()].flatMap(({ runs }) => runs)),
    async drain(ms) {
      let due = 0;
      for (let left = ms; left > 0; left -= DRAIN_STEP_MS) {
        const open = [...sockets.clients].filter(({ readyState, OPEN }) => readyState === OPEN);
        due += open.length * Math.min(1, DRAIN_STEP_MS / left);
        for (const socket of open.slice(0, Math.round(due))) socket.close(CLOSE_RESTART, 'The server restarts');
        due -= Math.round(due);
        await delay(Math.min(DRAIN_STEP_MS, left));
      }
    },
    async close() {
      stopBeats();
      await stopPresence();
      server.off('upgrade', onUpgrade);
      for (const socket of sockets.clients) socket.close(1001, 'The server goes away');
      const patience = setTimeout(() => sockets.clients.forEach((socket) => socket.terminate()), FAREWELL_MS);
      await new Promise<void>((resolve) => sockets.close(() => resolve()));
      clearTimeout(patience);
      await Promise.all(ending);
    },
  };
}

function addressOf({ url = '/' }: IncomingMessage): URL | null {
  try {
    return new URL(url, 'http://inbox');
  } catch {
    return null;
  }
}

function readSince(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

interface Asked {
  address: URL;
  /** Of a page that is not the inbox's own. */
  origin: string | undefined;
}

/** A browser names the page that asks. Programs name none, and a page on the developer's own machine is as the inbox's. */
function strangeOrigin({ headers }: IncomingMessage): string | undefined {
  const origin = foreignOrigin({ headers });
  return origin === undefined || isOnOneMachine(origin, headers.host) ? undefined : origin;
}

/** A reason has 123 bytes at most (RFC 6455). */
const shortened = (reason: string): string =>
  Buffer.from(reason)
    .subarray(0, 123)
    .toString()
    .replace(/\uFFFD$/, '');

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
