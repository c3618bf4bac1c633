import type { Browser, CDPSession, Page } from '@playwright/test';
import { saidIn } from './fill-threads';

/** The list shows the tickets that threads were made for. */
const FILTER = '?status=open';
const VIEWPORT = { width: 1440, height: 900 };

/** As text, since it runs in the page as it stands: a compiler's helpers do not exist there. */
const HELPERS = `
  addEventListener('click', (event) => { window.benchClicked = event.timeStamp; }, true);
  window.benchDelays = [];
  addEventListener('keydown', (event) => window.benchDelays.push(performance.now() - event.timeStamp), true);
  window.benchShown = (text) => new Promise((resolve) => {
    const look = () => {
      const seen = [...document.querySelectorAll('[role=log] [data-message-id]')].filter((one) =>
        one.textContent.includes(text) && one.checkVisibility({ visibilityProperty: true }));
      if (seen.length < 3) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    };
    look();
  });
  window.benchOpen = (path) => {
    const begun = performance.now();
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    return begun;
  };
`;

/** The inbox in a browser, with what is needed to open tickets in it and to see what that takes. */
export interface ConversationPage {
  page: Page;
  devtools: CDPSession;
  /** Opens the ticket by its address; answers the milliseconds until its messages are painted. */
  open(ticket: number): Promise<number>;
  /** The same by a click on its row. */
  click(ticket: number): Promise<number>;
  /** Closes whatever is open. */
  leave(): Promise<void>;
  /** Milliseconds of work of the page's main thread since it began. */
  cpu(): Promise<number>;
  /** Bytes on the heap after all that nobody holds was collected. */
  heap(): Promise<number>;
  slowDown(times: number): Promise<void>;
  /** Paths of the calls since this was asked last. */
  calls(): string[];
  /** Live messages that came over the socket. */
  told(): number;
}

export async function openConversationPage(browser: Browser, url: string, token: string): Promise<ConversationPage> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.addInitScript({ content: HELPERS });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  // Without the bodies: the page's memory would be said to hold them.
  await devtools.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 });
  let told = 0;
  devtools.on('Network.webSocketFrameReceived', () => (told += 1));
  let calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });

  const metric = async (name: string) => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find((one) => one.name === name)?.value ?? 0;
  };
  const shown = (ticket: number, begun: string) =>
    page.evaluate<number>(
      `(async () => { const begun = ${begun}; return (await benchShown(${JSON.stringify(saidIn(ticket))})) - begun; })()`,
    );

  await page.goto(`${url}/validate?token=${encodeURIComponent(token)}`);
  await page.waitForFunction(() => localStorage.getItem('inbox.auth') !== null);
  await page.goto(`${url}/inbox/tickets${FILTER}`);
  await page.locator('[data-ticket-id]').first().waitFor();
  return {
    page,
    devtools,
    open: (ticket) => shown(ticket, `benchOpen('/inbox/tickets/${ticket}${FILTER}')`),
    async click(ticket) {
      const row = page.locator(`[data-ticket-id="${ticket}"]`);
      const box = await row.boundingBox();
      if (!box) throw new Error(`The row of ticket ${ticket} is not there.`);
      // Awaited by the page itself from before the click, so that no round trip of this process counts.
      const painted = page.evaluate<number>(
        `benchShown(${JSON.stringify(saidIn(ticket))}).then((at) => at - window.benchClicked)`,
      );
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      return painted;
    },
    leave: () => page.evaluate(`benchOpen('/inbox/tickets${FILTER}')`),
    cpu: async () => (await metric('TaskDuration')) * 1000,
    async heap() {
      await devtools.send('HeapProfiler.collectGarbage');
      return metric('JSHeapUsedSize');
    },
    async slowDown(rate) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    },
    calls() {
      const made = calls;
      calls = [];
      return made;
    },
    told: () => told,
  };
}
