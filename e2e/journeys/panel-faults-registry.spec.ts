import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { PANELS, panelRoot, TITLES, type PanelName } from '../harness/panels';
import { expect, test } from '../harness/test';

const PANEL = 'customer-panel';
const FAILED = 'Customer details could not be loaded. Its files could not be reached.';

interface Registry {
  revision: number;
  panels: Record<string, unknown>;
}

/** What the registry answers when a panel is tried again. */
const ANSWERS: Record<string, (route: Route, registry: Registry) => Promise<unknown>> = {
  'not found': (route) => route.fulfill({ status: 404 }),
  garbage: (route) => route.fulfill({ body: '<html>Gateway</html>' }),
  empty: (route) => route.fulfill({ body: '' }),
  'half written': (route, registry) => {
    const text = JSON.stringify(registry);
    return route.fulfill({ body: text.slice(0, text.length / 2) });
  },
  'no panels': (route, { revision }) => route.fulfill({ json: { revision, panels: {} } }),
  'cut off': (route) => route.abort(),
};

const othersWork = async (page: Page) => {
  for (const name of ['ticket-list', 'conversation'] as const) await expect(panelRoot(page, name)).toBeVisible();
};

test('whatever the registry answers, what the page has works on, and Retry recovers without a reload', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(
    /The registry cannot be read/,
    /status of 404/,
    /net::ERR_/,
    /integrity/,
    /Panel [a-z-]+ /,
    /Panel [a-z-]+:/,
  );
  const customer = inbox.customer('Registered Rani');
  await customer.writes('Is the registry well?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const registry = (await (await fetch(`${inbox.url}/registry.json`)).json()) as Registry;
  const files = `**/panels/${PANEL}/**`;
  let answer: (route: Route) => Promise<unknown> = (route) => route.continue();
  let asked = 0;
  const asha = await open(inbox.asha, {
    ticket,
    prepare: async (page) => {
      await page.route(files, (route) => route.fulfill({ status: 404 }));
      await page.route('**/registry.json', (route) => {
        asked += 1;
        return answer(route);
      });
    },
  });
  const { page } = asha;
  await asha.showDetails();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const place = page.locator('[data-failure]');
  const retry = place.getByRole('button', { name: 'Retry' });
  await expect(place).toContainText(FAILED);

  for (const [what, answers] of Object.entries(ANSWERS)) {
    await test.step(what, async () => {
      answer = (route) => answers(route, registry);
      const before = asked;
      await retry.click();
      await expect.poll(() => asked).toBe(before + 1);
      await expect(place).toContainText(FAILED);
      await othersWork(page);
    });
  }

  await test.step('it hangs', async () => {
    answer = async () => undefined;
    await retry.click();
    // The page gives it five seconds.
    await expect(place).toHaveCount(0);
    await expect(place).toContainText(FAILED);
    await othersWork(page);
  });

  await test.step('one entry is bad: that of another panel', async () => {
    const panels = { ...registry.panels, 'quick-replies': { name: 'quick-replies', version: 7 } };
    answer = (route) => route.fulfill({ json: { revision: registry.revision + 1, panels } });
    await page.unroute(files);
    await retry.click();
    await expect(place).toHaveCount(0);
    await expect(panelRoot(page, PANEL)).toContainText(customer.name);
    await othersWork(page);
  });
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

/** What became of the registry's file on the server. */
const DAMAGES: Record<string, (text: string) => string | null> = {
  garbage: () => '<html>Gateway</html>',
  'half written': (text) => text.slice(0, text.length / 2),
  empty: () => '',
  missing: () => null,
  'with one bad entry': (text) => text.replace('"name": "conversation"', '"name": 7'),
};

test.describe('on the server', () => {
  // The registry is one for all shops of an inbox.
  test.use({ ownInbox: {} });

  test('whatever became of the registry on the server, it is ready, and pages have all panels', async ({
    inbox,
    open,
  }) => {
    const customer = inbox.customer('Stored Sita');
    await customer.writes('Is the file whole?');
    const ticket = await inbox.ticketOf(inbox.asha, customer.name);
    const file = join(inbox.dataDir, 'registry.json');
    const whole = await readFile(file, 'utf8');
    const asha = await open(inbox.asha, { ticket });
    await asha.isLive();
    for (const [what, damage] of Object.entries(DAMAGES)) {
      await test.step(what, async () => {
        const text = damage(whole);
        expect(text).not.toBe(whole);
        await (text === null ? rm(file) : writeFile(file, text));
        // It has two seconds for its answer, which a busy machine may miss once.
        await expect.poll(async () => (await fetch(`${inbox.url}/readyz`)).status).toBe(200);
        await asha.page.reload();
        await expect(asha.bubble('Is the file whole?')).toBeVisible();
        await asha.showDetails();
        await asha.showQuickReplies();
        await othersWork(asha.page);
        await expect(panelRoot(asha.page, 'quick-replies')).toBeVisible();
      });
    }
  });
});

/** What stands in the place of a panel that is not installed. */
const MISSING: Record<PanelName, string | null> = {
  'ticket-list': 'Nothing is installed here.',
  conversation: 'Nothing is installed here.',
  // The button that opens them goes with them.
  'customer-panel': null,
  'quick-replies': null,
};

/** The page as it is served, but that its registry does not name this panel. */
const withoutPanel = (html: string, missing: PanelName): string =>
  html.replace(/(id="inbox-registry">)(.*?)(<\/script>)/s, (_, before: string, json: string, after: string) => {
    const inline = JSON.parse(json) as { registry: Registry };
    const { [missing]: _gone, ...panels } = inline.registry.panels;
    const left = { ...inline, registry: { ...inline.registry, panels } };
    return `${before}${JSON.stringify(left).replaceAll('<', '\\u003c')}${after}`;
  });

test('without any one of its neighbours each panel works', async ({ inbox, open, guard }) => {
  // Chromium does not know where a page comes from that the test answers itself, and keeps it from the socket.
  guard.expects(/ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/);
  const customer = inbox.customer('Lonely Lata');
  await customer.writes('Is anybody beside me?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  let missing: PanelName = 'ticket-list';
  const asha = await open(inbox.asha, {
    ticket,
    prepare: async (page) =>
      void (await page.route('**/inbox/tickets/*', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: withoutPanel(await response.text(), missing) });
      })),
  });
  const { page } = asha;
  await asha.isLive();
  for (const name of PANELS) {
    await test.step(`${TITLES[name]} is missing`, async () => {
      missing = name;
      await page.goto(`/inbox/tickets/${ticket}`);
      const text = MISSING[name];
      if (text !== null) await expect(page.getByText(text)).toBeVisible();
      if (name !== 'customer-panel') await asha.showDetails();
      for (const other of PANELS) {
        if (other !== name && other !== 'quick-replies') await expect(panelRoot(page, other)).toBeVisible();
      }
      await expect(panelRoot(page, name)).toHaveCount(0);
      if (name !== 'conversation') {
        await asha.replyBox.fill('Still here');
        await expect(asha.replyBox).toHaveText('Still here');
        await asha.replyBox.fill('');
      }
    });
  }
});
