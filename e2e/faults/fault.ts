import { expect, type Page, type Request, type Response, type Route } from '@playwright/test';

/**
 * What a call may meet instead of its answer: an answer that says it failed, and none. All other kinds of failure are tried
 * without a browser: which call met one makes no difference (`every-call.test.ts` of `@inbox/api`), and what looks at the kind
 * has a table of all kinds beside it (`CALL_ERRORS` of `@inbox/panel/testing`).
 */
export const FAULTS = ['500 JSON', 'hang'] as const;
export type Fault = (typeof FAULTS)[number];

const TRY_AGAIN = 'Something went wrong. Please try again.';

/** What the page says of each where it says the failure's own words. */
export const words: Readonly<Record<Fault, string>> = {
  '500 JSON': TRY_AGAIN,
  hang: 'The server is not answering. Please try again.',
};

/** Milliseconds that a page waits before it makes a call again that only reads and has failed. A hang has taken long enough. */
const RETRY_WAITS = [1_000, 2_000] as const;

/** What a browser logs of them. */
export const LOGGED: readonly RegExp[] = [/status of 500/, /net::ERR_/];

/** An answer that says that the call failed. */
export const failure = (status: number, message: string) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ success: false, error: { message } }),
});

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
    else await route.fulfill(failure(500, TRY_AGAIN));
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
    if (!retried || fault === 'hang') return;
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

/** The answers with which the page's calls to one address succeed, from the beginning of a row on. */
export interface Answers {
  /**
   * Waits until the page has made a call anew by itself and was answered. It may have done so already: on a busy machine the
   * page's own next try comes before a journey looks.
   *
   * @param method of the call, where the page calls the address by several
   */
  comeLater(method?: string): Promise<void>;
  stop(): void;
}

/** Begin this before the fault: a call that was under way by then does not count. */
export function watchAnswers(page: Page, path: RegExp): Answers {
  const begun = new Set<Request>();
  const answered = new Set<string>();
  const begin = (request: Request) => path.test(request.url()) && begun.add(request);
  const look = (response: Response) => {
    const request = response.request();
    if (begun.has(request) && response.ok()) answered.add(request.method());
  };
  page.on('request', begin).on('response', look);
  return {
    async comeLater(method) {
      const has = () => (method === undefined ? answered.size > 0 : answered.has(method));
      await passTime(page, 5_000, () => expect.poll(has, { ...OFTEN, ...SOON }).toBe(true));
    },
    stop: () => void page.off('request', begin).off('response', look),
  };
}

/** For `passTime`: milliseconds that what must hold has. */
export const SOON = { timeout: 2_000 } as const;
