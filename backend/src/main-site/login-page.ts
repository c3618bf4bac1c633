import type { DemoAgent } from '../agents/agent-queries';
import { messages } from './messages';
import { html, type Html } from '../lib/html';

export interface LoginPage {
  /** Where to go on in the inbox after it. */
  next: string;
  email: string;
  error: string | null;
  demoAgents: readonly DemoAgent[];
}

export function loginPage({ next, email, error, demoAgents }: LoginPage): Html {
  return html`<h1>${messages.title}</h1>
    ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
    <form method="post" action="/main-site/login">
      <input type="hidden" name="next" value="${next}" />
      <label for="email">${messages.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${email}" />
      <label for="password">${messages.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000" />
      <button type="submit">${messages.signIn}</button>
    </form>
    ${demoAgents.length === 0 ? '' : demoSection(next, demoAgents)}`;
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
