// Charts and a table from the inbox's figures, with two of its panels beside: the whole of it.
import { figure, stackedChart, lineChart } from './charts.js';

/** @template {Element} [E=HTMLElement] @param {string} id @returns {E} */
const the = (id) => /** @type {E} */ (/** @type {unknown} */ (document.querySelector(`#${id}`)));
const main = /** @type {HTMLElement} */ (document.querySelector('main'));
const range = /** @type {HTMLFormElement} */ (the('range'));

/**
 * This page stands beside the inbox, and has the token of the agent who is signed in there. A page elsewhere asks its own
 * server for one (docs/embedding-tokens.md).
 * @returns {string | null}
 */
function getToken() {
  const stored = JSON.parse(localStorage.getItem('inbox.auth') ?? 'null');
  return stored?.token ?? null;
}

/** Its message is for people; what any other error says is not. */
class Told extends Error {}

/** @param {unknown} error */
const say = (error) =>
  void (the('said').textContent =
    error instanceof Told ? error.message : 'The inbox does not answer as it should. Please try again.');

/** @param {string} path @param {Record<string, string>} query */
async function ask(path, query) {
  const token = getToken();
  if (token === null) throw new Told('Sign in to the inbox first, then open this page again.');
  const patience = new AbortController();
  const limit = setTimeout(() => patience.abort(), 10_000);
  try {
    const response = await fetch(`/api/inbox/analytics/${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: token },
      signal: patience.signal,
    });
    const answer = await response.json();
    if (!answer.success) throw new Told(answer.error.message);
    return answer.data;
  } finally {
    clearTimeout(limit);
  }
}

/** @returns {{ from: string, to: string }} */
const asked = () => ({ from: range.from.value, to: range.to.value });

async function show() {
  the('said').textContent = 'Loading…';
  try {
    const { total, days } = await ask('', asked());
    const minutes = (seconds) => (seconds === null ? '–' : `${Math.round(seconds / 60)} min`);
    const { first_response: response, csat } = total;
    the('figures').replaceChildren(
      figure('Tickets', String(total.tickets)),
      figure('First response, median', minutes(response.median_seconds)),
      figure('Nine in ten within', minutes(response.p90_seconds)),
      figure(`CSAT, ${csat.answered} of ${csat.sent} answered`, csat.score === null ? '–' : csat.score.toFixed(1)),
    );
    the('charts').replaceChildren(
      stackedChart('Tickets by channel', days, (day) => day.by_channel),
      stackedChart('Tickets by status', days, (day) => day.by_status),
      lineChart('First response, median minutes', days, ({ first_response: { median_seconds } }) =>
        median_seconds === null ? null : median_seconds / 60,
      ),
      lineChart('CSAT, 1 to 5', days, (day) => day.csat.score),
    );
    the('customers').replaceChildren();
    await showCustomers();
    the('said').textContent = '';
    main.hidden = false;
  } catch (error) {
    say(error);
    main.hidden = true;
  }
}

/** @param {string} [fetch_since] where the page of customers begins */
async function showCustomers(fetch_since) {
  const page = await ask('customers/', { ...asked(), ...(fetch_since && { fetch_since }) });
  for (const customer of page.customers) {
    const row = the('customers').insertRow();
    const open = document.createElement('button');
    open.textContent = customer.full_name;
    open.addEventListener('click', () => openPanels(customer, row));
    row.insertCell().append(open);
    for (const text of [
      customer.tickets,
      customer.open_tickets,
      new Date(customer.last_ticket_at).toLocaleDateString(),
    ]) {
      row.insertCell().textContent = String(text);
    }
  }
  const more = page.oldest_timestamp !== 'na';
  the('more').hidden = !more;
  the('more').onclick = () => showCustomers(page.oldest_timestamp).catch(say);
}

const panels = new Map();
const dark = matchMedia('(prefers-color-scheme: dark)');
const theme = () => ({ mode: dark.matches ? 'dark' : 'light' });
dark.addEventListener('change', () => panels.forEach((panel) => panel.update({ theme: theme() })));

/** The three lines of an embedded panel, twice. */
function openPanels({ ticket_id: ticketId }, row) {
  for (const other of the('customers').rows) other.setAttribute('aria-current', String(other === row));
  the('hint').hidden = window.Inbox !== undefined;
  if (window.Inbox === undefined) {
    the('hint').textContent = 'The panels are not built here: run node scripts/build.mjs.';
    return;
  }
  for (const name of ['conversation', 'customer-panel']) {
    the(name).hidden = false;
    if (panels.has(name)) panels.get(name).update({ ticketId });
    else panels.set(name, window.Inbox.mount(name, the(name), { ticketId, getToken, theme: theme() }));
  }
}

/** By the clock of the shop. */
const dayOf = (time) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(time);
range.to.value = dayOf(Date.now());
range.from.value = dayOf(Date.now() - 29 * 86_400_000);
range.addEventListener('submit', (event) => {
  event.preventDefault();
  void show();
});
void show();
