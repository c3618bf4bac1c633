import { test as base, expect } from '@playwright/test';
import { startInbox, type Inbox, type RunningInbox } from '../harness/inbox';
import { freePorts } from '../harness/ports';
import type { Settings } from '../harness/product';
import type { Agent } from '../harness/world';
import { Desk } from './desk';
import type { BrowserWindow } from './drivers/browser-window';
import { openFirefox } from './drivers/firefox';
import { openWebKit, type WebKitPrograms } from './drivers/webkit';
import { startLine, type Line } from './line';

/** Which browser a project runs in, and the programs that it takes. */
export type Driven = { browser: 'firefox'; program: string } | { browser: 'webkit'; programs: WebKitPrograms };

interface Fixtures {
  /** In a window that keeps nothing once it is closed. WebKit's is one whenever it is driven. */
  isPrivate: boolean;
  /** What a page may log as an error, since the journey makes it happen. */
  expected: RegExp;
  window: BrowserWindow;
  desk: Desk;
  /** The browser's inbox with a world of the journey's own. */
  inbox: Inbox;
  /** Signs an agent in by the hand-over page, and waits for the list. */
  arrive(agent: Agent): Promise<void>;
}

interface WorkerFixtures {
  driven: Driven;
  /** What an inbox is started with besides the usual settings; a file that sets them gets one of its own. */
  settings: Settings;
  running: RunningInbox;
  line: Line & { url: string };
}

/**
 * What Firefox logs of a line that is cut: attempts to open the socket, and a file that came in part, of which the page asks
 * for the rest anew.
 */
export const CUT_OFF =
  /can’t establish a connection to the server at ws:|None of the “sha\d+” hashes .* match the content/;

/** Firefox says so of a socket that was still connecting when its page was left or reloaded. */
const LEFT_EARLY = /^page error: The connection to wss?:\S+ was interrupted while the page was loading\.$/;

/** The test of the journeys in Firefox and WebKit: one running inbox for each of them, fresh shops and a fresh browser for each journey. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  driven: [
    { browser: 'firefox', program: '' },
    { scope: 'worker', option: true },
  ],

  settings: [{}, { scope: 'worker', option: true }],

  running: [
    async ({ driven: _driven, settings }, provide) => {
      const running = await startInbox(settings);
      try {
        await provide(running);
      } finally {
        await running.stop();
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  inbox: async ({ running }, provide) => provide(running.next()),

  line: [
    async ({ running }, provide) => {
      const [port] = (await freePorts(1)) as [number];
      const line = await startLine(port, Number(new URL(running.url).port));
      await provide({ ...line, url: `http://localhost:${port}` });
      await line.close();
    },
    { scope: 'worker' },
  ],

  isPrivate: [false, { option: true }],

  expected: [/(?!)/, { option: true }],

  window: async ({ driven, isPrivate, expected }, provide, info) => {
    const window =
      driven.browser === 'firefox' ? await openFirefox(driven.program, isPrivate) : await openWebKit(driven.programs);
    try {
      await provide(window);
      if (info.status !== info.expectedStatus) {
        await info.attach('screenshot', { body: await window.screenshot(), contentType: 'image/png' });
      }
    } finally {
      await window.close();
    }
    const errors = window.errors().filter((error) => !expected.test(error) && !LEFT_EARLY.test(error));
    expect(errors, 'what the page logged as errors').toEqual([]);
  },

  desk: async ({ window }, provide) => provide(new Desk(window)),

  arrive: async ({ window, desk, inbox, line }, provide) => {
    await provide(async (agent) => {
      await window.goto(`${line.url}/validate?token=${await inbox.token(agent)}`);
      await desk.list.shows('the tickets');
      await desk.connectionSays('Live');
    });
  },
});

export { expect };
