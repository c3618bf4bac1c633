import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Amounts } from '../amounts';
import { startBrowser } from '../web/browser';
import { buildPage } from '../web/build-bundle';
import type {} from './list-page';
import { servePage } from './serve-page';
import { traceTasks, type Task } from '../web/trace-tasks';

const VIEWPORT = { width: 400, height: 820 };
const SLOW = 4;
const PER_SECOND = 1_000;
/** A list of one page, to compare the long ones with. */
export const FEW = 25;

export interface ScrollFigures {
  /** Milliseconds between frames. */
  frames: number[];
  tasks: Task[];
}

/** The list with so many rows, all loaded. */
export interface RowFigures {
  rows: number;
  domNodes: number;
  /** What each row beyond the first page takes. */
  heapBytesPerTicket: number;
  /** While it scrolls, on the processor as it is and on one made four times slower. */
  scrolling: ScrollFigures;
  slow: ScrollFigures;
}

/** The list with so many rows under a rush of live events. */
export interface EventFigures {
  rows: number;
  /** `scrolling`: with the pointer on the rows, which hold still; `following`: they move as they are told. */
  how: 'scrolling' | 'following';
  /** What an event took of the page's main thread, over what so many frames of scrolling take by themselves. */
  cpuMs: number;
  tasks: Task[];
}

export interface ListFigures {
  rows: RowFigures[];
  events: EventFigures[];
  /** The heap after an hour's worth of events, to that before. */
  heapGrowth: number;
}

interface ListOptions {
  amounts: Amounts['list'];
  say: (line: string) => void;
}

/** Measures the ticket list alone on a page of its own, with a server in the page that keeps nothing. */
export async function measureList({ amounts, say }: ListOptions): Promise<ListFigures> {
  const { rows, eventSeconds } = amounts;
  const served = await servePage(await buildPage('list-page'));
  const browser = await startBrowser();
  const open = (tickets: number) => openList(browser, `${served.url}/?tickets=${tickets}`);
  try {
    const few = await using(open(FEW), heapOf);
    const figures: ListFigures = { rows: [], events: [], heapGrowth: 0 };
    for (const size of rows) {
      say(`${size.toLocaleString('en')} rows …`);
      figures.rows.push(await using(open(size), (list) => measureRows(list, amounts, size, few)));
    }
    const many = Math.min(...rows);
    for (const how of ['scrolling', 'following'] as const) {
      for (const size of [FEW, many]) {
        say(
          `${(eventSeconds * PER_SECOND).toLocaleString('en')} events on ${size.toLocaleString('en')} rows, ${how} …`,
        );
        figures.events.push(await using(open(size), (list) => measureEvents(list, amounts, size, how)));
      }
    }
    say('An hour of events …');
    figures.heapGrowth = await using(open(many), (list) => measureGrowth(list, amounts, many));
    return figures;
  } finally {
    await browser.close();
    await served.stop();
  }
}

interface OpenList {
  page: Page;
  devtools: CDPSession;
}

async function openList(browser: Browser, url: string): Promise<OpenList> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(url);
  await page.waitForSelector('[data-ticket-id]').catch((error: unknown) => {
    throw new Error([String(error), ...failures].join('\n'));
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('HeapProfiler.enable');
  await page.evaluate(() => window.listPage.loadAll());
  return { page, devtools };
}

async function using<T>(opening: Promise<OpenList>, measure: (list: OpenList) => Promise<T>): Promise<T> {
  const list = await opening;
  try {
    return await measure(list);
  } finally {
    await list.page.close();
  }
}

async function heapOf({ devtools }: OpenList): Promise<number> {
  // What is weakly held falls in the second round.
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

async function cpuOf({ devtools }: OpenList): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function measureScroll({ page, devtools }: OpenList, { scrollSeconds }: Amounts['list']): Promise<ScrollFigures> {
  const { result, tasks } = await traceTasks(devtools, () =>
    page.evaluate((seconds) => window.listPage.scroll(seconds), scrollSeconds),
  );
  return { frames: result, tasks };
}

async function measureRows(
  list: OpenList,
  amounts: Amounts['list'],
  rows: number,
  fewBytes: number,
): Promise<RowFigures> {
  const { page, devtools } = list;
  const bytes = await heapOf(list);
  const scrolling = await measureScroll(list, amounts);
  const domNodes = await page.evaluate(() => document.querySelectorAll('*').length);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  const slow = await measureScroll(list, amounts);
  return { rows, domNodes, heapBytesPerTicket: (bytes - fewBytes) / (rows - FEW), scrolling, slow };
}

async function measureEvents(
  list: OpenList,
  { eventSeconds }: Amounts['list'],
  rows: number,
  how: EventFigures['how'],
): Promise<EventFigures> {
  const { page, devtools } = list;
  const seconds = how === 'scrolling' ? eventSeconds : 0;
  if (how === 'scrolling') await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
  await page.evaluate((events) => window.listPage.prepare(events), eventSeconds * PER_SECOND);
  const before = await cpuOf(list);
  const alone = await page.evaluate((time) => window.listPage.scroll(time), seconds);
  const between = await cpuOf(list);
  const tell = () => page.evaluate(([rate, time]) => window.listPage.tell(rate, time), [PER_SECOND, seconds] as const);
  const { result: frames, tasks } = await traceTasks(devtools, tell);
  const after = await cpuOf(list);
  const ofFrames = alone.length === 0 ? 0 : ((between - before) / alone.length) * frames;
  return { rows, how, cpuMs: (after - between - ofFrames) / (eventSeconds * PER_SECOND), tasks };
}

async function measureGrowth(list: OpenList, { hourOfEvents }: Amounts['list'], rows: number): Promise<number> {
  const flood = (events: number) => list.page.evaluate((count) => window.listPage.flood(count), events);
  // A ticket that was told of takes a little more than one of a page, once: by then each has been told of.
  await flood(rows);
  const before = await heapOf(list);
  await flood(hourOfEvents);
  return (await heapOf(list)) / before;
}
