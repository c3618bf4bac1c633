import type { FastifyInstance } from 'fastify';
import { isFromDirectory } from './directory-secret';
import { findHere, listGone, whoseSchema } from './whose';
import type { Queryable } from '../platform/db/connection';
import { badRequest, Refused } from '../http/failures';

/** Where the directory asks a cell; it leads nobody here from outside. */
export const CELL_PATH = '/cell';
export const WHOSE_PATH = `${CELL_PATH}/whose`;
export const GONE_PATH = `${CELL_PATH}/gone`;

/** What the directory asks of a cell: which merchants are here, and who has left. Nothing is there without a secret. */
export function serveCellRoutes(
  app: FastifyInstance,
  { db, secret }: { db: Queryable; secret: string | undefined },
): void {
  if (secret === undefined) return;
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!isFromDirectory(secret, request.headers))
        throw new Refused(403, 'This is for the directory alone.', 'directory_only');
    });
    scope.post(WHOSE_PATH, async ({ body }) => {
      const asked = whoseSchema.safeParse(body);
      if (!asked.success) throw badRequest('body', asked.error.issues);
      return { success: true, data: await findHere(db, asked.data) };
    });
    scope.get(GONE_PATH, async () => ({ success: true, data: await listGone(db) }));
  });
}
