import { html, type Html } from '../../platform/html/html';
import { LOGIN } from '../sign-in-form';
import { passkeyMessages as texts } from './messages';

export const PASSKEY_PATH = `${LOGIN}/passkey`;
export const OPTIONS_PATH = `${PASSKEY_PATH}/options`;

/**
 * The only script of the sign-in page: browsers sign for scripts alone. Without it, or in a browser that knows no passkeys,
 * the page is as without them.
 */
export const PASSKEY_SCRIPT = `
const form = document.getElementById('passkey');
const [button, problem] = [form.querySelector('button'), form.querySelector('[role=alert]')];
const say = (text) => { problem.textContent = text; problem.hidden = text === ''; };
if (typeof PublicKeyCredential === 'function' && PublicKeyCredential.parseRequestOptionsFromJSON) form.hidden = false;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (button.disabled) return;
  button.disabled = true;
  say('');
  let words = form.dataset.failed;
  try {
    const response = await fetch(form.dataset.options, { method: 'POST' });
    if (!response.ok) throw new Error(String(response.status));
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await response.json());
    words = form.dataset.cancelled;
    const credential = await navigator.credentials.get({ publicKey });
    form.elements.answer.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch {
    say(words);
    button.disabled = false;
    button.focus();
  }
});
// A page that the browser has kept is as it was left.
addEventListener('pageshow', () => { button.disabled = false; });
`;

/** @param next where to go on in the inbox after it */
export const passkeyForm = (next: string): Html =>
  html`<form
    id="passkey"
    method="post"
    action="${PASSKEY_PATH}"
    data-options="${OPTIONS_PATH}"
    data-cancelled="${texts.cancelled}"
    data-failed="${texts.failed}"
    hidden
  >
    <input type="hidden" name="next" value="${next}" />
    <input type="hidden" name="answer" value="" />
    <p class="or">${texts.or}</p>
    <p class="error" role="alert" hidden></p>
    <button class="second" type="submit">${texts.signIn}</button>
  </form>`;
