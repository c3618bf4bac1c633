import { normalEmail } from '@inbox/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../agents/sign-in/password';
import { SignInThrottle } from '../../agents/sign-in/sign-in-throttle';
import type { HttpDeps } from '../../http/deps';
import { originOf } from '../../http/origin-of';
import { withOrigin } from '../../platform/origin';
import { messages } from '../messages';
import { sendPage, setRetryAfter } from '../page';
import { isForeign } from '../sign-in-form';
import { choosePassword } from '../../agents/password-reset/choose-password';
import { passwordResetMessages as texts } from './messages';
import {
  askedPage,
  CHOOSE_PATH,
  choosePage,
  DONE_PATH,
  donePage,
  FORGOT_PATH,
  forgotPage,
  notSetPage,
  overPage,
} from './pages';
import { findLink, type LinkToken } from '../../agents/password-reset/password-links';
import { enqueuePasswordMail } from '../../agents/password-reset/password-mails';

const Token = z.pipe(
  z.string().check(z.maxLength(200)),
  z.transform((text) => text as LinkToken),
);
/** As loose as what agents' addresses are checked by: whether there is one shows in the mailbox alone. */
const Asked = z.object({ email: z.string().check(z.maxLength(320), z.regex(/^\s*[^\s@]+@[^\s@]+\s*$/)) });
const Link = z.object({ token: Token });
const Choice = z.object({ token: Token, password: z.string() });

/** The way to a new password for who has forgotten theirs: asked for by address, chosen by a link in a mail. */
export function servePasswordReset(scope: FastifyInstance, deps: HttpDeps): void {
  const { context, guard, passwordMails } = deps;
  /** What was asked, as if it was wrong: who asks again and again waits, and signs in as ever. */
  const throttle = new SignInThrottle(context.now);

  const showForgot = (reply: FastifyReply, status: number, error: string | null, email = ''): Promise<void> =>
    sendPage(reply, status, texts.title, forgotPage({ email, error }));
  const showOver = (reply: FastifyReply): Promise<void> => sendPage(reply, 410, texts.chooseTitle, overPage);

  scope.get(FORGOT_PATH, (_request, reply) =>
    passwordMails === undefined ? sendPage(reply, 200, texts.title, notSetPage) : showForgot(reply, 200, null),
  );

  scope.post(FORGOT_PATH, async (request, reply) => {
    if (passwordMails === undefined) return sendPage(reply, 200, texts.title, notSetPage);
    if (isForeign(request)) return showForgot(reply, 403, messages.foreign);
    const asked = Asked.safeParse(request.body);
    if (!asked.success) return showForgot(reply, 422, texts.noEmail);
    const email = normalEmail(asked.data.email);
    const admission = throttle.admit({ address: request.ip, account: email, device: null });
    if (!('succeeded' in admission)) return showForgot(reply, 429, setRetryAfter(reply, admission.waitMs), email);
    const isTaken = await enqueuePasswordMail(context.db, { email, kind: 'link' }, context.now());
    if (!isTaken) return showForgot(reply, 503, texts.full, email);
    passwordMails.wake();
    return sendPage(reply, 200, texts.asked, askedPage(email));
  });

  // Programs that look into mails open their links: it is good until a password is chosen.
  scope.get(CHOOSE_PATH, async (request, reply) => {
    const link = Link.safeParse(request.query);
    const agent = link.success && (await findLink(context.db, link.data.token, context.now()));
    if (!agent) return showOver(reply);
    return sendPage(reply, 200, texts.chooseTitle, choosePage({ ...link.data, email: agent.email, error: null }));
  });

  scope.post(CHOOSE_PATH, async (request, reply) => {
    const choice = Choice.safeParse(request.body);
    if (!choice.success) return showOver(reply);
    const { token, password } = choice.data;
    const admission = guard.throttle.admit({ address: request.ip, account: null, device: null });
    if (!('succeeded' in admission)) return showForgot(reply, 429, setRetryAfter(reply, admission.waitMs));
    const agent = await findLink(context.db, token, context.now());
    if (agent === undefined) return showOver(reply);
    admission.passed();
    const { email } = agent;
    const showChoose = (status: number, error: string): Promise<void> =>
      sendPage(reply, status, texts.chooseTitle, choosePage({ token, email, error }));
    if (isForeign(request)) return showChoose(403, messages.foreign);
    if (password.length < MIN_PASSWORD) return showChoose(422, texts.tooShort);
    if (password.length > MAX_PASSWORD) return showChoose(422, texts.tooLong);
    if (guard.isBusy) return showChoose(503, messages.busy);
    const isDone = await withOrigin(originOf(request), () =>
      guard.checking(() => choosePassword(context, token, password)),
    );
    if (!isDone) return showOver(reply);
    passwordMails?.wake();
    return reply.header('cache-control', 'no-store').redirect(DONE_PATH, 303);
  });

  scope.get(DONE_PATH, (_request, reply) => sendPage(reply, 200, texts.done, donePage));
}
