import { startBrowser } from '../web/browser';
import { buildPage } from '../web/build-bundle';
import { servePage } from '../list/serve-page';
import type {} from './quick-replies-page';

const VIEWPORT = { width: 340, height: 820 };
const WORDS = ['/order-12', 'refund', '99', 'xyzzy', '/track-4999', 'e-1', 'hello-33', 'SIZE'];
const ROUNDS = 5;

export interface QuickReplyFigures {
  replies: number;
  /** Milliseconds until the first row is painted, of each round. */
  opening: number[];
  /** Milliseconds from a key in the search to its paint. */
  keys: number[];
}

/** Measures the panel alone on a page of its own, with so many quick replies. */
export async function measureQuickReplies(sizes: readonly number[]): Promise<QuickReplyFigures[]> {
  const served = await servePage(await buildPage('quick-replies-page'));
  const browser = await startBrowser();
  try {
    const figures: QuickReplyFigures[] = [];
    for (const replies of sizes) {
      const page = await browser.newPage({ viewport: VIEWPORT });
      await page.goto(`${served.url}/?replies=${replies}`);
      const openOnce = () =>
        page.evaluate(async () => {
          const { took, close } = await window.quickRepliesPage.open();
          await close();
          return took;
        });
      // The first one compiles.
      await openOnce();
      const opening: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) opening.push(await openOnce());
      const keys: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        keys.push(...(await page.evaluate((words) => window.quickRepliesPage.type(words), WORDS)));
      }
      figures.push({ replies, opening, keys });
      await page.close();
    }
    return figures;
  } finally {
    await browser.close();
    await served.stop();
  }
}
