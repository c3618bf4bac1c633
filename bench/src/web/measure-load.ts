import type { Browser, CDPSession } from '@playwright/test';
import { SIGHTS, type Goal } from './pages';
import { recordTraffic, type Traffic } from './traffic';
import { SHOWN, watchFor } from './watch';

/** 10 Mbit/s down and up, 40 ms more for every answer. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
const VIEWPORT = { width: 1440, height: 900 };
/** A page that shows nothing by then is broken, not slow. */
const PATIENCE_MS = 30_000;

export interface LoadFigures extends Traffic {
  /** From the navigation's begin until the frame with the wanted elements is painted. */
  shownMs: number;
  /** Work of the page's main thread until then: all of it, and its part in scripts. */
  cpuMs: number;
  scriptMs: number;
}

interface LoadOptions {
  url: string;
  goal: Goal;
  /** What the page finds in its local storage. */
  storage: Readonly<Record<string, string>>;
  /** The processor is made so many times slower; 1 is as it is. */
  cpuRate: number;
}

/** Opens the page once in a browser context of its own, with nothing cached, over a slow network. */
export async function measureLoad(
  browser: Browser,
  { url, goal, storage, cpuRate }: LoadOptions,
): Promise<LoadFigures> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
    await watchFor(page, SIGHTS[goal], storage);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Runtime.enable');
    await devtools.send('Runtime.addBinding', { name: SHOWN });
    const traffic = recordTraffic(devtools);

    const shown = whenShown(devtools);
    await page.goto(url, { waitUntil: 'commit' });
    const shownMs = await shown.catch((error: unknown) => {
      throw new Error([`${url}: ${String(error)}`, ...failures].join('\n'));
    });
    const { TaskDuration = 0, ScriptDuration = 0 } = await metrics(devtools);
    return {
      shownMs,
      cpuMs: TaskDuration * 1000,
      scriptMs: ScriptDuration * 1000,
      ...(await traffic.until(shownMs)),
    };
  } finally {
    await context.close();
  }
}

function whenShown(devtools: CDPSession): Promise<number> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`nothing to see after ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
    devtools.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== SHOWN) return;
      clearTimeout(limit);
      resolve(Number(payload));
    });
  });
}

async function metrics(devtools: CDPSession): Promise<Record<string, number>> {
  const { metrics: list } = await devtools.send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}
