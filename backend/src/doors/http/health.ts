import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { WorkContext } from '../../work/change';

/** /healthz: the process answers. /readyz: the database does too. Neither says anything else. */
export function serveHealth(app: FastifyInstance, { db }: Pick<WorkContext, 'db'>): void {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    const ready = await sql`select 1`
      .execute(db)
      .then(() => true)
      .catch(() => false);
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ready' : 'not ready');
  });
}
