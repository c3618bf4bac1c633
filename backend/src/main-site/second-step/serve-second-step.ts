import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { withOrigin } from '../../platform/origin';
import type { HttpDeps } from '../../http/deps';
import { originOf } from '../../http/origin-of';
import { deviceCookie, readDevice } from '../known-device';
import { messages } from '../messages';
import { sendPage, setRetryAfter } from '../page';
import { handOver, isForeign, LOGIN } from '../sign-in-form';
import { completeSignIn, type AfterFirstFactor } from '../../agents/second-step/after-first-factor';
import { CODE_PATH, codePage } from './code-page';
import { secondStepMessages as texts } from './messages';
import {
  findPending,
  noPendingCookie,
  pendingCookie,
  readPendingCookie,
} from '../../agents/second-step/pending-sign-ins';

const Form = z.object({
  next: z._default(z.string().check(z.maxLength(2000)), ''),
  code: z._default(z.string().check(z.maxLength(100)), ''),
});

/** Shows the sign-in page, with what went wrong. */
export type ShowLogin = (
  reply: FastifyReply,
  status: number,
  shown: { next?: string; email?: string; error?: string },
) => Promise<void>;

/** Asks the browser for the code of a sign-in that waits for one. */
export async function askForCode(
  request: FastifyRequest,
  reply: FastifyReply,
  { pending, next }: { pending: Extract<AfterFirstFactor, { kind: 'code-wanted' }>['pending']; next: string },
): Promise<void> {
  reply.header('set-cookie', pendingCookie(pending, request.protocol === 'https'));
  await sendPage(reply, 200, texts.title, codePage({ next, error: null }));
}

/** The page that asks for a code, and takes it. */
export function serveSecondStep(scope: FastifyInstance, deps: HttpDeps, showLogin: ShowLogin): void {
  const { context, tokens, vault, guard } = deps;

  // What a browser shows again after it was closed, and what somebody has among the bookmarks.
  scope.get(CODE_PATH, (_request, reply) => reply.redirect(LOGIN, 302));

  scope.post(CODE_PATH, async (request, reply) => {
    if (isForeign(request)) return showLogin(reply, 403, { error: messages.foreign });
    const parsed = Form.safeParse(request.body);
    const { next, code } = parsed.success ? parsed.data : { next: '', code: '' };
    const secure = request.protocol === 'https';
    const beginAnew = (error: string): Promise<void> => {
      reply.header('set-cookie', noPendingCookie(secure));
      return showLogin(reply, 401, { next, error });
    };
    const pending = readPendingCookie(request.headers.cookie);
    const agent = pending && (await findPending(context.db, pending, context.now()));
    if (pending === undefined || agent === undefined) return beginAnew(texts.over);

    const { email: account, ...key } = agent;
    const device = readDevice(tokens, request.headers.cookie, account);
    const admission = guard.throttle.admit({ address: request.ip, account, device });
    if (!('succeeded' in admission)) {
      return sendPage(reply, 429, texts.title, codePage({ next, error: setRetryAfter(reply, admission.waitMs) }));
    }
    const done = await withOrigin(originOf(request), () =>
      completeSignIn({ ...context, tokens, vault }, pending, key, code).then((after) => {
        if (after.kind === 'wrong') guard.failed.note({ merchant_id: key.merchant_id, id: key.agent_id }, 'code');
        return after;
      }),
    );
    switch (done.kind) {
      case 'over':
        admission.passed();
        return beginAnew(texts.over);
      case 'wrong':
        if (done.left === 0) return beginAnew(texts.tooManyWrong);
        return sendPage(reply, 401, texts.title, codePage({ next, error: texts.wrong(done.left) }));
      case 'signed-in':
        admission.succeeded();
        return reply
          .headers({
            'set-cookie': [noPendingCookie(secure), deviceCookie(tokens, account, { device, secure })],
            'cache-control': 'no-store',
          })
          .redirect(handOver(done.token, next), 303);
    }
  });
}
