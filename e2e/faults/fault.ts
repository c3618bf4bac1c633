import { expect, type Page, type Route } from '@playwright/test';

/** What a call may meet instead of its answer. */
export const FAULTS = ['500 JSON', '500 HTML', '429', '403', 'hang', 'cut', 'malformed'] as const;
export type Fault = (typeof FAULTS)[number];

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

export interface Met {
  /** Resolves when a call to the address has met the fault; of one that hangs, when ten seconds have gone by. */
  told(): Promise<void>;
}

/** The page's calls to this address meet the fault while `work` is under way, and none after it. */
export async function withFault(
  page: Page,
  { path, fault }: { path: RegExp; fault: Fault },
  work: (met: Met) => Promise<void>,
): Promise<void> {
  const held: Route[] = [];
  let isAsked = false;
  const handler = async (route: Route): Promise<void> => {
    isAsked = true;
    if (fault === 'hang') held.push(route);
    else await meet[fault](route);
  };
  await page.route(path, handler);
  try {
    await work({
      async told() {
        await expect.poll(() => isAsked, `a call to ${path.source}`).toBe(true);
        if (fault === 'hang') await page.clock.fastForward(10_000);
      },
    });
  } finally {
    // What nobody intercepts any more would reach the inbox after all. The page has given most of them up already.
    for (const route of held) await route.abort().catch(() => undefined);
    await page.unroute(path, handler);
  }
}
