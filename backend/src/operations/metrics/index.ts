import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Figures, FiguresDeps } from './figures';
import { isToken, listen } from './serve';

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
