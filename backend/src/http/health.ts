import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { HttpDeps } from './deps';

/** A database or a disk that takes longer is none to work with. */
const READY_WITHIN_MS = 2_000;

type HealthDeps = { context: Pick<HttpDeps['context'], 'db'> } & Pick<HttpDeps, 'renderPage' | 'draining'>;

/**
 * /healthz: the process answers. /readyz: the database does too, the page can be had, and the inbox is not about to stop.
 * Neither says anything else.
 */
export function serveHealth(app: FastifyInstance, { context, renderPage, draining }: HealthDeps): void {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const asked = Promise.all([sql`select 1`.execute(context.db), renderPage?.()]).then(
      () => true,
      () => false,
    );
    const answers = await Promise.race([asked, delay(READY_WITHIN_MS, false, { ref: false })]);
    const ready = answers && draining?.aborted !== true;
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready');
  });
}
