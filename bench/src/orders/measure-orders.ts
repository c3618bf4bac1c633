import type { Page } from '@playwright/test';
import type { Amounts } from '../amounts';
import { servePage } from '../list/serve-page';
import { startBrowser } from '../web/browser';
import { buildPage } from '../web/build-bundle';
import { traceSpans } from '../web/trace-tasks';
import type {} from './orders-page';

const VIEWPORT = { width: 340, height: 820 };

/** Milliseconds that the page's main thread worked. */
export interface OrderFigures {
  orders: number;
  /** From the click on the section until the first order is painted, of each round. */
  opening: number[];
  /** From the click on an order until its details are painted, with all orders shown. */
  details: number[];
}

/** Measures the orders of a customer, in the panel alone on a page of its own, in turns. */
export async function measureOrders({ orders: sizes, rounds }: Amounts['orders']): Promise<OrderFigures[]> {
  const served = await servePage(await buildPage('orders-page'));
  const browser = await startBrowser();
  try {
    const figures: OrderFigures[] = sizes.map((orders) => ({ orders, opening: [], details: [] }));
    for (let round = 0; round <= rounds; round += 1) {
      for (const { orders, opening, details } of figures) {
        const page = await browser.newPage({ viewport: VIEWPORT });
        await page.goto(`${served.url}/?orders=${orders}`);
        // The first one compiles.
        await page.evaluate(() => window.ordersPage.open().then(() => window.ordersPage.close()));
        const opened = await cpuOf(page, () => page.evaluate(() => window.ordersPage.open()));
        const each = await cpuOf(page, () => page.evaluate(() => window.ordersPage.openEach()));
        await page.close();
        // The first round warms up.
        if (round === 0) continue;
        opening.push(...opened);
        details.push(...each);
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
