import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WorkError } from '../lib/work-error';
import { authenticate, type SignedIn } from '../agents/session';
import type { HttpDeps } from './deps';
import { SignedOut } from './failures';
import { messages } from './messages';

const signedIn = new WeakMap<FastifyRequest, SignedIn>();

/** Who asks; only for routes behind `requireSignIn`. */
export function whoAsks(request: FastifyRequest): SignedIn {
  const who = signedIn.get(request);
  if (who === undefined) throw new SignedOut();
  return who;
}

/** All routes of this scope are for signed-in agents. It is checked before a body is read. */
export function requireSignIn(app: FastifyInstance, deps: HttpDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const token = request.headers.authorization;
    const who = token === undefined ? undefined : await authenticate({ ...deps.context, tokens: deps.tokens }, token);
    if (who === undefined) throw new SignedOut();
    signedIn.set(request, who);
  });
}

/** Spec section 6: without access_connect_chat_page there is no inbox. */
export function checkInboxPermission(who: SignedIn): void {
  if (!who.mayUseInbox) throw new WorkError(403, messages.noPermission, 'no_permission');
}
