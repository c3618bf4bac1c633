import type { Page } from '@playwright/test';
import { violations, violationsInThemes } from '../harness/accessibility';
import { signIn, type Inbox } from '../harness/inbox';
import { InboxScreen } from '../harness/inbox-screen';
import { core, expect, test } from '../harness/test';

const LOGIN = /\/main-site\/login/;
/** A call that is under way while its session ends is refused, which Chromium logs. */
const REFUSED = /status of 401/;

async function enter(page: Page, token: string): Promise<InboxScreen> {
  await page.goto(`/validate?token=${token}`);
  const screen = new InboxScreen(page);
  await screen.isLive();
  return screen;
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your status/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

const refresh = (page: Page) => page.getByRole('button', { name: /^Refresh/ }).click();

/** Sets the other shop as its operator does, and sets it back after the work. */
async function withShopSet(
  { admin, otherShop }: Inbox,
  options: readonly string[],
  back: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const set = (words: readonly string[]) => admin(['merchant', 'set', '--merchant', otherShop.slug, ...words]);
  await set(options);
  try {
    await work();
  } finally {
    await set(back);
  }
}

test.describe('logging out', () => {
  test('in one tab leads both to the sign-in page', core, async ({ page, context, inbox, guard }) => {
    guard.expects(REFUSED);
    await enter(page, await signIn(inbox.url, inbox.stranger));
    const second = await context.newPage();
    await second.goto('/inbox/tickets');
    await new InboxScreen(second).isLive();
    await logOut(page);
    await expect(page).toHaveURL(LOGIN);
    await expect(second).toHaveURL(LOGIN);
    expect(await page.evaluate(() => localStorage.getItem('inbox.auth'))).toBeNull();
  });

  test('works in both tabs while the server cannot be reached', async ({ page, context, inbox, guard }) => {
    // The page that leaves may send its logout all the same: what the other has asked by then is refused.
    guard.expects(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/);
    await enter(page, await signIn(inbox.url, inbox.stranger));
    const second = await context.newPage();
    await second.goto('/inbox/tickets');
    await new InboxScreen(second).isLive();
    await context.route('**/api/shopify/logout/', (route) => route.abort());
    await logOut(page);
    await expect(page).toHaveURL(LOGIN);
    await expect(second).toHaveURL(LOGIN);
    expect(await page.evaluate(() => localStorage.getItem('inbox.auth'))).toBeNull();
  });
});

test(
  'a hand-over for another agent takes all tabs along, and nothing of the first one stays',
  core,
  async ({ page, context, inbox }) => {
    const first = await enter(page, await inbox.token(inbox.asha));
    await page.getByRole('button', { name: /^Your status/ }).click();
    await page.getByRole('menuitemradio', { name: 'Break' }).click();
    await expect(page.getByRole('button', { name: 'Your status: Break' })).toBeVisible();

    const second = await context.newPage();
    await enter(second, await inbox.token(inbox.ravi));
    for (const each of [second, page]) {
      await expect(each.getByRole('button', { name: `account of ${inbox.ravi.full_name}` })).toBeVisible();
      await expect(each.getByRole('button', { name: 'Your status: Offline' })).toBeVisible();
    }
    await first.isLive();
  },
);

test('a hand-over without a token that can be read leads to the sign-in page and leaves alone who is signed in', async ({
  page,
  inbox,
}) => {
  await enter(page, await inbox.token(inbox.asha));
  const account = page.getByRole('button', { name: `account of ${inbox.asha.full_name}` });
  for (const query of ['?t=5', '?token=&t=5', '?token=abc.def.ghi']) {
    await page.goto(`/validate${query}`);
    await expect(page, query).toHaveURL(LOGIN);
    await page.goto('/inbox/tickets');
    await expect(account, query).toBeVisible();
  }
});

test('the twelve ways out and the settings pages all answer', async ({ page, inbox }) => {
  await enter(page, await inbox.token(inbox.asha));
  const links = page.getByRole('navigation', { name: 'Inbox' }).getByRole('link');
  const addresses = await links.evaluateAll((each) => each.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses).toHaveLength(13);
  for (const address of [...addresses, '/main-site/settings/inbox', '/main-site/settings/whatsapp-templates']) {
    expect((await page.request.get(address)).status(), address).toBe(200);
  }
  await page.getByRole('link', { name: 'Net promoter scores' }).click();
  await expect(page.getByRole('heading', { name: 'Net promoter scores' })).toBeVisible();
  expect(await violations(page), 'a page of the stand-in').toEqual([]);
  await page.getByRole('link', { name: 'Back to the inbox' }).click();
  await expect(page).toHaveURL(`${inbox.url}/inbox/tickets`);
});

test('a link to a ticket asks for the agents once, and Refresh asks anew', async ({ inbox, open }) => {
  const customer = inbox.customer('Called Lata');
  await customer.writes('Who is there?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const { page, conversation } = await open(inbox.asha, { ticket });
  await expect(conversation.getByRole('heading', { name: customer.name })).toBeVisible();
  /** How often the list came over the network: what the browser had kept is nothing on the wire. */
  const fetched = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ name, transferSize }) => name.includes('/all_agents/') && transferSize > 0).length,
    );
  await expect.poll(fetched).toBe(1);
  await page.waitForLoadState('networkidle');
  expect(await fetched()).toBe(1);
  await refresh(page);
  await expect.poll(fetched).toBeGreaterThan(1);
});

test('a notification comes with Refresh and goes with it, at each level', async ({ page, inbox }) => {
  await enter(page, await inbox.token(inbox.stranger));
  const words = 'We move on Sunday, see https://status.example/move for more.';
  for (const [level, role] of [
    ['info', 'status'],
    ['warning', 'status'],
    ['danger', 'alert'],
  ] as const) {
    const options = ['--notification', words, '--level', level, '--link', '/plans'];
    const bar = page.getByRole(role).filter({ hasText: 'We move on Sunday' });
    await withShopSet(inbox, options, ['--notification', ''], async () => {
      await refresh(page);
      await expect(bar, level).toBeVisible();
      await expect(bar.getByRole('link', { name: 'https://status.example/move' })).toHaveAttribute(
        'href',
        'https://status.example/move',
      );
      const there = page.waitForEvent('popup');
      await bar.getByRole('link', { name: 'Click here' }).click();
      await expect(await there).toHaveURL(/\/main-site\/plans$/);
      await (await there).close();
      expect(await violationsInThemes(page), level).toEqual([]);
    });
    await refresh(page);
    await expect(bar, level).toBeHidden();
  }
});

test('a pending invoice is told until it is dismissed', async ({ page, inbox }) => {
  const options = ['--payment-error', 'yes', '--payment-url', '/billing'];
  await withShopSet(inbox, options, ['--payment-error', 'no', '--payment-url', ''], async () => {
    await enter(page, await inbox.token(inbox.stranger));
    const bar = page.getByRole('status').filter({
      hasText:
        'You have a pending invoice on your Meta Account. Whatsapp Messaging will resume once the payment is completed.',
    });
    await expect(bar).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Payment settings' })).toHaveAttribute(
      'href',
      `${inbox.url}/main-site/billing`,
    );
    expect(await violationsInThemes(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Dismiss this notice' }).click();
    await expect(bar).toBeHidden();
  });
});

test('the foot of the page says why messaging is off, also on a phone', async ({ page, inbox }) => {
  await withShopSet(inbox, ['--inbox', 'no', '--reason', 'Your plan has ended.'], ['--inbox', 'yes'], async () => {
    await enter(page, await inbox.token(inbox.stranger));
    const bar = page.getByRole('alert').filter({ hasText: 'Your plan has ended.' });
    await expect(bar).toBeVisible();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('navigation', { name: 'Inbox' })).toBeInViewport({ ratio: 1 });
    expect(await violationsInThemes(page)).toEqual([]);
  });
});

test('an agent whose permission is taken away loses the inbox, and can log out', async ({ page, inbox, guard }) => {
  // The list, refreshed at that moment, is refused as well.
  guard.expects(/status of 403/, /Feature not subscribed!/, REFUSED);
  const { email } = inbox.stranger;
  const may = (yesOrNo: string) =>
    inbox.admin(['agent', 'set', '--merchant', inbox.otherShop.slug, '--email', email, '--inbox', yesOrNo]);
  await enter(page, await signIn(inbox.url, inbox.stranger));
  await may('no');
  try {
    await expect(page.getByText('Feature not subscribed!')).toBeVisible();
    await expect(page.getByText(/contact support/)).toBeVisible();
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(LOGIN);
  } finally {
    await may('yes');
  }
});

test('the old home says where the inbox is now', async ({ page, inbox }) => {
  await enter(page, await inbox.token(inbox.asha));
  await page.goto('/old-home');
  await expect(page.getByText('The inbox has moved')).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to the new site' }).click();
  await expect(page).toHaveURL(`${inbox.url}/inbox/tickets`);
});

test('settings that say redirect send the agent to that page of the main site', async ({ page, inbox }) => {
  await withShopSet(inbox, ['--redirect', '/plans'], ['--redirect', ''], async () => {
    await page.goto(`/validate?token=${await inbox.token(inbox.stranger)}`);
    await expect(page).toHaveURL(`${inbox.url}/main-site/plans`);
  });
});

test('settings never send the agent to another site', async ({ page, inbox }) => {
  const options = ['--redirect', 'https://elsewhere.example/', '--notification', 'Read on'];
  await withShopSet(inbox, options, ['--redirect', '', '--notification', ''], async () => {
    await enter(page, await inbox.token(inbox.stranger));
    await expect(page.getByText('Read on')).toBeVisible();
    await expect(page).toHaveURL(`${inbox.url}/inbox/tickets`);
  });
});
