import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../harness/embedding-test';

const PANELS = ['conversation', 'ticket-list', 'customer-panel', 'quick-replies'] as const;
/** In each round all four panels are mounted, and unmounted when they are ready; after each stretch it is counted. */
const STRETCHES = 5;
const ROUNDS = 10;
/** After these the engine has compiled, and the panels have cached, what they will. */
const WARM_UP_ROUNDS = 10;
/** Bytes that the page may hold more than before. */
const HEAP = 500_000;

// No page mounts its panels this often: what keeps a program from asking too much is measured elsewhere.
test.use({ ownInbox: { INBOX_TOKEN_CALLS: '100000', INBOX_MERCHANT_CALLS: '100000' } });

/** Counts what is open, by name: runs before anything else in the page. */
const COUNTERS = `
  const held = (window.held = { timers: new Map(), sockets: new Set(), requests: new Map() });
  for (const kind of ['Timeout', 'Interval']) {
    const [set, clear] = [window['set' + kind], window['clear' + kind]];
    window['set' + kind] = (work, ms, ...args) => {
      const id = set((...given) => { if (kind === 'Timeout') held.timers.delete(id); work(...given); }, ms, ...args);
      held.timers.set(id, kind + ' ' + ms + new Error().stack);
      return id;
    };
    window['clear' + kind] = (id) => { held.timers.delete(id); clear(id); };
  }
  window.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      held.sockets.add(this);
      this.addEventListener('close', () => held.sockets.delete(this));
    }
  };
  const fetched = window.fetch;
  window.fetch = async (...args) => {
    const key = {};
    held.requests.set(key, String(args[0]?.url ?? args[0]));
    try { return await fetched(...args); } finally { held.requests.delete(key); }
  };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...args) {
    held.requests.set(this, this.responseURL || 'a request');
    this.addEventListener('loadend', () => held.requests.delete(this));
    return send.apply(this, args);
  };`;

interface Held {
  timers: Map<number, string>;
  sockets: Set<WebSocket>;
  requests: Map<unknown, string>;
}

interface Embedder {
  held: Held;
  round(): Promise<void>;
}

/** What the page waits for, by name. */
const open = (page: Page) =>
  page.evaluate(() => {
    const { timers, sockets, requests } = (window as unknown as Embedder).held;
    return [...timers.values(), ...[...sockets].map(({ url }) => url), ...requests.values()];
  });

const markup = (page: Page) =>
  page.evaluate(() => ({
    html: document.documentElement.outerHTML,
    sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
  }));

async function measure(cdp: CDPSession) {
  await cdp.send('HeapProfiler.collectGarbage');
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners'), heap: of('JSHeapUsedSize') };
}

test('mounted and unmounted fifty times, the panels leave nothing in the page', async ({ inbox, site, newPage }) => {
  const customer = inbox.customer('Unmounted Uma');
  await customer.writes('Will you still know me?');
  const ticketId = await inbox.ticketOf(inbox.asha, customer.name);
  const token = await inbox.token(inbox.asha);
  const boxes = PANELS.map((name) => `<div id="${name}" style="height: 400px; overflow: hidden"></div>`).join('');
  site.serve('/', {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Another product</title>
<link rel="icon" href="data:,"></head><body>${boxes}
<script>${COUNTERS}</script>
<script src="${site.inboxUrl}/embed/embed.js"></script>
<script>
  window.round = async () => {
    const handles = [];
    await Promise.all(${JSON.stringify(PANELS)}.map((name) => new Promise((onReady, reject) => {
      handles.push(Inbox.mount(name, document.getElementById(name), {
        ticketId: ${ticketId}, getToken: () => ${JSON.stringify(token)}, onReady,
        onError: ({ message }) => reject(new Error(message)),
      }));
    })));
    await Promise.all(handles.map((handle) => handle.unmount()));
  };
</script></body></html>`,
  });
  const page = await newPage();
  await page.goto(`${site.url}/`);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await cdp.send('HeapProfiler.enable');
  const rounds = (count: number) =>
    page.evaluate(async (times) => {
      for (let n = 0; n < times; n += 1) await (window as unknown as Embedder).round();
    }, count);

  await rounds(WARM_UP_ROUNDS);
  await expect.poll(() => open(page)).toEqual([]);
  const before = { markup: await markup(page), ...(await measure(cdp)) };
  const counts = [before];
  for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
    await rounds(ROUNDS);
    await expect.poll(() => open(page)).toEqual([]);
    counts.push({ ...before, ...(await measure(cdp)) });
  }
  expect(await markup(page)).toEqual(before.markup);
  // What each round leaves shows in each stretch. The engine's caches hold on to some single round, now and then.
  const least = (of: 'nodes' | 'listeners' | 'heap') =>
    Math.min(...counts.slice(1).map((count, stretch) => count[of] - counts[stretch]![of]));
  expect({ nodes: least('nodes') > 0, listeners: least('listeners') > 0 }).toEqual({ nodes: false, listeners: false });
  expect(least('heap') * STRETCHES).toBeLessThan(HEAP);
});
