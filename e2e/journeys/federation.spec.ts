import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test';
import { PANELS, panelRoot, TITLES, type PanelName } from '../harness/panels';

/** What each library has in it once, and nothing else has. */
const MARKS = {
  React: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  Emotion: '__EMOTION_TYPE_PLEASE_DO_NOT_USE__',
  RxJS: 'errors occurred during unsubscription',
};

const occurrences = (text: string, mark: string) => text.split(mark).length - 1;

test('with all panels loaded there is one copy of React, of Emotion and of RxJS in the page', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Panelled Chitra');
  await customer.mails({ subject: 'All parts', text: 'plain', html: '<p>A mail brings its own lazy part</p>' });
  const scripts = new Map<string, Promise<string>>();
  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.set(response.url(), response.text());
      });
    },
  });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await asha.showDetails();
  await expect(asha.details).toBeVisible();
  await asha.showQuickReplies();
  await expect(asha.quickReplies).toBeVisible();
  await expect(asha.conversation.locator('iframe')).toBeVisible();
  for (const name of PANELS) await expect(panelRoot(asha.page, name)).toHaveCount(1);

  const code = (await Promise.all(scripts.values())).join('\n');
  expect([...scripts.keys()].filter((url) => url.includes('/panels/')).length).toBeGreaterThanOrEqual(PANELS.length);
  const copies = Object.entries(MARKS).map(([library, mark]) => [library, occurrences(code, mark)]);
  expect(Object.fromEntries(copies)).toEqual({ React: 1, Emotion: 1, RxJS: 1 });
});

/** How a panel's files do not come as they should, and what an agent then reads in its place. */
interface Drill {
  what: string;
  panels: readonly PanelName[];
  break: (page: Page, files: string) => Promise<unknown>;
  text: string;
}

const DRILLS: Drill[] = [
  {
    what: 'is not served',
    panels: PANELS,
    break: (page, files) => page.route(files, (route) => route.fulfill({ status: 503 })),
    text: 'Its files could not be reached.',
  },
  {
    what: 'was tampered with on its way',
    panels: ['ticket-list', 'conversation'],
    break: (page, files) =>
      page.route(files, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\n;window.tampered = true;` });
      }),
    text: 'It was refused because it is not the published version.',
  },
];

for (const { what, panels, break: breakIt, text } of DRILLS) {
  for (const name of panels) {
    test(`when ${name} ${what} the other three work, it says so by name, and Retry brings it back`, async ({
      inbox,
      open,
      guard,
    }) => {
      guard.expects(/status of 503/, /net::ERR_/, /Panel [a-z-]+: /, /integrity/);
      const customer = inbox.customer(`Drilled ${name} ${what}`);
      await customer.writes('Is all well?');
      const ticket = await inbox.ticketOf(inbox.asha, customer.name);
      const files = `**/panels/${name}/**`;
      const asha = await open(inbox.asha, { ticket, prepare: async (page) => void (await breakIt(page, files)) });
      const { page } = asha;
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
      await asha.showDetails();

      const others = PANELS.filter((each) => each !== name && each !== 'quick-replies');
      for (const other of others) await expect(panelRoot(page, other)).toBeVisible();
      if (name === 'conversation') await asha.showAll();
      else await expect(asha.bubble('Is all well?')).toBeVisible();
      if (name !== 'ticket-list') await expect(asha.list.getByRole('tablist')).not.toHaveCount(0);
      if (name === 'quick-replies') await asha.showQuickReplies();

      const errorState = page.getByRole('region', { name: TITLES[name] }).filter({ hasText: text });
      await expect(errorState).toContainText(`${TITLES[name]} could not be loaded. ${text}`);
      // Retry before it is served again ends in the same words, not in an endless skeleton.
      await errorState.getByRole('button', { name: 'Retry' }).click();
      await expect(errorState).toBeVisible();

      await page.unroute(files);
      await errorState.getByRole('button', { name: 'Retry' }).click();
      await expect(panelRoot(page, name)).toBeVisible();
      await expect(errorState).toHaveCount(0);
      if (name === 'conversation') await asha.openTicketOf(customer.name);
      await expect(asha.bubble('Is all well?')).toBeVisible();
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
      expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
    });
  }
}

test('a panel whose server hangs gives up after its time limit, and comes with Retry', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/Panel conversation: /, /net::ERR_/);
  const customer = inbox.customer('Hanging Hema');
  await customer.writes('Is anybody there?');
  const files = '**/panels/conversation/**';
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, {
    ticket,
    prepare: async (page) => {
      await page.clock.install();
      // Neither answered nor refused.
      await page.route(files, () => undefined);
    },
  });
  const { page } = asha;
  await expect(page.getByRole('status', { name: 'Loading Conversation' })).toBeVisible();
  await expect(panelRoot(page, 'ticket-list')).toHaveCount(1);
  await page.clock.fastForward('00:11');
  await expect(asha.conversation).toContainText('Conversation could not be loaded. It took too long to answer.');
  await page.unroute(files);
  await asha.conversation.getByRole('button', { name: 'Retry' }).click();
  await expect(asha.bubble('Is anybody there?')).toBeVisible();
});
