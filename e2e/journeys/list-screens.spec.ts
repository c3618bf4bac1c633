import { resize, violationsInThemes } from '../harness/accessibility';
import type { InboxScreen } from '../harness/inbox-screen';
import { command, openPalette } from '../harness/keyboard';
import { expect, test } from '../harness/test';

const WIDTHS = [1280, 360];

/** axe finds nothing in this, neither beside the other panels nor on a phone, and nothing scrolls sideways. */
async function isSound({ page }: InboxScreen, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await resize(page, { width, height: 800 });
    expect(await violationsInThemes(page), `${what} at ${width}`).toEqual([]);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, { message: `${what} at ${width}` }).toBeLessThanOrEqual(0);
  }
  await resize(page, { width: 1280, height: 800 });
}

test('axe finds nothing in the list’s and the shell’s menus, dialogs and states', async ({ inbox, open, guard }) => {
  // The list that fails, and the line that is cut, are part of it.
  guard.expects(/status of 500/, /ERR_INTERNET_DISCONNECTED/);
  const customer = inbox.customer(`Sound${' नमस्ते'.repeat(8)}`);
  await customer.writes('מה שלומך? Where is *my* order?');
  const asha = await open(inbox.asha);
  const { page, list } = asha;
  await asha.isLive();
  await asha.showAll();
  const row = asha.row(customer.name);
  await expect(row).toBeVisible();
  await isSound(asha, 'list');

  await list.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = list.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'View tickets of' }).click();
  await expect(filters.getByRole('option').first()).toBeVisible();
  await isSound(asha, 'filters with open choices');
  await page.keyboard.press('Escape');
  await filters.getByLabel('From').fill('2099-01-01');
  await expect(filters.getByText('The date cannot be in the future.')).toBeVisible();
  await isSound(asha, 'filters with a date ahead');
  await filters.getByRole('button', { name: 'Close filters' }).click();

  await list.getByRole('button', { name: 'More of the list' }).click();
  await expect(page.getByRole('menuitem', { name: 'Export conversations' })).toBeVisible();
  await isSound(asha, 'menu of the list');
  // MUI moves an open menu a moment after the window is resized, and a click would miss it: it is opened anew.
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: 'More of the list' }).click();
  await page.getByRole('menuitem', { name: 'Export conversations' }).click();
  await expect(page.getByRole('dialog', { name: 'Export conversations' })).toBeVisible();
  await isSound(asha, 'export');
  await page.keyboard.press('Escape');

  await row.focus();
  await page.keyboard.press('Space');
  const bar = list.getByRole('group', { name: 'Chosen tickets' });
  await expect(bar).toContainText('1 chosen');
  await isSound(asha, 'bar for chosen tickets');
  await bar.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(list.getByRole('button', { name: 'assign me', exact: true })).toBeVisible();
  await isSound(asha, 'whom to assign to');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Mark as Unread' })).toBeVisible();
  await isSound(asha, 'more for chosen tickets');
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Tickets are not yet assigned to be closed.')).toBeVisible();
  await isSound(asha, 'toast');
  await bar.getByRole('button', { name: 'Clear the choice' }).click();

  await openPalette(page);
  await isSound(asha, 'palette');
  await page.keyboard.press('Escape');
  await command(page, 'keyboard shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await isSound(asha, 'shortcuts');
  await page.keyboard.press('Escape');

  for (const name of [/^Your status/, /account of/]) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await isSound(asha, `menu ${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  }

  await list.getByRole('searchbox').fill('nobody is called like this');
  await page.keyboard.press('Enter');
  await expect(list.getByText('Uh oh! No conversations found.')).toBeVisible();
  await isSound(asha, 'nothing found');

  await page.route('**/api/inbox/ticket/list/', (route) => route.fulfill({ status: 500 }));
  await list.getByRole('button', { name: 'Clear search' }).click();
  await expect(list.getByText('Internal Server error. Please refresh the page and try again')).toBeVisible();
  await isSound(asha, 'the list failed');
  await page.unroute('**/api/inbox/ticket/list/');
  await list.getByRole('button', { name: 'Retry' }).click();
  await expect(row).toBeVisible();

  await page.context().setOffline(true);
  await expect(asha.connection).toHaveText(/^Offline since \d{2}:\d{2}/);
  await isSound(asha, 'offline');
});
