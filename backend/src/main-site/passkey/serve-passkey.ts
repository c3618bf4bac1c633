import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { withoutPasswords } from '../../agents/oidc/without-passwords';
import { CHALLENGE_MS } from '../../agents/passkeys/challenge';
import { beginPasskeySignIn, signInByPasskey } from '../../agents/passkeys/sign-in-by-passkey';
import type { HttpDeps } from '../../http/deps';
import { originOf } from '../../http/origin-of';
import { withOrigin } from '../../platform/origin';
import { cookieOf, readCookie } from '../../platform/http/cookies';
import { deviceCookie, readDevice } from '../known-device';
import { messages } from '../messages';
import type { ShowLogin } from '../second-step/serve-second-step';
import { handOver, isForeign, LOGIN } from '../sign-in-form';
import { passkeyMessages as texts } from './messages';
import { OPTIONS_PATH, PASSKEY_PATH } from './passkey-form';
import { setRetryAfter } from '../page';

const Form = z.object({
  next: z._default(z.string().check(z.maxLength(2000)), ''),
  answer: z.string().check(z.maxLength(20_000)),
});

/** Has the challenge, sealed, until the browser has signed. */
const COOKIE = 'inbox_passkey';
const cookie = (value: string, maxAge: number, secure: boolean): string =>
  cookieOf(COOKIE, value, { maxAge, path: LOGIN, sameSite: 'Strict', secure });

/** Sign-in with a passkey: what is to be signed, and what the browser answers. */
export function servePasskeys(scope: FastifyInstance, deps: HttpDeps, showLogin: ShowLogin): void {
  const { context, tokens, vault, guard, oidc } = deps;

  scope.post(OPTIONS_PATH, async (request, reply) => {
    if (isForeign(request)) return reply.code(403).send({ error: messages.foreign });
    const begun = await withOrigin(originOf(request), () => beginPasskeySignIn({ vault, now: context.now }));
    const secure = request.protocol === 'https';
    reply.headers({ 'set-cookie': cookie(begun.sealed, CHALLENGE_MS / 1000, secure), 'cache-control': 'no-store' });
    return begun.options;
  });

  scope.post(PASSKEY_PATH, async (request, reply) => {
    if (isForeign(request)) return showLogin(reply, 403, { error: messages.foreign });
    const parsed = Form.safeParse(request.body);
    if (!parsed.success) return showLogin(reply, 400, { error: texts.wrong });
    const { next, answer } = parsed.data;
    const admission = guard.throttle.admit({ address: request.ip, account: null, device: null });
    if (!('succeeded' in admission)) {
      return showLogin(reply, 429, { next, error: setRetryAfter(reply, admission.waitMs) });
    }
    const signIn = { ...context, tokens, vault, failed: guard.failed, withoutPasskeys: withoutPasswords(oidc) };
    const sealed = readCookie(request.headers.cookie, COOKIE) ?? '';
    const done = await withOrigin(originOf(request), () => signInByPasskey(signIn, sealed, answer));
    const secure = request.protocol === 'https';
    reply.header('set-cookie', cookie('', 0, secure));
    if (done.kind !== 'signed-in') return showLogin(reply, 401, { next, error: texts[done.kind] });
    admission.succeeded();
    const device = readDevice(tokens, request.headers.cookie, done.email);
    reply.header('set-cookie', deviceCookie(tokens, done.email, { device, secure }));
    return reply.header('cache-control', 'no-store').redirect(handOver(done.token, next), 303);
  });

  // What somebody has among the bookmarks.
  scope.get(PASSKEY_PATH, (_request, reply) => reply.redirect(LOGIN, 302));
}
