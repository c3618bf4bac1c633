import { paymentCheckCall, type PaymentCheck, type Success } from '@inbox/api/wire';
import { normalEmail } from '@inbox/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { requireSignIn, whoAsks } from '../http/authentication';
import { originOf } from '../http/origin-of';
import { html } from '../platform/html/html';
import { withOrigin } from '../platform/origin';
import type { HttpDeps } from '../http/deps';
import { listDemoAgents } from '../agents/agent-queries';
import { MAX_PASSWORD } from '../agents/sign-in/password';
import { withoutPasswords } from '../agents/oidc/without-passwords';
import { readPaymentCheck } from '../merchants/merchant-queries';
import { checkPassword, signInAsDemo } from '../agents/sign-in/sign-in';
import { deviceCookie, readDevice } from './known-device';
import { loginPage } from './login-page';
import { messages } from './messages';
import { serveOidc, leadToSignOut } from './serve-oidc';
import { sendPage, setRetryAfter } from './page';
import { PASSKEY_SCRIPT } from './passkey/passkey-form';
import { servePasskeys } from './passkey/serve-passkey';
import { servePasswordReset } from './password-reset/serve-password-reset';
import { afterFirstFactor, type AfterFirstFactor } from '../agents/second-step/after-first-factor';
import { askForCode, serveSecondStep } from './second-step/serve-second-step';
import { handOver, isForeign, LOGIN, MAIN_SITE } from './sign-in-form';

const Query = z.object({ next: z._default(z.string(), ''), t: z._default(z.string(), '') });
const Form = z.object({
  next: z._default(z.string().check(z.maxLength(2000)), ''),
  email: z._default(z.string().check(z.maxLength(320)), ''),
  password: z._default(z.string().check(z.maxLength(MAX_PASSWORD)), ''),
  agent_id: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
});

/**
 * The stand-in for the main site: signs agents in and hands them over to the inbox (spec section 2), answers the payment
 * check, and says of everything else that it is external.
 */
export function serveMainSite(app: FastifyInstance, deps: HttpDeps): void {
  const { context, tokens, vault, guard, oidc } = deps;

  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body.toString())));
    });

    scope.get(MAIN_SITE, (_request, reply) => reply.redirect(LOGIN, 302));
    scope.get(LOGIN, async (request, reply) => {
      const query = Query.safeParse(request.query);
      const { next, t } = query.success ? query.data : { next: '', t: '' };
      const shown = { next: next || (t && `/inbox/tickets/${t}`) };
      const lead = oidc === undefined ? null : await leadToSignOut(oidc, request, reply);
      if (oidc === undefined || lead === null) return showLogin(reply, 200, shown);
      if (lead !== 'down') return reply.redirect(lead.to, 303);
      return showLogin(reply, 200, { ...shown, error: messages.provider.stillSignedIn(oidc.settings.name) });
    });

    scope.post(LOGIN, async (request, reply) => {
      if (isForeign(request)) return showLogin(reply, 403, { error: messages.foreign });
      const parsed = Form.safeParse(request.body);
      if (!parsed.success) return showLogin(reply, 400, { error: messages.wrong });
      const { next, email, password, agent_id } = parsed.data;
      if (guard.isBusy) return showLogin(reply, 503, { next, email, error: messages.busy });
      const account = agent_id === undefined ? normalEmail(email) : null;
      const device = account === null ? null : readDevice(tokens, request.headers.cookie, account);
      const admission = guard.throttle.admit({ address: request.ip, account, device });
      if (!('succeeded' in admission)) {
        return showLogin(reply, 429, { next, email, error: setRetryAfter(reply, admission.waitMs) });
      }
      const after = await withOrigin(originOf(request), () =>
        guard.checking(() => (agent_id === undefined ? afterPassword(email, password) : afterDemo(Number(agent_id)))),
      );
      if (after === undefined) return showLogin(reply, 401, { next, email, error: messages.wrong });
      if (after.kind === 'code-wanted') {
        admission.passed();
        return askForCode(request, reply, { pending: after.pending, next });
      }
      admission.succeeded();
      if (account !== null) {
        const secure = request.protocol === 'https';
        reply.header('set-cookie', deviceCookie(tokens, account, { device, secure }));
      }
      return reply.header('cache-control', 'no-store').redirect(handOver(after.token, next), 303);
    });

    if (oidc !== undefined) serveOidc(scope, { oidc, tokens, guard, now: context.now, showLogin });
    serveSecondStep(scope, deps, showLogin);
    servePasskeys(scope, deps, showLogin);
    servePasswordReset(scope, deps);

    scope.get(`${MAIN_SITE}/*`, async (request, reply) => {
      const title = titleOf(request.url);
      await sendPage(
        reply,
        200,
        title,
        html`<h1>${title}</h1>
          <p>${messages.external}</p>
          <p><a href="/inbox/tickets">${messages.back}</a></p>`,
      );
    });
  });

  app.register(async (scope) => {
    requireSignIn(scope, deps);
    scope.get(MAIN_SITE + paymentCheckCall.path, async (request): Promise<Success<PaymentCheck>> => {
      return { success: true, data: await readPaymentCheck(context.db, whoAsks(request).merchantId) };
    });
  });

  async function afterPassword(email: string, password: string): Promise<AfterFirstFactor | undefined> {
    const deciding = { ...context, failed: guard.failed, withoutPasswords: withoutPasswords(oidc) };
    const agent = await checkPassword(deciding, email, password);
    return agent && afterFirstFactor({ ...context, tokens, vault }, agent);
  }

  async function afterDemo(agentId: number): Promise<AfterFirstFactor | undefined> {
    const token = await signInAsDemo({ ...context, tokens }, agentId);
    return token === undefined ? undefined : { kind: 'signed-in', token };
  }

  async function showLogin(
    reply: FastifyReply,
    status: number,
    shown: { next?: string; email?: string; error?: string },
  ): Promise<void> {
    const { next = '', email = '', error = null } = shown;
    const provider = oidc?.settings ?? null;
    const page = loginPage({ next, email, error, demoAgents: await listDemoAgents(context.db), provider });
    await sendPage(reply, status, messages.title, page, PASSKEY_SCRIPT);
  }
}

/** What the page would be called: from its address, as `/main-site/net-promoter-scores`. */
function titleOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  const name = messages.pages.get(path.slice(MAIN_SITE.length + 1).replace(/\/$/, ''));
  return name ?? messages.externalTitle;
}
