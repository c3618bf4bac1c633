import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../platform/readiness/readiness';
import type { HttpDeps } from './deps';

type HealthDeps = { readiness: Pick<Readiness, 'problems'> } & Pick<HttpDeps, 'draining'>;

/**
 * /healthz: the process answers. /readyz: it has all that it needs in order to work, and is not about to stop; otherwise 503
 * with a reason for each need. Anybody may read both, so neither says more.
 */
export function serveHealth(app: FastifyInstance, { readiness, draining }: HealthDeps): void {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const problems: { need: string; reason: string }[] = [...(await readiness.problems())];
    if (draining?.aborted === true) problems.push({ need: 'running', reason: 'The inbox is about to stop.' });
    const ready = problems.length === 0;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, ...(!ready && { problems }) });
  });
}
