import { html, type Html } from '../../platform/html/html';
import { secondStepMessages as texts } from './messages';

export const CODE_PATH = '/main-site/login/code';

interface CodePage {
  /** Where to go on in the inbox after it. */
  next: string;
  error: string | null;
}

/** Asks for the code; without scripts, so that the recovery code has a form of its own below. */
export function codePage({ next, error }: CodePage): Html {
  return html`<h1>${texts.title}</h1>
    ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
    <p id="hint">${texts.hint}</p>
    <form method="post" action="${CODE_PATH}">
      <input type="hidden" name="next" value="${next}" />
      <label for="code">${texts.code}</label>
      <input
        id="code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        aria-describedby="hint"
        required
        autofocus
        maxlength="20"
      />
      <button type="submit">${texts.go}</button>
    </form>
    <details>
      <summary>${texts.noPhone}</summary>
      <form method="post" action="${CODE_PATH}">
        <input type="hidden" name="next" value="${next}" />
        <label for="recovery">${texts.recovery}</label>
        <input
          id="recovery"
          name="code"
          type="text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          aria-describedby="recovery-hint"
          required
          maxlength="60"
        />
        <p id="recovery-hint">${texts.recoveryHint}</p>
        <button type="submit">${texts.goByRecovery}</button>
      </form>
    </details>
    <p><a href="/main-site/login">${texts.anew}</a></p>`;
}
