import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from '../channels/email/server/certificate';
import { pathOf } from './asked';
import type { Cell } from './cells';
import type { DirectoryCounts } from './counts';
import { createLeading } from './lead';
import { startMailRelay } from './relay-mail';
import { startWhereabouts } from './whereabouts';

/** Milliseconds for the largest file over a slow line, as a cell waits for it. */
const CALL_MS = 300_000;
/** Milliseconds for which a connection is open without a call: longer than a balancer keeps one. */
const KEPT_MS = 72_000;
/** Milliseconds for what is being led on when the directory is told to stop. */
const ENDING_MS = 5_000;

export interface DirectoryOptions {
  cells: readonly [Cell, ...Cell[]];
  /** Of the cells and the directory. */
  secret: string;
  /** 0 takes any free port. */
  port: number;
  smtpPort: number;
  certificate?: Certificate;
  /** Addresses and networks of balancers before it. */
  trustedProxies?: readonly string[];
  /** Addresses of those that lead mail to it by the PROXY protocol. */
  smtpProxies?: readonly string[];
  counts?: DirectoryCounts;
  /** Answers /metrics, which is never led on: what a cell says of itself is for its own network. */
  serveMetrics?(request: IncomingMessage, response: ServerResponse): void;
  /** For the operator; one line each. */
  log(line: string): void;
}

export interface Directory {
  url: string;
  smtpPort: number;
  close(): Promise<void>;
}

const notFound = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(404).end();

/**
 * The one address before several cells. It keeps nothing that matters, so that any number of them may run, and one that
 * is killed loses nothing but what it was leading on.
 * @throws one line for the operator when a port cannot be had
 */
export async function startDirectory(options: DirectoryOptions): Promise<Directory> {
  const { port, smtpPort, certificate, trustedProxies = [], smtpProxies: proxies = [], log } = options;
  const counted = options.counts && { counts: options.counts };
  const whereabouts = startWhereabouts(options);
  const leading = createLeading({ whereabouts, secret: options.secret, trustedProxies, log, ...counted });
  const server = createServer({ requestTimeout: CALL_MS, keepAliveTimeout: KEPT_MS }, (request, response) => {
    if (request.url === '/healthz' || request.url === '/readyz') return void response.end('ok');
    if (pathOf(request) === '/metrics') return (options.serveMetrics ?? notFound)(request, response);
    leading.request(request, response);
  });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket: Duplex, head) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    leading.upgrade(request, socket, head);
  });
  const relay = await startMailRelay({
    whereabouts,
    port: smtpPort,
    proxies,
    log,
    ...counted,
    ...(certificate && { certificate }),
  });
  server.listen(port);
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(`Port ${port} cannot be had. Set PORT to another one.`, { cause: error });
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    smtpPort: relay.port,
    async close() {
      whereabouts.stop();
      await relay.close();
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      // Pages come again, and find another directory; calls come to their end.
      for (const socket of sockets) socket.destroy();
      setTimeout(() => server.closeAllConnections(), ENDING_MS).unref();
      await closed;
      leading.end();
    },
  };
}
