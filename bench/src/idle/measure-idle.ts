import * as z from 'zod/mini';
import type { Amounts } from '../amounts';
import { addThreads } from '../conversation/fill-threads';
import { addMerchant } from '../inbox/fill';
import { addTickets } from '../inbox/fill-tickets';
import { signIn, startInboxServer } from '../inbox/server';
import { startPlainBrowser, type PlainBrowser, type PlainPage } from '../web/plain-browser';

const VIEWPORT = { width: 1440, height: 900 };
const TICKETS = 400;
/** More than one page of the list, so that it ends in rows that are still to come. */
const OPEN = 60;
/** All of them are open WhatsApp tickets: their conversation shows two times that change every second. */
const LIST = '/inbox/tickets?status=open';

/** One page at rest for ten seconds, in front and focused, with nothing happening in the inbox. */
export interface RestFigures {
  cpuMs: number;
  scriptMs: number;
  /** Callbacks of timers that ran. */
  timers: number;
  /** Animations that are running at the end. */
  animations: number;
}

export interface IdleFigures {
  list: RestFigures[];
  conversation: RestFigures[];
  /** The same browser with an empty page: what asking for the figures costs. */
  empty: RestFigures[];
}

interface IdleOptions {
  databaseUrl: string;
  dataDir: string;
  rounds: number;
  amounts: Amounts['idle'];
  say: (line: string) => void;
}

/** Leaves pages of the product alone and reads what their main threads worked meanwhile. */
export async function measureIdle(options: IdleOptions): Promise<IdleFigures> {
  const { databaseUrl, dataDir, rounds, amounts, say } = options;
  await addMerchant(databaseUrl);
  await addTickets(databaseUrl, TICKETS);
  const { short } = await addThreads(databaseUrl, { short: OPEN, long: 0, messages: 0 });
  const server = await startInboxServer({ databaseUrl, dataDir });
  const browser = await startPlainBrowser();
  try {
    const token = await signIn(server.url);
    const session = await sessionAt(browser, server.url, token);
    const figures: IdleFigures = { list: [], conversation: [], empty: [] };
    for (let round = 1; round <= rounds; round += 1) {
      say(`At rest, round ${round} of ${rounds} …`);
      const visit = (path: string, least: string) => restOf(browser, amounts, server.url + path, session, least);
      figures.list.push(await visit(LIST, '[data-ticket-id]'));
      figures.conversation.push(await visit(LIST.replace('?', `/${short[0] ?? 0}?`), '[data-message-id]'));
      figures.empty.push(await restOf(browser, amounts, 'about:blank', '', 'html'));
    }
    return figures;
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** As text, since it runs in the page as it stands. Counts the callbacks of timers. */
const COUNT_TIMERS = `{
  window.benchTimers = 0;
  for (const name of ['setTimeout', 'setInterval']) {
    const set = window[name];
    window[name] = (run, ...rest) => set(() => { window.benchTimers += 1; run(); }, ...rest);
  }
}`;

async function restOf(
  browser: PlainBrowser,
  { settleMs, restMs }: Amounts['idle'],
  url: string,
  session: string,
  selector: string,
): Promise<RestFigures> {
  const page = await browser.newPage(VIEWPORT);
  try {
    await page.send('Page.enable');
    const source = `if (location.protocol !== 'about:') localStorage.setItem('inbox.auth', ${JSON.stringify(session)});`;
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: source + COUNT_TIMERS });
    // A tab of its own window, and the agent in it: the handling time runs.
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
    await page.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.send('Page.navigate', { url });
    await inPage(page, until(`document.querySelector('${selector}')`));
    await pass(settleMs);
    await inPage(page, 'window.benchTimers = 0');
    const before = await worked(page);
    await pass(restMs);
    const after = await worked(page);
    return {
      cpuMs: after.cpuMs - before.cpuMs,
      scriptMs: after.scriptMs - before.scriptMs,
      timers: Number(await inPage(page, 'window.benchTimers')),
      animations: Number(
        await inPage(page, `document.getAnimations().filter(({ playState }) => playState === 'running').length`),
      ),
    };
  } finally {
    await page.close();
  }
}

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const until = (condition: string) =>
  `new Promise((resolve) => { const look = () => ${condition} ? resolve(true) : setTimeout(look, 50); look(); })`;

const Evaluated = z.object({ result: z.object({ value: z.optional(z.unknown()) }) });

async function inPage(page: PlainPage, expression: string): Promise<unknown> {
  const answer = await page.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
  return z.parse(Evaluated, answer).result.value;
}

const Metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

async function worked(page: PlainPage): Promise<{ cpuMs: number; scriptMs: number }> {
  const { metrics } = z.parse(Metrics, await page.send('Performance.getMetrics'));
  const of = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
  return { cpuMs: of('TaskDuration'), scriptMs: of('ScriptDuration') };
}

/** Signs in at the hand-over page; answers what the inbox then stores in the browser. */
async function sessionAt(browser: PlainBrowser, origin: string, token: string): Promise<string> {
  const page = await browser.newPage(VIEWPORT);
  try {
    await page.send('Page.enable');
    await page.send('Page.navigate', { url: `${origin}/validate?token=${encodeURIComponent(token)}` });
    await inPage(page, until(`localStorage.getItem('inbox.auth')`));
    return String(await inPage(page, `localStorage.getItem('inbox.auth')`));
  } finally {
    await page.close();
  }
}
