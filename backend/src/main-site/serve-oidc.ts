import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { CALLBACK_PATH, FLOW_MS, SIGNED_OUT_PATH, START_PATH } from '../agents/oidc/flow-terms';
import type { Oidc, SignInFailure } from '../agents/oidc';
import type { SignInGuard } from '../agents/sign-in/sign-in-guard';
import { TOKEN_MS, type Tokens } from '../agents/sessions/token';
import { originOf } from '../http/origin-of';
import { html } from '../platform/html/html';
import { withOrigin } from '../platform/origin';
import { cookieOf, readCookie } from '../platform/http/cookies';
import { messages } from './messages';
import { sendPage, setRetryAfter } from './page';
import { handOver } from './sign-in-form';

const LOGOUT_PATH = '/main-site/oidc/back-channel-logout';

/** A logout token has a few hundred bytes; keys and names may be long. */
const LOGOUT_BYTES = 32_000;
/** Each holds a request to the provider for some seconds at most. */
const MOST_AT_ONCE = 32;

const Start = z.object({
  next: z._default(z.string().check(z.maxLength(2000)), ''),
  /** The browser has been led to the inbox's own host already. */
  led: z.optional(z.string()),
});
const LogoutForm = z.object({ logout_token: z.string().check(z.maxLength(LOGOUT_BYTES)) });

const STATUS: Record<SignInFailure, number> = {
  'no-flow': 400,
  refused: 403,
  'no-agent': 403,
  unverified: 403,
  'no-group': 403,
  'other-identity': 403,
  untrusted: 502,
  unreachable: 503,
};

/** With that prefix no other host can set the cookie in this browser, which needs TLS. */
const flowCookie = (secure: boolean): string => (secure ? '__Host-inbox_oidc' : 'inbox_oidc');
const SESSION_COOKIE = 'inbox_oidc_session';

export interface OidcRoutesDeps {
  oidc: Oidc;
  tokens: Pick<Tokens, 'read'>;
  guard: Pick<SignInGuard, 'throttle' | 'failed'>;
  now: () => Date;
  /** The sign-in page, with what went wrong. */
  showLogin(reply: FastifyReply, status: number, shown: { next?: string; error?: string }): Promise<void>;
}

/** Sign-in at the identity provider: the way there, the way back, and the provider's word that somebody has signed out. */
export function serveOidc(scope: FastifyInstance, { oidc, tokens, guard, now, showLogin }: OidcRoutesDeps): void {
  const { name, url } = oidc.settings;
  const secure = url.startsWith('https:');
  let underWay = 0;

  scope.get(START_PATH, async (request, reply) => {
    const query = Start.safeParse(request.query);
    const { next, led } = query.success ? query.data : { next: '' };
    // The provider leads back to that host, where the cookie must be. A proxy may hide the host that the browser has asked.
    if (request.host !== new URL(url).host && led === undefined) {
      return reply.redirect(`${url}${START_PATH}?${new URLSearchParams({ next, led: 'yes' }).toString()}`, 302);
    }
    const begun = await oidc.begin(next);
    if (begun === null) return showLogin(reply, 503, { next, error: messages.provider.down(name) });
    const options = { maxAge: FLOW_MS / 1000, path: '/', sameSite: 'Lax', secure } as const;
    reply.headers({
      'set-cookie': cookieOf(flowCookie(secure), begun.cookie, options),
      'cache-control': 'no-store',
    });
    return reply.redirect(begun.address, 302);
  });

  scope.get(CALLBACK_PATH, async (request, reply) => {
    // One answer for each begin, whatever comes of it.
    reply.header('set-cookie', cookieOf(flowCookie(secure), '', { maxAge: 0, path: '/', sameSite: 'Lax', secure }));
    const cookie = readCookie(request.headers.cookie, flowCookie(secure));
    if (cookie === undefined || !oidc.isFlow(cookie)) return showFailure(reply, 'no-flow');
    const admission = guard.throttle.admit({ address: request.ip, account: null, device: null });
    if (!('succeeded' in admission)) {
      return showLogin(reply, 429, { error: setRetryAfter(reply, admission.waitMs) });
    }
    if (underWay >= MOST_AT_ONCE) return showLogin(reply, 503, { error: messages.busy });
    underWay += 1;
    const outcome = await withOrigin(originOf(request), () => oidc.complete(cookie, searchOf(request))).finally(
      () => (underWay -= 1),
    );
    if ('failed' in outcome) {
      const { failed } = outcome;
      if ('agentId' in outcome) {
        const whose = { merchant_id: oidc.merchantId, id: outcome.agentId };
        withOrigin(originOf(request), () => guard.failed.note(whose, outcome.failed));
      }
      if (failed === 'unreachable') return showLogin(reply, 503, { error: messages.provider.down(name) });
      return showFailure(reply, failed);
    }
    admission.succeeded();
    const session = await tokens.read(outcome.token, now());
    if (session !== undefined) reply.header('set-cookie', sessionCookie(oidc, session.sessionId, TOKEN_MS / 1000));
    return reply.header('cache-control', 'no-store').redirect(handOver(outcome.token, outcome.next), 303);
  });

  scope.post(LOGOUT_PATH, { bodyLimit: LOGOUT_BYTES + 1_000 }, async (request, reply) => {
    const form = LogoutForm.safeParse(request.body);
    const isDone =
      form.success && (await withOrigin(originOf(request), () => oidc.endSessions(form.data.logout_token)));
    reply.header('cache-control', 'no-store');
    return isDone ? reply.code(200).send() : reply.code(400).send({ error: 'invalid_request' });
  });

  async function showFailure(reply: FastifyReply, failed: SignInFailure): Promise<void> {
    const { title, why, back } = messages.provider;
    await sendPage(
      reply,
      STATUS[failed],
      title,
      html`<h1>${title}</h1>
        <p class="error" role="alert">${why[failed](name)}</p>
        <p><a href="${SIGNED_OUT_PATH}">${back}</a></p>`,
    );
  }
}

/** The query as it came: a name that is there twice is refused by who reads it. */
const searchOf = ({ url }: FastifyRequest): string => {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at);
};

/** Where a browser is led after its agent has signed out of the inbox; 'down' when the provider's session goes on. */
export type SignOutLead = { to: string } | 'down' | null;

/**
 * The provider's sign-out, to which the sign-in page leads a browser once after its agent has signed out of the inbox.
 * Null when there is nothing to sign out of.
 */
export async function leadToSignOut(oidc: Oidc, request: FastifyRequest, reply: FastifyReply): Promise<SignOutLead> {
  const session = readCookie(request.headers.cookie, SESSION_COOKIE);
  if (session === undefined) return null;
  const lead = await oidc.takeSignOut(session).then(
    (to) => (to === null ? null : { to }),
    (error: unknown) => {
      request.log.error({ err: error }, 'the sign-out of the identity provider is not known');
      return 'down' as const;
    },
  );
  if (lead !== null) reply.header('set-cookie', sessionCookie(oidc, '', 0));
  return lead;
}

/** Which session a browser has of a sign-in at the provider: for the sign-in page alone. */
const sessionCookie = ({ settings }: Oidc, id: string, maxAge: number): string => {
  const secure = settings.url.startsWith('https:');
  return cookieOf(SESSION_COOKIE, id, { maxAge, path: SIGNED_OUT_PATH, sameSite: 'Strict', secure });
};
