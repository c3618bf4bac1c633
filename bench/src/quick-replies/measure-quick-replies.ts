import type { Page } from '@playwright/test';
import type { Amounts } from '../amounts';
import { startBrowser } from '../web/browser';
import { buildPage } from '../web/build-bundle';
import { servePage } from '../list/serve-page';
import { traceSpans } from '../web/trace-tasks';
import type {} from './quick-replies-page';

const VIEWPORT = { width: 340, height: 820 };
const WORDS = ['/order-12', 'refund', '99', 'xyzzy', '/track-4999', 'e-1', 'hello-33', 'SIZE'];

/** Milliseconds that the page's main thread worked. */
export interface QuickReplyFigures {
  replies: number;
  /** Until the first row is painted, of each round: from the server, and from the browser's own copy. */
  opening: number[];
  reopening: number[];
  /** From each key in the search to its paint. */
  keys: number[];
}

/** Measures the panel alone on a page of its own, with so many quick replies, in turns. */
export async function measureQuickReplies({
  replies: sizes,
  rounds,
}: Amounts['quickReplies']): Promise<QuickReplyFigures[]> {
  const served = await servePage(await buildPage('quick-replies-page'));
  const browser = await startBrowser();
  try {
    const figures: QuickReplyFigures[] = sizes.map((replies) => ({ replies, opening: [], reopening: [], keys: [] }));
    for (let round = 0; round <= rounds; round += 1) {
      for (const { replies, opening, reopening, keys } of figures) {
        const page = await browser.newPage({ viewport: VIEWPORT });
        await page.goto(`${served.url}/?replies=${replies}`);
        // The first one compiles.
        await open(page, 'server');
        const taken = [await open(page, 'server'), await open(page, 'copy'), await type(page)] as const;
        await page.close();
        // The first round warms up.
        if (round === 0) continue;
        opening.push(...taken[0]);
        reopening.push(...taken[1]);
        keys.push(...taken[2]);
      }
    }
    return figures;
  } finally {
    await browser.close();
    await served.stop();
  }
}

const cpuOf = async (page: Page, work: () => Promise<void>): Promise<number[]> =>
  (await traceSpans(await page.context().newCDPSession(page), work)).map(({ cpu }) => cpu);

async function open(page: Page, from: 'server' | 'copy'): Promise<number[]> {
  const spans = await cpuOf(page, () => page.evaluate((source) => window.quickRepliesPage.open(source), from));
  await page.evaluate(() => window.quickRepliesPage.close());
  return spans;
}

async function type(page: Page): Promise<number[]> {
  await page.evaluate(() => window.quickRepliesPage.open('server'));
  const spans = await cpuOf(page, () => page.evaluate((words) => window.quickRepliesPage.type(words), WORDS));
  await page.evaluate(() => window.quickRepliesPage.close());
  return spans;
}
