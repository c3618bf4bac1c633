import type { Locator } from '@playwright/test';
import { violations } from '../harness/accessibility';
import { command, openPalette } from '../harness/keyboard';
import { expect, test } from '../harness/test';
import type { InboxScreen } from '../harness/inbox-screen';

const palette = ({ page }: InboxScreen): Locator => page.getByRole('dialog', { name: 'Command palette' });
const sheet = ({ page }: InboxScreen): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`palette and sheet work by keyboard alone, and axe finds nothing in them, ${colorScheme}`, async ({
    inbox,
    open,
  }) => {
    const customer = inbox.customer(`Short ${colorScheme}`);
    await customer.writes('Where is it?');
    const asha = await open(inbox.asha, { colorScheme });
    const { page } = asha;
    await asha.isLive();
    await asha.showAll();
    await asha.openTicketOf(customer.name);
    const { ticketId } = asha;

    await command(page, 'back to tickets');
    await expect(page).toHaveURL(/\/inbox\/tickets(?:\?|$)/);
    await command(page, `#${ticketId}`);
    await expect(page).toHaveURL(new RegExp(`/inbox/tickets/${ticketId}(?:\\?|$)`));

    await openPalette(page);
    const field = page.getByRole('combobox');
    await expect(field).toBeFocused();
    expect(await violations(page), 'palette').toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(palette(asha)).toHaveCount(0);

    await page.locator('body').press('?');
    await expect(sheet(asha)).toBeVisible();
    expect(await violations(page), 'sheet').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(sheet(asha)).toHaveCount(0);
  });
}

test('typing never triggers a shortcut, the palette opens while typing and gives the focus back', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Typed Tara');
  await customer.writes('Please write to me');
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  const { ticketId } = asha;
  // The keys are listened to from here on.
  await openPalette(page);
  await page.keyboard.press('Escape');

  const text = 'jkraehufsdq/? just a quick reply';
  await asha.replyBox.focus();
  await page.keyboard.type(text);
  await expect(asha.replyBox).toHaveValue(text);
  await expect(sheet(asha)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/inbox/tickets/${ticketId}(?:\\?|$)`));

  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(asha.replyBox).toBeFocused();
  await expect(asha.replyBox).toHaveValue(text);
});

test('single keys are turned off in the sheet and stay so', async ({ inbox, open }) => {
  const asha = await open(inbox.asha);
  const { page } = asha;
  await asha.isLive();
  await command(page, 'keyboard shortcuts');
  await expect(sheet(asha)).toBeVisible();
  const single = page.getByRole('checkbox', { name: /Single-key shortcuts/ });
  await single.focus();
  await page.keyboard.press('Space');
  await expect(single).not.toBeChecked();
  await page.keyboard.press('Escape');

  await page.reload();
  await asha.isLive();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await page.locator('body').press('?');
  await expect(sheet(asha)).toHaveCount(0);
  await command(page, 'keyboard shortcuts');
  await expect(single).not.toBeChecked();
});

test('the theme is chosen in the palette and there at the next visit', async ({ inbox, open }) => {
  const asha = await open(inbox.asha, { colorScheme: 'light' });
  const { page } = asha;
  await asha.isLive();
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe('light');
  await command(page, 'appearance: dark');
  expect(await scheme()).toBe('dark');
  await page.reload();
  await asha.isLive();
  expect(await scheme()).toBe('dark');
});

test('panels are resized by keyboard, never press the conversation, and stay so', async ({ inbox, open }) => {
  const customer = inbox.customer('Wide Wasim');
  await customer.writes('Make room');
  const asha = await open(inbox.asha, { viewport: { width: 1280, height: 800 } });
  const { page } = asha;
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await asha.showDetails();
  const ofList = page.getByRole('separator', { name: 'Width of the ticket list' });
  const ofDetails = page.getByRole('separator', { name: 'Width of the details' });
  const width = async (locator: Locator) => Math.round((await locator.boundingBox())?.width ?? 0);

  await ofDetails.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(ofDetails).toHaveAttribute('aria-valuenow', '336');
  await ofList.focus();
  await page.keyboard.press('End');
  const widest = Number(await ofList.getAttribute('aria-valuemax'));
  await expect(ofList).toHaveAttribute('aria-valuenow', String(widest));
  await expect.poll(() => width(page.locator('[data-slot=list]'))).toBe(widest);
  expect(await width(page.locator('[data-slot=main]'))).toBeGreaterThanOrEqual(420);

  await page.reload();
  await asha.isLive();
  await expect(ofList).toHaveAttribute('aria-valuenow', String(widest));
  await expect(ofDetails).toHaveAttribute('aria-valuenow', '336');
  await ofList.dblclick();
  await expect(ofList).toHaveAttribute('aria-valuenow', '376');
});

test('the title counts unread tickets and goes down when one is read', async ({ inbox, open }) => {
  const customer = inbox.customer('Counted Chitra');
  await customer.writes('Have you seen me?');
  const ravi = await open(inbox.ravi);
  await ravi.isLive();
  await ravi.showAll();
  await expect(ravi.row(customer.name)).toBeVisible();
  const count = async () => Number(/^\((\d+)\) Inbox$/.exec(await ravi.page.title())?.[1] ?? 0);
  await expect.poll(count).toBeGreaterThan(0);
  await customer.writes('And now?');
  const before = await count();
  await ravi.openTicketOf(customer.name);
  await expect.poll(count).toBeLessThan(before);
});
