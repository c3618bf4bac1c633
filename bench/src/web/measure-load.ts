import * as z from 'zod/mini';
import type { Sight } from './pages';
import type { PageOpener, PlainPage } from './plain-browser';
import { recordTraffic, type Traffic } from './traffic';
import { watchFor } from './watch';

/** 10 Mbit/s down and up, 40 ms more for every answer. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
export const VIEWPORT = { width: 1440, height: 900 };
/** A page that shows nothing by then is broken, not slow: on a machine with much else to do, too. */
const PATIENCE_MS = 120_000;

export interface LoadFigures extends Traffic {
  /** From the navigation's begin until the frame with the wanted elements is painted. */
  shownMs: number;
  /** Work of the page's main thread until then, or until it is quiet: all of it, and its part in scripts. */
  cpuMs: number;
  scriptMs: number;
  /** What moved without anybody's doing, as the browser scores it: 0 is nothing. */
  layoutShift: number;
}

interface LoadOptions {
  url: string;
  sight: Sight;
  /** What the page finds in its local storage. */
  storage: Readonly<Record<string, string>>;
  /** The processor is made so many times slower; 1 is as it is. */
  cpuRate: number;
  /** The way to the server is slow by itself: the browser is not to slow it once more. */
  isSlowedByLine?: boolean;
}

/** Opens the page once over a slow network: of a browser, in a context of its own with nothing cached. */
export async function measureLoad(
  opener: PageOpener,
  { url, sight, storage, cpuRate, isSlowedByLine = false }: LoadOptions,
): Promise<LoadFigures> {
  const page = await opener.newPage(VIEWPORT);
  try {
    await page.send('Page.enable');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watchFor(sight, storage) });
    await page.send('Network.enable');
    if (!isSlowedByLine) await page.send('Network.emulateNetworkConditions', NETWORK);
    await page.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    await page.send('Performance.enable', { timeDomain: 'threadTicks' });
    const traffic = recordTraffic(page);

    const shown = whenShown(page);
    await page.send('Page.navigate', { url });
    const shownMs = await shown.catch((error: unknown) => {
      throw new Error(`${url}: ${String(error)}`);
    });
    await page.send('Page.handleJavaScriptDialog', { accept: true });
    const { quietMs } = sight;
    const all = quietMs === undefined ? null : await traffic.untilQuiet(quietMs);
    const { TaskDuration = 0, ScriptDuration = 0 } = await metrics(page);
    return {
      shownMs,
      cpuMs: TaskDuration * 1000,
      scriptMs: ScriptDuration * 1000,
      layoutShift: await shifted(page),
      ...(all ?? (await traffic.until(shownMs))),
    };
  } finally {
    await page.close();
  }
}

const Dialog = z.object({ message: z.string() });

function whenShown(page: PlainPage): Promise<number> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`nothing to see after ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
    page.on('Page.javascriptDialogOpening', (params) => {
      clearTimeout(limit);
      resolve(Number(z.parse(Dialog, params).message));
    });
  });
}

const Metrics = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });

async function metrics(page: PlainPage): Promise<Record<string, number>> {
  const { metrics: list } = z.parse(Metrics, await page.send('Performance.getMetrics'));
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

const Evaluated = z.object({ result: z.object({ value: z.number() }) });

async function shifted(page: PlainPage): Promise<number> {
  const answer = await page.send('Runtime.evaluate', { expression: SHIFT, awaitPromise: true, returnByValue: true });
  return z.parse(Evaluated, answer).result.value;
}

/** As text, since it runs in the page. The browser has kept the score from the page's begin. */
const SHIFT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(resolve, 100, 0);
})`;
