import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test';
import { InboxScreen } from './inbox-screen';
import { startInbox, type ExtraSettings, type Inbox, type RunningInbox } from './inbox';
import { PageGuard } from './page-guard';
import type { Agent } from './world';

interface Fixtures {
  /**
   * Settings of a process of its own for each journey of a file or group, besides the usual ones. Journeys need one when they
   * change what all worlds share: the outbox, the releases of panels, how the simulator answers.
   */
  ownInbox: ExtraSettings | null;
  /** An inbox with a world of the journey's own. */
  inbox: Inbox;
  guard: PageGuard;
  /** A page of a browser of its own, watched like all others. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** The inbox of an agent in a browser of their own, at a ticket or at the list. */
  open(agent: Agent, options?: BrowserContextOptions & OpenOptions): Promise<InboxScreen>;
}

interface WorkerFixtures {
  /** The process that the journeys of this worker share; it is started when the first of them asks. */
  sharedInbox(): Promise<RunningInbox>;
}

/** Milliseconds that a machine with much else to do has to start an inbox. */
const START_LIMIT = 300_000;

interface OpenOptions {
  ticket?: number;
  /** Done with the page before it goes anywhere. */
  prepare?: (page: Page) => Promise<void>;
}

/** The test of all journeys: each worker has a running inbox, each journey its own shops, customers and browsers. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedInbox: [
    // eslint-disable-next-line no-empty-pattern -- the names of fixtures are read from this very pattern
    async ({}, provide) => {
      let running: Promise<RunningInbox> | undefined;
      await provide(() => (running ??= startInbox()));
      await (await running)?.stop();
    },
    { scope: 'worker', timeout: START_LIMIT },
  ],

  ownInbox: [null, { option: true }],

  inbox: [
    async ({ ownInbox, sharedInbox }, provide) => {
      if (ownInbox === null) return provide((await sharedInbox()).next());
      const own = await startInbox(ownInbox);
      try {
        await provide(own.next());
      } finally {
        await own.stop();
      }
    },
    { timeout: START_LIMIT },
  ],

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

/** Marks a journey that every change must pass (`npm test`); the deep suite follows the others. */
export const core = { tag: '@core' };

export { expect };
