import type { Page } from '@playwright/test';
import { violationsInThemes } from '../harness/accessibility';
import { reach } from '../harness/keyboard';
import { core, expect, test } from '../harness/test';
import { InboxScreen } from '../harness/inbox-screen';

test('axe finds nothing on any screen', core, async ({ inbox, open, newPage, guard }) => {
  const login = await newPage();
  await login.goto('/main-site/login');
  expect(await violationsInThemes(login), 'sign-in page').toEqual([]);

  const customer = inbox.customer('Seen Seema');
  await customer.writes('Can everybody *read* this?');
  await inbox.customer('Mailed Minal').mails({ subject: 'A mail', text: 'In words', html: '<p>In a page</p>' });
  const asha = await open(inbox.asha);
  await asha.isLive();
  await asha.showAll();
  await expect(asha.row(customer.name)).toBeVisible();
  expect(await violationsInThemes(asha.page), 'list').toEqual([]);

  await asha.openTicketOf(customer.name);
  await asha.send('Everybody can.');
  await expect(asha.bubble('Everybody can.')).toHaveAttribute('data-status', 'sent');
  await asha.showDetails();
  await expect(asha.details.getByText(customer.phone.slice(2)).first()).toBeVisible();
  expect(await violationsInThemes(asha.page), 'conversation and customer details').toEqual([]);

  await asha.showQuickReplies();
  await expect(asha.quickReplies.getByText('Hmmm. Nothing created yet')).toBeVisible();
  expect(await violationsInThemes(asha.page), 'quick replies').toEqual([]);

  await asha.openTicketOf('Mailed Minal');
  await expect(asha.conversation.locator('iframe')).toBeVisible();
  expect(await violationsInThemes(asha.page), 'mail').toEqual([]);

  await asha.page.getByRole('button', { name: /^Your status/ }).click();
  await expect(asha.page.getByRole('menu')).toBeVisible();
  expect(await violationsInThemes(asha.page), 'status menu').toEqual([]);

  guard.expects(/status of 503/, /Panel conversation: /);
  const broken = await open(inbox.asha, {
    prepare: (page) =>
      page.route('**/panels/conversation/**', (route) => route.fulfill({ status: 503 })).then(() => undefined),
  });
  await expect(broken.conversation.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(await violationsInThemes(broken.page), 'error state').toEqual([]);
});

test('an agent without a mouse signs in, opens a ticket, replies and goes back to the list', async ({
  inbox,
  page,
}) => {
  const customer = inbox.customer('Keyboard Kiran');
  await customer.writes('Can you answer without a mouse?');
  await page.goto('/');
  await reach(page, 'Tab', page.getByLabel('Email'));
  await page.keyboard.type(inbox.asha.email);
  await reach(page, 'Tab', page.getByLabel('Password'));
  await page.keyboard.type(inbox.asha.password);
  await page.keyboard.press('Enter');

  const screen = new InboxScreen(page);
  await screen.isLive();
  const status = screen.list.getByRole('tablist', { name: 'Ticket status' });
  await reach(page, 'Tab', status.getByRole('tab', { selected: true }));
  await page.keyboard.press('Home');
  await expect(status.getByRole('tab', { name: /^All\b/ })).toHaveAttribute('aria-selected', 'true');
  await expect(screen.row(customer.name)).toBeVisible();
  await reach(page, 'Tab', screen.list.locator('[data-ticket-id][tabindex="0"]'));
  await reach(page, 'ArrowDown', screen.row(customer.name));
  await page.keyboard.press('Enter');
  await expect(screen.conversation.getByRole('heading', { name: customer.name })).toBeVisible();

  await reach(page, 'Tab', screen.replyBox);
  await page.keyboard.type('First line');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('second line');
  await page.keyboard.press('Enter');
  await expect(screen.bubble('second line')).toHaveAttribute('data-status', 'sent');
  const sent = inbox.simulator.graph.sent.filter(
    ({ to, text }) => to === customer.phone && text === 'First line\nsecond line',
  );
  expect(sent).toHaveLength(1);

  await reach(page, 'Shift+Tab', screen.row(customer.name));
  await expect(screen.row(customer.name)).toHaveAttribute('aria-current', 'true');
});

for (const width of [360, 1280, 1920]) {
  test(`at ${width} pixels nothing scrolls sideways and every landmark is there`, async ({ inbox, open }, info) => {
    const customer = inbox.customer(`Width ${width} ${'longname'.repeat(8)}`);
    await customer.writes(`A word that does not end: ${'x'.repeat(300)}`);
    await customer.mails({
      subject: 's'.repeat(200),
      text: 'wide',
      html: '<table width="3000"><tr><td>wide</td></tr></table>',
    });
    const asha = await open(inbox.asha, { viewport: { width, height: 800 } });
    const { page } = asha;
    await asha.isLive();
    await asha.list
      .getByRole('tab', { name: /^All\b/ })
      .first()
      .click();
    const row = asha.row(customer.name).first();
    await expect(row).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Inbox' })).toBeVisible();
    await staysWithin(page);
    await page.screenshot({ path: info.outputPath(`list-${width}.png`) });

    await row.click();
    await expect(asha.conversation).toBeVisible();
    await expect(asha.reply).toBeVisible();
    await staysWithin(page);
    await page.screenshot({ path: info.outputPath(`conversation-${width}.png`) });

    await asha.showDetails();
    await expect(asha.details).toBeVisible();
    await staysWithin(page);
    await page.screenshot({ path: info.outputPath(`details-${width}.png`) });

    if (width < 760) {
      await page.getByRole('button', { name: 'Close details' }).click();
      await page.getByRole('button', { name: 'Back to tickets' }).click();
      await expect(row).toBeVisible();
    } else {
      await expect(asha.list).toBeVisible();
    }
  });
}

/** Neither the page nor a landmark in it is wider than the window, once what slides in stands. */
async function staysWithin(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const parts = [document.documentElement, ...document.querySelectorAll('main, nav, section, aside, header')];
      return parts
        .filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 0)
        .filter(
          (part) => part.getBoundingClientRect().right > innerWidth + 1 || part.scrollWidth > part.clientWidth + 1,
        )
        .map((part) => `${part.tagName} ${part.getAttribute('aria-label') ?? ''}`);
    });
  await expect.poll(tooWide).toEqual([]);
}
