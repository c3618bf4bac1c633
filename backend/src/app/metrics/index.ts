import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Figures, FiguresDeps } from './figures';

export interface Metrics {
  /** Counts what a channel answered to what was sent. */
  answered: Figures['answered'];
  /** Counts what came of scans for viruses. */
  scanned: Figures['scanned'];
  /** Where it has a port of its own; undefined without one. */
  at: AddressInfo | undefined;
  close(): Promise<void>;
}

/**
 * Serves figures for Prometheus at /metrics, on a port of their own or on the inbox's for who has the token. Nothing of it
 * is loaded unless a setting asks for it. To be called before the routes, whose calls are counted.
 */
export async function openMetrics(app: FastifyInstance, deps: FiguresDeps): Promise<Metrics | null> {
  const { port, host, token } = deps.settings.metrics;
  if (port === undefined && token === undefined) return null;
  const { collectFigures } = await import('./figures');
  const figures = collectFigures(deps);
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    // The pattern of the route, never the address: that has ids.
    figures.called({ method, route: routeOptions.url ?? 'none', status: statusCode, ms: elapsedTime });
  });
  if (token !== undefined) {
    app.get('/metrics', async ({ headers }, reply) => {
      if (!isToken(headers.authorization ?? '', token)) return reply.code(401).type('text/plain').send('');
      return reply.type(figures.contentType).send(await figures.text());
    });
  }
  const own = port === undefined ? undefined : await listen(figures, { port, host });
  return {
    answered: figures.answered,
    scanned: figures.scanned,
    at: own === undefined ? undefined : (own.address() as AddressInfo),
    async close() {
      figures.close();
      own?.closeAllConnections();
      own?.close();
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isToken = (given: string, token: string) => timingSafeEqual(digest(given), digest(`Bearer ${token}`));

async function listen(figures: Figures, at: { port: number; host: string }): Promise<Server> {
  const server = createServer((request, answer) => {
    if (request.url !== '/metrics') return answer.writeHead(404).end();
    figures.text().then(
      (text) => answer.writeHead(200, { 'content-type': figures.contentType }).end(text),
      () => answer.writeHead(503).end(),
    );
    return undefined;
  });
  server.listen(at);
  await once(server, 'listening').catch((error: unknown) => {
    const where = `${at.host}, port ${at.port},`;
    throw new Error(`${where} cannot be had for metrics. Set INBOX_METRICS_HOST and INBOX_METRICS_PORT to others.`, {
      cause: error,
    });
  });
  return server;
}
