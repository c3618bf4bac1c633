import { expect, type Page, type Request, type Response, type Route } from '@playwright/test';

/** What a call may meet instead of its answer. */
export const FAULTS = ['500 JSON', '500 HTML', '429', '403', 'hang', 'cut', 'malformed'] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * What a call meets in no browser when it has a table of all faults in jest (`meetCallFault` of `@inbox/panel/testing`): a
 * hang and a failure are enough to see that the page itself does as that table says.
 */
export const IN_JEST: readonly Fault[] = FAULTS.filter((fault) => fault !== 'hang' && fault !== '500 JSON');

const TRY_AGAIN = 'Something went wrong. Please try again.';
const TOO_MANY = 'Too many attempts. Please try again later.';
const NOT_YOU = 'You may not do this now.';

/** What the page says of each where it says the failure's own words. */
export const words: Readonly<Record<Fault, string>> = {
  '500 JSON': TRY_AGAIN,
  '500 HTML': TRY_AGAIN,
  '429': TOO_MANY,
  '403': NOT_YOU,
  hang: 'The server is not answering. Please try again.',
  cut: 'The inbox could not be reached. Check your connection and try again.',
  malformed: 'The inbox answered in a way this page does not understand. Please reload it.',
};

/** The server understood and said no: then its words are shown. */
export const isRefusal = (fault: Fault): boolean => fault === '429' || fault === '403';

/** After these a page makes the calls again that only read. */
const isRetried = (fault: Fault): boolean => fault === '500 JSON' || fault === '500 HTML' || fault === 'cut';

/** Milliseconds that it waits before each such try. */
const RETRY_WAITS = [1_000, 2_000] as const;

/** What a browser logs of them. */
export const LOGGED: readonly RegExp[] = [/status of (?:500|429|403)/, /net::ERR_/];

const failure = (status: number, message: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ success: false, error: { message } }),
});

const meet: Readonly<Record<Exclude<Fault, 'hang'>, (route: Route) => Promise<void>>> = {
  '500 JSON': (route) => route.fulfill(failure(500, TRY_AGAIN)),
  '500 HTML': (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' }),
  '429': (route) => route.fulfill(failure(429, TOO_MANY)),
  '403': (route) => route.fulfill(failure(403, NOT_YOU)),
  cut: (route) => route.abort('connectionreset'),
  malformed: (route) => route.fulfill({ json: { success: true, data: ['nonsense'] } }),
};

/** What is seen here, without a question to the page, is looked at again and again: milliseconds. */
const OFTEN = { intervals: [20] };

export interface Met {
  /**
   * Resolves when a call to the address has met the fault, and the page has ended its tries; of one that hangs, when ten
   * seconds have gone by.
   */
  told(): Promise<void>;
}

interface Faulty {
  path: RegExp;
  fault: Fault;
  /** The page makes the call twice more by itself before it says what it met. */
  retried?: boolean;
}

/** The page's calls to this address meet the fault while `work` is under way, and none after it. The page knows of each then. */
export async function withFault(
  page: Page,
  { path, fault, retried = false }: Faulty,
  work: (met: Met) => Promise<void>,
): Promise<void> {
  const [asked, held] = [[] as Request[], [] as Route[]];
  const ended = new Set<Request>();
  const end = (request: Request) => ended.add(request);
  const handler = async (route: Route): Promise<void> => {
    asked.push(route.request());
    if (fault === 'hang') held.push(route);
    else await meet[fault](route);
  };
  const isAsked = (times: number) =>
    expect.poll(() => asked.length, { ...OFTEN, message: `calls to ${path.source}` }).toBeGreaterThanOrEqual(times);
  const haveEnded = () =>
    expect
      .poll(() => asked.every((request) => ended.has(request)), { ...OFTEN, message: 'calls have ended' })
      .toBe(true);
  page.on('requestfinished', end).on('requestfailed', end);
  const told = async () => {
    await isAsked(1);
    if (fault === 'hang') await page.clock.fastForward(10_000);
    if (!retried || !isRetried(fault)) return;
    for (const [index, wait] of RETRY_WAITS.entries()) {
      await haveEnded();
      await page.clock.fastForward(wait);
      await isAsked(index + 2);
    }
  };
  await page.route(path, handler);
  try {
    await work({ told });
  } finally {
    // What nobody intercepts any more would reach the inbox after all. The page has given most of them up already.
    for (const route of held) await route.abort().catch(() => undefined);
    await page.unroute(path, handler);
  }
  // Until a call has ended the page has not begun to wait for its next try: a clock that is moved on moves too early.
  await haveEnded();
  page.off('requestfinished', end).off('requestfailed', end);
}

/**
 * Moves the page's clock on by so many milliseconds at a time, until this holds: how long a page waits before its next try
 * depends on how many it has made, and a machine with other work to do may have let it make more of them.
 *
 * @param holds rejects within seconds while it does not: the answer comes in this time
 */
export async function passTime(page: Page, ms: number, holds: () => Promise<unknown>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(ms);
    await holds();
  }).toPass({ timeout: 60_000 });
}

/** The page makes a call anew by itself, and is answered. */
export async function isAnsweredLater(page: Page, isAnswer: (response: Response) => boolean): Promise<void> {
  let isAnswered = false;
  const look = (response: Response) => {
    isAnswered ||= isAnswer(response);
  };
  page.on('response', look);
  await passTime(page, 5_000, () => expect.poll(() => isAnswered, { ...OFTEN, ...SOON }).toBe(true));
  page.off('response', look);
}

/** For `passTime`: milliseconds that what must hold has. */
export const SOON = { timeout: 2_000 } as const;
