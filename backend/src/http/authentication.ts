import type { FastifyInstance, FastifyRequest } from 'fastify';
import { productOf } from '../platform/origin';
import { WorkError } from '../platform/errors/errors';
import { authenticate, type SignedIn } from '../agents/sessions/session';
import { beyondScope, embedMessages } from '../embed/beyond-scope';
import { ScopedTokenRefused } from '../embed/scoped-token';
import { checkOrigin } from '../embed/cross-origin';
import type { HttpDeps } from './deps';
import { Refused, SignedOut } from './failures';
import { messages } from './messages';

const signedIn = new WeakMap<FastifyRequest, SignedIn>();

/**
 * Who asks, by a narrow token too: the route checks its scope. Only for routes behind `requireSignIn`.
 * @throws SignedOut
 */
export function whoAsksAtAll(request: FastifyRequest): SignedIn {
  const who = signedIn.get(request);
  if (who === undefined) throw new SignedOut();
  return who;
}

/**
 * Who asks; only for routes behind `requireSignIn`. Refuses tokens of embedding pages: what nobody has thought of is not
 * theirs.
 * @throws SignedOut, WorkError 403 `beyond_scope`
 */
export function whoAsks(request: FastifyRequest): SignedIn {
  const who = whoAsksAtAll(request);
  if (who.narrowed !== undefined) throw beyondScope(embedMessages.notForPages(request.routeOptions.url ?? 'this'));
  return who;
}

/** All routes of this scope are for signed-in agents. It is checked before a body is read. */
export function requireSignIn(app: FastifyInstance, deps: HttpDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const who = await authenticateRequest(deps, request);
    await checkOrigin(deps.context.db, request, who.merchantId);
    await deps.callLimits?.take(who);
    signedIn.set(request, who);
  });
}

async function authenticateRequest({ context, tokens, vault }: HttpDeps, request: FastifyRequest): Promise<SignedIn> {
  const { authorization, 'user-agent': userAgent } = request.headers;
  if (authorization === undefined) throw new SignedOut();
  try {
    const from = { address: request.ip, browser: productOf(userAgent) ?? null };
    const who = await authenticate({ ...context, tokens, vault }, authorization, from);
    if (who !== undefined) return who;
  } catch (error) {
    if (!(error instanceof ScopedTokenRefused)) throw error;
    throw new Refused(401, error.message, error.isExpired ? 'token_expired' : 'token_refused');
  }
  throw new SignedOut();
}

/** Spec section 6: without access_connect_chat_page there is no inbox. */
export function checkInboxPermission(who: SignedIn): void {
  if (!who.mayUseInbox) throw new WorkError(403, messages.noPermission, 'no_permission');
}
