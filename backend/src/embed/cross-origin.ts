import type { MerchantId } from '@inbox/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Queryable } from '../platform/db/connection';
import { embedMessages } from './beyond-scope';
import { allowsOrigin, anyoneAllowsOrigin } from './origins';
import { WorkError } from '../platform/errors/errors';
import type { IncomingHttpHeaders } from 'node:http';

/** Seconds that a browser may believe a preflight. */
const PREFLIGHT_SECONDS = 7200;

/** What pages of other origins ask with the calls' own. */
const ASKED_HEADERS = 'authorization, cache-control, content-type, traceparent';

/** What is there for embedding pages. Everything else has no answer that another origin may read. */
const OPEN = /^\/(?:api|panels|embed)\/|^\/registry\.json(?:$|\?)/;

/**
 * Answers pages of other origins that a merchant has listed: by their exact origin, without cookies, for the calls, the
 * registry, the panels' files and the embedding script. The list is empty at first.
 */
export function allowEmbeddingOrigins(app: FastifyInstance, db: Queryable): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!OPEN.test(request.url)) return undefined;
    // With or without an origin: a cache must not give the answer for one to another.
    const isCall = request.url.startsWith('/api/');
    reply.header('vary', isCall ? 'origin' : 'origin, accept-encoding');
    // What a call answers is read by scripts, which say who they are; pictures of mails say so for themselves.
    if (isCall) reply.header('cross-origin-resource-policy', 'same-origin');
    const origin = foreignOrigin(request);
    if (origin === undefined || !(await anyoneAllowsOrigin(db, origin))) return undefined;
    reply.header('access-control-allow-origin', origin);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', 'retry-after');
      return undefined;
    }
    return reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': ASKED_HEADERS,
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .code(204)
      .send();
  });
  // A route of its own, so that a preflight reaches the hook of every address; those that it does not answer end here.
  app.options('/*', async (_request, reply) => reply.code(403).send());
}

/**
 * Does the merchant of the token allow the page that asks? The preflight could not tell: it knows no merchant.
 * @throws WorkError 403 `origin_not_allowed`, which the page may read when another merchant lists it
 */
export async function checkOrigin(db: Queryable, request: FastifyRequest, merchantId: MerchantId): Promise<void> {
  const origin = foreignOrigin(request);
  if (origin === undefined || isOnOneMachine(origin, request.headers.host)) return;
  if (await allowsOrigin(db, merchantId, origin)) return;
  throw new WorkError(403, embedMessages.origin(origin), 'origin_not_allowed');
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The origin of the page that asks, when it is another than the inbox's own; undefined for the inbox, and programs. */
export function foreignOrigin({ headers, host }: { headers: IncomingHttpHeaders; host?: string }): string | undefined {
  const { origin } = headers;
  if (origin === undefined) return undefined;
  const own = [host, headers.host];
  return URL.canParse(origin) && own.includes(new URL(origin).host) ? undefined : origin;
}

/** Are the page and the inbox both on the developer's own machine? A panel's own page there calls a running inbox. */
export function isOnOneMachine(origin: string, host: string | undefined): boolean {
  const here = `http://${host ?? ''}`;
  if (!URL.canParse(origin) || !URL.canParse(here)) return false;
  return LOOPBACK.has(new URL(origin).hostname) && LOOPBACK.has(new URL(here).hostname);
}
