import type { DemoAgent } from '../agents/agent-queries';
import { START_PATH } from '../agents/oidc/flow-terms';
import { MAX_PASSWORD } from '../agents/sign-in/password';
import { messages } from './messages';
import { html, type Html } from '../platform/html/html';
import { passkeyForm } from './passkey/passkey-form';
import { passwordResetMessages } from './password-reset/messages';
import { FORGOT_PATH } from './password-reset/pages';

export interface LoginPage {
  /** Where to go on in the inbox after it. */
  next: string;
  email: string;
  error: string | null;
  demoAgents: readonly DemoAgent[];
  /** What the identity provider is called that some agents sign in at; null where there is none. */
  provider: { name: string; passwords: boolean } | null;
}

export function loginPage({ next, email, error, demoAgents, provider }: LoginPage): Html {
  return html`<h1>${messages.title}</h1>
    ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
    ${provider === null ? '' : providerSection(next, provider)}
    <form method="post" action="/main-site/login">
      <input type="hidden" name="next" value="${next}" />
      <label for="email">${messages.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${email}" />
      <label for="password">${messages.password}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        maxlength="${String(MAX_PASSWORD)}"
      />
      <button type="submit">${messages.signIn}</button>
    </form>
    <p class="after"><a href="${FORGOT_PATH}">${passwordResetMessages.forgot}</a></p>
    ${passkeyForm(next)} ${demoAgents.length === 0 ? '' : demoSection(next, demoAgents)}`;
}

/** A link: a form's policy would not let the browser go on to the provider. */
function providerSection(next: string, { name, passwords }: NonNullable<LoginPage['provider']>): Html {
  const address = `${START_PATH}?${new URLSearchParams({ next }).toString()}`;
  return html`<a class="button" href="${address}">${messages.provider.signIn(name)}</a>
    <p class="or">${passwords ? messages.provider.or : messages.provider.without(name)}</p>`;
}

function demoSection(next: string, agents: readonly DemoAgent[]): Html {
  const merchants = [...new Set(agents.map(({ merchant_name }) => merchant_name))];
  return html`<section class="demo" aria-labelledby="demo">
    <h2 id="demo">${messages.demoTitle}</h2>
    <p>${messages.demoHint}</p>
    ${merchants.map(
      (merchant) =>
        html`<h3>${merchant}</h3>
          <form method="post" action="/main-site/login" aria-label="${merchant}">
            <input type="hidden" name="next" value="${next}" />
            ${agents.filter(({ merchant_name }) => merchant_name === merchant).map(demoButton)}
          </form>`,
    )}
  </section>`;
}

function demoButton({ id, first_name, last_name }: DemoAgent): Html {
  const name = `${first_name} ${last_name}`.trim();
  return html`<button type="submit" name="agent_id" value="${String(id)}">${messages.signInAs(name)}</button>`;
}
