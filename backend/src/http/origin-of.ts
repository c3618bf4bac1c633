import type { FastifyRequest } from 'fastify';
import type { SignedIn } from '../agents/sessions/session';
import { productOf, type Origin } from '../platform/origin';

/** Who asks and from where, for the audit. `who` is left out of a request that nobody has signed in for. */
export function originOf(request: FastifyRequest, who?: SignedIn): Origin {
  const product = productOf(request.headers['user-agent']);
  return {
    site: `${request.protocol}://${request.host}`,
    who: who === undefined ? 'system' : `agent:${who.agent.id}`,
    from: {
      address: request.ip,
      ...(product !== undefined && { product }),
      ...(who?.sessionId && { session: who.sessionId }),
      ...(who?.narrowed && { embed_secret: who.narrowed.kid }),
      call: `${request.method} ${request.routeOptions.url ?? ''}`,
    },
  };
}
