import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { InboxScreen } from './inbox-screen';
import { withInbox, type Inbox } from './inbox';
import { PageGuard } from './page-guard';
import type { Settings } from './product';
import type { Agent } from './world';

interface Fixtures {
  guard: PageGuard;
  /** A page of a browser of its own, watched like all others. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** The inbox of an agent in a browser of their own, at a ticket or at the list. */
  open(agent: Agent, options?: BrowserContextOptions & OpenOptions): Promise<InboxScreen>;
}

interface WorkerFixtures {
  /** What an inbox is started with besides the usual settings; a file that sets them gets one of its own. */
  settings: Settings;
  inbox: Inbox;
}

interface OpenOptions {
  ticket?: number;
  /** Done with the page before it goes anywhere. */
  prepare?: (page: Page) => Promise<void>;
}

/** The test of all journeys: each worker has an inbox of its own, each journey its own customers and browsers. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { scope: 'worker', option: true }],

  inbox: [async ({ settings }, provide) => withInbox(provide, settings), { scope: 'worker', timeout: 300_000 }],

  guard: async ({ baseURL }, provide) => {
    const guard = new PageGuard(baseURL!);
    await provide(guard);
    expect(guard.faults, 'what the pages logged, threw, or asked other origins for').toEqual([]);
  },

  context: async ({ context, guard }, provide) => {
    guard.watch(context);
    await provide(context);
  },

  newPage: async ({ browser, guard, baseURL }, provide) => {
    const closes: (() => Promise<void>)[] = [];
    await provide(async (options) => {
      const context = await browser.newContext({ baseURL, ...options });
      closes.push(() => context.close());
      guard.watch(context);
      return context.newPage();
    });
    for (const close of closes) await close();
  },

  open: async ({ newPage, inbox }, provide) => {
    await provide(async (agent, { ticket, prepare, ...options } = {}) => {
      const page = await newPage(options);
      await prepare?.(page);
      const query = new URLSearchParams({ token: await inbox.token(agent), ...(ticket && { t: String(ticket) }) });
      // Not until all is loaded: some journeys let a file hang.
      await page.goto(`/validate?${query}`, { waitUntil: 'commit' });
      return new InboxScreen(page);
    });
  },

  baseURL: async ({ inbox }, provide) => provide(inbox.url),
});

export { expect };
