import type { Page } from '@playwright/test';

/** A call that a journey keeps waiting. */
export interface HeldCall {
  /** Resolves when the page has asked. */
  requested: Promise<void>;
  /** Lets it go on, and all that follow. */
  release(): void;
}

/** Where a call is held: before the inbox hears of it, or when its answer is on its way back. */
export type HeldAt = 'request' | 'answer';

/** Keeps the page's calls to this address waiting. */
export async function holdCall(page: Page, url: string, at: HeldAt): Promise<HeldCall> {
  let markRequested = (): void => undefined;
  let release = (): void => undefined;
  const requested = new Promise<void>((resolve) => (markRequested = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    const answered = at === 'answer' ? await route.fetch() : null;
    markRequested();
    await released;
    // A page that was loaded anew does not wait for it any more.
    await (answered === null ? route.continue() : route.fulfill({ response: answered })).catch(() => undefined);
  });
  return { requested, release: () => release() };
}
