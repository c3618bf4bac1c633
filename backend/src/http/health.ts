import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { WorkContext } from '../db/unit-of-work';

/** A database that takes longer is none to work with. */
const READY_WITHIN_MS = 2_000;

/** /healthz: the process answers. /readyz: the database does too. Neither says anything else. */
export function serveHealth(app: FastifyInstance, { db }: Pick<WorkContext, 'db'>): void {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const asked = sql`select 1`
      .execute(db)
      .then(() => true)
      .catch(() => false);
    const ready = await Promise.race([asked, delay(READY_WITHIN_MS, false, { ref: false })]);
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready');
  });
}
