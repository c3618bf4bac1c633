import { MAX_PASSWORD, MIN_PASSWORD } from '../../agents/sign-in/password';
import { html, type Html } from '../../platform/html/html';
import { LOGIN, MAIN_SITE } from '../sign-in-form';
import { passwordResetMessages as texts } from './messages';

/** Where a link is asked for. */
export const FORGOT_PATH = `${MAIN_SITE}/forgot-password`;
/** Where the link leads. */
export const CHOOSE_PATH = `${MAIN_SITE}/reset-password`;
export const DONE_PATH = `${CHOOSE_PATH}/done`;

const problem = (error: string | null): Html | '' =>
  error === null ? '' : html`<p class="error" role="alert">${error}</p>`;
const toSignIn = html`<p class="after"><a href="${LOGIN}">${texts.signIn}</a></p>`;

export const forgotPage = ({ email, error }: { email: string; error: string | null }): Html =>
  html`<h1>${texts.title}</h1>
    ${problem(error)}
    <p id="hint">${texts.hint}</p>
    <form method="post" action="${FORGOT_PATH}">
      <label for="email">${texts.email}</label>
      <input
        id="email"
        name="email"
        type="email"
        autocomplete="username"
        aria-describedby="hint"
        required
        autofocus
        maxlength="320"
        value="${email}"
      />
      <button type="submit">${texts.ask}</button>
    </form>
    ${toSignIn}`;

/** Says the same of every address. */
export const askedPage = (email: string): Html =>
  html`<h1>${texts.asked}</h1>
    <p role="status">${texts.askedHint(email)}</p>
    <p>${texts.askedElse}</p>
    ${toSignIn}`;

/** Of an inbox that has no way to send one. */
export const notSetPage = html`<h1>${texts.title}</h1>
  <p>${texts.notSet}</p>
  ${toSignIn}`;

export const choosePage = ({ token, email, error }: { token: string; email: string; error: string | null }): Html =>
  html`<h1>${texts.chooseTitle}</h1>
    ${problem(error)}
    <p>${texts.choosing}</p>
    <form method="post" action="${CHOOSE_PATH}">
      <input type="hidden" name="token" value="${token}" />
      <label for="email">${texts.email}</label>
      <input id="email" type="email" autocomplete="username" readonly value="${email}" />
      <label for="password">${texts.password}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="new-password"
        aria-describedby="hint"
        required
        autofocus
        minlength="${String(MIN_PASSWORD)}"
        maxlength="${String(MAX_PASSWORD)}"
      />
      <p id="hint">${texts.passwordHint}</p>
      <button type="submit">${texts.choose}</button>
    </form>`;

export const overPage = html`<h1>${texts.chooseTitle}</h1>
  <p class="error" role="alert">${texts.over}</p>
  <a class="button" href="${FORGOT_PATH}">${texts.again}</a>
  ${toSignIn}`;

export const donePage = html`<h1>${texts.done}</h1>
  <p role="status">${texts.doneHint}</p>
  <a class="button" href="${LOGIN}">${texts.goOn}</a>`;
