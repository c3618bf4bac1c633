import type { Page } from '@playwright/test';
import { EMBEDDED, EMBEDDED_SHIFT } from '../../budgets';
import { pageOf, told } from '../harness/embedding-pages';
import type { EmbeddingSite } from '../harness/embedding-site';
import { expect, test } from '../harness/embedding-test';

interface Embedder {
  /** Milliseconds since the page's begin, by panel. */
  readyAt: Record<string, number>;
  shift: number;
  show(name: string): void;
}

/** Notes when each panel shows its content, and what moves without anybody's doing. */
const scriptOf = (ticketId: number, token: string) => `
  window.readyAt = {};
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const boxes = [one, two];
  window.show = (name) => Inbox.mount(name, boxes.shift(), options(name, ${JSON.stringify(token)}, {
    ticketId: ${ticketId},
    onReady: () => { readyAt[name] = performance.now(); told.ready.push(name); },
  }));`;

const bytesOf = (urls: readonly string[], sizes: ReadonlyMap<string, number>): number =>
  urls.reduce((sum, url) => sum + (sizes.get(url) ?? Infinity), 0);

/** Bytes of code, as they came over the wire, and requests, both until the panel shows its content. */
async function needed(page: Page, { inboxUrl }: EmbeddingSite, panel: string, sizes: ReadonlyMap<string, number>) {
  await expect.poll(async () => (await told(page)).ready).toContain(panel);
  const asked = await page.evaluate((name) => {
    const until = (window as unknown as Embedder).readyAt[name] ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime <= until)
      .map(({ name: url }) => url);
  }, panel);
  const ours = [...new Set(asked)].filter((url) => url.startsWith(inboxUrl));
  const scripts = ours.filter((url) => new URL(url).pathname.endsWith('.js'));
  return { scripts, bytes: bytesOf(scripts, sizes), requests: ours.length };
}

for (const [panel, budget] of Object.entries(EMBEDDED)) {
  test(`${panel}, embedded alone, stays within its budgets, and so does ${budget.second} beside it`, async ({
    inbox,
    site,
    newPage,
  }) => {
    const customer = inbox.customer(`Frugal ${panel}`);
    await customer.writes('Quick, please');
    const ticketId = await inbox.ticketOf(inbox.asha, customer.name);
    const head = '<style>.box { inline-size: 420px; block-size: 600px; float: inline-start; }</style>';
    const script = scriptOf(ticketId, await inbox.token(inbox.asha));
    site.serve('/', { html: pageOf(site, { head, script }) });
    const page = await newPage({ viewport: { width: 1280, height: 900 } });
    const sizes = new Map<string, number>();
    page.on('response', (response) => {
      sizes.set(response.url(), Number(response.headers()['content-length'] ?? Infinity));
    });
    await page.goto(`${site.url}/`);
    const show = (name: string) => page.evaluate((it) => (window as unknown as Embedder).show(it), name);

    await show(panel);
    const alone = await needed(page, site, panel, sizes);
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() => (window as unknown as Embedder).shift);
    expect(shift).toBeLessThanOrEqual(EMBEDDED_SHIFT);
    expect(alone.bytes).toBeGreaterThan(0);
    expect(alone.bytes).toBeLessThanOrEqual(budget.bytes);
    expect(alone.requests).toBeLessThanOrEqual(budget.requests);

    await show(budget.second);
    const both = await needed(page, site, budget.second, sizes);
    // What the first one fetches for later, when the page has nothing else to do, is not of the second.
    const added = both.scripts.filter((url) => !alone.scripts.includes(url) && !url.includes(`/panels/${panel}/`));
    expect(added.length).toBeGreaterThan(0);
    expect(bytesOf(added, sizes)).toBeLessThanOrEqual(budget.secondBytes);
  });
}
