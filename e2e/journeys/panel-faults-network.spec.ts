import type { Locator, Page, Route } from '@playwright/test';
import { openSection, type InboxScreen } from '../harness/inbox-screen';
import { passTime, SOON } from '../faults/fault';
import { panelRoot } from '../harness/panels';
import { expect, test } from '../harness/test';

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window);

/** A part of a panel that is fetched when it is asked for, and what its agent reads where that fails. */
interface LatePart {
  panel: string;
  ask(): Promise<void>;
  failed: Locator;
  /** By the offered Retry, or by asking again where there is none. */
  again(): Promise<void>;
  here: Locator;
}

function lateParts(screen: InboxScreen): LatePart[] {
  const { page, list, reply, details, quickReplies } = screen;
  const openFilters = () => list.getByRole('button', { name: 'Filter', exact: true }).click();
  /** Presses Retry where this is said; a toast about another part may stand beside it still. */
  const retry = (said: string) =>
    page.getByRole('alert').filter({ hasText: said }).getByRole('button', { name: 'Retry' }).click();
  const openImport = async () => {
    await quickReplies.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  };
  return [
    {
      panel: 'ticket-list',
      ask: openFilters,
      failed: page.getByText('The filters could not be opened. Please try again.'),
      again: () => retry('The filters could not be opened.'),
      here: list.getByRole('dialog', { name: 'Filters' }),
    },
    {
      panel: 'conversation',
      ask: () => reply.getByRole('button', { name: 'Emoji' }).click(),
      failed: page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' }),
      again: () => retry('This part could not be loaded.'),
      here: page.getByRole('dialog', { name: 'Emoji' }),
    },
    {
      panel: 'customer-panel',
      ask: async () => {
        await openSection(details, 'Internal Notes/Comments');
        await details.getByRole('button', { name: 'Write a note' }).click();
      },
      failed: details.getByText('The editor could not be loaded.'),
      again: () => details.getByRole('button', { name: 'Retry' }).click(),
      here: details.getByRole('textbox', { name: 'Note', exact: true }),
    },
    {
      panel: 'quick-replies',
      ask: async () => {
        await screen.showQuickReplies();
        await openImport();
      },
      failed: page.getByText("Quick Replies: 'Import from CSV' could not be loaded. Its files could not be reached."),
      again: () => retry("'Import from CSV' could not be loaded."),
      here: page.getByRole('dialog', { name: 'Import quick replies' }),
    },
  ];
}

test('where a later part of a panel is not served its place says so, the panel works on, and the next try has it', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/status of 404 .*\/panels\//, /A part of the page could not be loaded/, /integrity/);
  const customer = inbox.customer('Parted Parul');
  await customer.writes('Is every part there?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const chunks = /\/panels\/[^/]+\/[^/]+\/\d+\.[0-9a-f]+\.js/;
  const asha = await open(inbox.asha, {
    ticket,
    prepare: async (page) => void (await page.route(chunks, (route) => route.fulfill({ status: 404 }))),
  });
  const { page } = asha;
  await markDocument(page);
  await asha.isLive();
  await asha.showDetails();
  const works = async () => {
    await expect(asha.bubble('Is every part there?')).toBeVisible();
    await expect(panelRoot(page, 'ticket-list')).toBeVisible();
    await asha.replyBox.fill('It works');
    await asha.replyBox.fill('');
  };
  for (const { panel, ask, failed, again, here } of lateParts(asha)) {
    await test.step(panel, async () => {
      await ask();
      await expect(failed.first()).toBeVisible();
      await expect(page.locator('[data-failure]')).toHaveCount(0);
      await works();
      await page.unroute(chunks);
      await again();
      await expect(here).toBeVisible();
      await page.keyboard.press('Escape');
      await page.route(chunks, (route) => route.fulfill({ status: 404 }));
    });
  }
  expect(await isSameDocument(page)).toBe(true);
});

/** What each panel asks of the inbox first. */
const CALLS = {
  'ticket-list': /\/ticket\/list\//,
  conversation: /\/content-v2\//,
  'customer-panel': /\/customer_details\//,
  'quick-replies': /\/canned-message\/$/,
} as const;
type Panel = keyof typeof CALLS;

const refusal = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { success: false, error: { message } } });

/** How the inbox answers, and what stands in each panel's place of its answer. */
const ANSWERS: Record<string, (route: Route) => Promise<unknown>> = {
  'answers 500': refusal(500, 'Something went wrong. Please try again.'),
  'answers 429': refusal(429, 'Too many attempts. Please try again later.'),
  // The session is good all the same, as the page finds out by asking another call.
  'answers 401': refusal(401, 'Not you.'),
};

test('what one panel asks may be refused, and the others and its own Retry work', async ({ inbox, open, guard }) => {
  guard.expects(/status of (?:500|429|401)/);
  const customer = inbox.customer('Refused Renu');
  await customer.writes('Who refuses me?');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  // The address keeps both.
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const shownTo = (screen: InboxScreen): Record<Panel, Locator> => ({
    'ticket-list': screen.row(customer.name),
    conversation: screen.bubble('Who refuses me?'),
    'customer-panel': screen.details.getByText(customer.name).first(),
    'quick-replies': screen.quickReplies.getByText('Hmmm. Nothing created yet'),
  });
  const shown = shownTo(asha);
  const places: Record<Panel, Locator> = {
    'ticket-list': asha.list,
    conversation: asha.conversation,
    'customer-panel': asha.details,
    'quick-replies': asha.quickReplies,
  };
  await test.step('answers slowly', async () => {
    const held: Partial<Record<Panel, () => void>> = {};
    // A browser that has stored nothing to show meanwhile.
    const slow = await open(inbox.asha, {
      prepare: async (fresh) => {
        for (const name of Object.keys(CALLS) as Panel[]) {
          const released = new Promise<void>((resolve) => (held[name] = resolve));
          await fresh.route(CALLS[name], async (route) => {
            await released;
            await route.continue().catch(() => undefined);
          });
        }
      },
    });
    const late = shownTo(slow);
    await slow.isLive();
    await slow.page.goto(page.url());
    await slow.isLive();
    await slow.showDetails();
    for (const name of Object.keys(CALLS) as Panel[]) {
      if (name === 'quick-replies') await slow.showQuickReplies();
      await expect(late[name]).toHaveCount(0);
      held[name]?.();
      await expect(late[name]).toBeVisible();
    }
    await slow.page.close();
  });

  for (const [what, answer] of Object.entries(ANSWERS)) {
    await test.step(what, async () => {
      for (const path of Object.values(CALLS)) await page.route(path, answer);
      await page.reload();
      await markDocument(page);
      await asha.isLive();
      await asha.showDetails();
      for (const name of Object.keys(CALLS) as Panel[]) {
        if (name === 'quick-replies') await asha.showQuickReplies();
        const retry = places[name].getByRole('button', { name: 'Retry' });
        await expect(retry.first()).toBeVisible();
        await page.unroute(CALLS[name]);
        await expect(async () => {
          // Some of what failed is asked for again by itself, and may be there just before it is clicked.
          if (await retry.first().isVisible()) await retry.first().click({ timeout: 2_000 });
          await expect(shown[name]).toBeVisible({ timeout: 5_000 });
          await expect(retry).toHaveCount(0, { timeout: 5_000 });
        }).toPass({ timeout: 60_000 });
      }
      expect(await isSameDocument(page)).toBe(true);
    });
  }
});

test('without the live channel each panel works by what it asks, and follows again when the channel is back', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/WebSocket connection/);
  const customer = inbox.customer('Lineless Leher');
  await customer.writes('Does anybody hear me?');
  let isDown = true;
  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      await page.clock.install();
      await page.routeWebSocket(/\/ws\/inbox\//, (line) => {
        if (isDown) void line.close();
        else line.connectToServer();
      });
    },
  });
  const { page } = asha;
  await markDocument(page);
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await asha.showDetails();
  await expect(asha.details.getByText(customer.name).first()).toBeVisible();
  await asha.send('By the call alone');
  await expect(asha.bubble('By the call alone')).toHaveAttribute('data-status', 'sent');
  await asha.showQuickReplies();
  await expect(asha.quickReplies.getByText('Hmmm. Nothing created yet')).toBeVisible();
  await expect(asha.connection).not.toHaveText('Live');

  isDown = false;
  await passTime(page, 6_000, () => expect(asha.connection).toHaveText('Live', SOON));
  await customer.writes('And now?');
  await expect(asha.bubble('And now?')).toBeVisible();
  await expect(asha.row(customer.name)).toContainText('And now?');
  expect(await isSameDocument(page)).toBe(true);
});
