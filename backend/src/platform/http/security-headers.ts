import type { FastifyInstance } from 'fastify';

/** For everything that is not a page of ours: it loads nothing and stands in no frame. */
const CLOSED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Set first, so that a page can put its own policy in place of the closed one. */
export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': CLOSED,
      'x-content-type-options': 'nosniff',
      // Addresses can carry a sign-in token: they are told to nobody else.
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), payment=()',
    });
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
}
