import type { Page } from '@playwright/test';
import { command, openPalette, press, reach } from '../harness/keyboard';
import { InboxScreen } from '../harness/inbox-screen';
import { core, expect, test } from '../harness/test';

const LIST = /\/inbox\/tickets(?:\?|$)/;
const atTicket = (id: number) => new RegExp(`/inbox/tickets/${id}(?:\\?|$)`);

const statusTabs = ({ list }: InboxScreen) => list.getByRole('tablist', { name: 'Ticket status' });
const bulkBar = ({ list }: InboxScreen) => list.getByRole('group', { name: 'Chosen tickets' });

/** The row with the focus, by its customer. */
const focused = ({ list }: InboxScreen) => list.locator('[data-ticket-id]:focus');

/** Searches with nothing but keys; the keys are listened to once the page stands. */
async function search({ page, list }: InboxScreen, words: string): Promise<void> {
  const box = list.getByRole('searchbox');
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<InboxScreen> {
  await page.goto('/');
  await reach(page, 'Tab', page.getByLabel('Email'));
  await page.keyboard.type(email);
  await reach(page, 'Tab', page.getByLabel('Password'));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  const screen = new InboxScreen(page);
  await screen.isLive();
  return screen;
}

test(
  'an agent signs in, goes online, searches, reads on from ticket to ticket, goes back and logs out by keyboard',
  core,
  async ({ page, inbox, guard }) => {
    // A call that is under way while the session ends is refused.
    guard.expects(/status of 401/);
    const customers = ['Tabbed Tanvi', 'Tabbed Tulsi', 'Tabbed Tejas'].map((name) => inbox.customer(name));
    for (const customer of customers) await customer.writes(`I am ${customer.name}`);
    const [tanvi, tulsi, tejas] = customers.map(({ name }) => name) as [string, string, string];
    const leela = await signIn(page, inbox.leela);

    await press(page, page.getByRole('button', { name: /^Your status/ }));
    await expect(page.getByRole('menu')).toBeVisible();
    await reach(page, 'ArrowDown', page.getByRole('menuitemradio', { name: 'Online' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Your status: Online' })).toBeFocused();

    await search(leela, 'Tabbed T');
    await expect(page).toHaveURL(/[?&]search=Tabbed\+T/);
    // The newest is on top.
    await reach(page, 'Tab', leela.row(tejas));
    await page.keyboard.press('Enter');
    await expect(leela.conversation.getByRole('heading', { name: tejas })).toBeVisible();
    await expect(page).toHaveURL(/\/inbox\/tickets\/\d+\?.*search=Tabbed\+T/);

    await page.keyboard.press('j');
    await expect(leela.conversation.getByRole('heading', { name: tulsi })).toBeVisible();
    await expect(leela.row(tulsi)).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('j');
    await expect(leela.conversation.getByRole('heading', { name: tanvi })).toBeVisible();
    await page.keyboard.press('k');
    await expect(leela.conversation.getByRole('heading', { name: tulsi })).toBeVisible();

    await command(page, 'assign to me');
    await expect(page.getByText('Ticket has been assigned to you')).toBeVisible();
    await page.keyboard.press('r');
    await expect(leela.replyBox).toBeFocused();
    await page.keyboard.type('jkre?/ are letters here');
    await page.keyboard.press('Enter');
    await expect(leela.bubble('jkre?/ are letters here')).toHaveAttribute('data-status', 'sent');
    await reach(page, 'Shift+Tab', leela.row(tulsi));
    await page.keyboard.press('e');
    await expect(page.getByText(/#\d+ has been closed/)).toBeVisible();
    await expect(page).toHaveURL(/\/inbox\/tickets\?.*search=Tabbed\+T/);

    const id = await inbox.ticketOf(inbox.asha, tejas);
    await command(page, `#${id}`);
    await expect(page).toHaveURL(atTicket(id));
    await command(page, 'back to tickets');
    await expect(page).toHaveURL(LIST);
    await expect(page).toHaveURL(/search=Tabbed\+T/);

    await openPalette(page);
    await page.keyboard.type('logout');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/main-site\/login/);
  },
);

test('filters are opened, set, counted and cleared by keyboard, and the focus is never lost', async ({
  inbox,
  open,
}) => {
  const [calm, urgent] = [inbox.customer('Sifted Sona'), inbox.customer('Sifted Sara')];
  for (const customer of [calm, urgent]) await customer.writes('Sift me');
  const asha = await open(inbox.asha);
  const { page, list } = asha;
  // Wide enough for the priority to stand in the header.
  await page.setViewportSize({ width: 1600, height: 900 });
  await asha.isLive();
  await press(page, statusTabs(asha).getByRole('tab', { selected: true }), 'Home');
  await expect(asha.row(urgent.name)).toBeVisible();

  await press(page, asha.row(urgent.name));
  await expect(asha.conversation.getByRole('button', { name: 'Assign to me' })).toBeVisible();
  await command(page, 'assign to me');
  await expect(asha.row(urgent.name)).toContainText('Asha');
  await press(page, asha.conversation.getByRole('button', { name: 'Priority: None' }));
  await reach(page, 'ArrowDown', page.getByRole('menuitemradio', { name: 'High' }));
  await page.keyboard.press('Enter');
  await expect(asha.row(urgent.name)).toContainText('High');
  await command(page, 'back to tickets');

  await page.keyboard.press('f');
  const filters = list.getByRole('dialog', { name: 'Filters' });
  await expect(filters).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(filters).toHaveCount(0);
  await expect(list.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(filters).toBeFocused();

  await reach(page, 'Tab', filters.getByRole('combobox', { name: 'View tickets of' }));
  await page.keyboard.type('ravi');
  await page.keyboard.press('Enter');
  await expect(filters.getByRole('button', { name: 'Remove Ravi Nair' })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(filters.getByRole('button', { name: 'Remove Ravi Nair' })).toHaveCount(0);
  await reach(page, 'Tab', filters.getByRole('group', { name: 'Priority' }).getByRole('radio', { name: 'All' }));
  await page.keyboard.press('ArrowRight');
  await expect(filters.getByRole('radio', { name: 'High' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(filters).toHaveCount(0);

  await expect(page).toHaveURL(/priority=high/);
  await expect(asha.row(urgent.name)).toBeVisible();
  await expect(asha.row(calm.name)).toHaveCount(0);
  await expect(list.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(list.getByRole('button', { name: 'Clear 1 filter' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/priority=/);
  await expect(asha.row(calm.name)).toBeVisible();
  // The badge is gone: whoever pressed it goes on beside it.
  await expect(list.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
});

test('tickets are chosen, assigned, marked unread and closed together by keyboard', async ({ inbox, open }) => {
  const customers = ['Picked Pari', 'Picked Pooja', 'Picked Pran'].map((name) => inbox.customer(name));
  for (const customer of customers) await customer.writes('One of three');
  const [pari, pooja, pran] = customers.map(({ name }) => name) as [string, string, string];
  const asha = await open(inbox.asha);
  const { page, list } = asha;
  await asha.isLive();
  await search(asha, 'Picked P');
  await reach(page, 'Tab', asha.row(pran));
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = bulkBar(asha);
  await expect(bar).toContainText('3 chosen');
  await expect(focused(asha)).toContainText(pari);

  await reach(page, 'Shift+Tab', bar.getByRole('button', { name: 'Assign', exact: true }));
  await page.keyboard.press('Enter');
  await expect(list.getByRole('dialog', { name: 'Assign' })).toBeVisible();
  await page.keyboard.type('ravi');
  await reach(page, 'Tab', list.getByRole('button', { name: 'Ravi Nair', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tickets have been assigned to Ravi Nair')).toBeVisible();
  // They are another agent's now, and hers and nobody's are what she looks at.
  for (const name of [pari, pooja, pran]) await expect(asha.row(name)).toHaveCount(0);

  const ravi = await open(inbox.ravi);
  await ravi.isLive();
  await search(ravi, 'Picked P');
  await reach(ravi.page, 'Tab', ravi.row(pran));
  await ravi.page.keyboard.press('Enter');
  await expect(ravi.row(pran)).not.toHaveAttribute('data-unread', 'true');
  await reach(ravi.page, 'Shift+Tab', ravi.row(pran));
  await ravi.page.keyboard.press('Space');
  await expect(bulkBar(ravi)).toContainText('1 chosen');
  await reach(ravi.page, 'Shift+Tab', bulkBar(ravi).getByRole('button', { name: 'More actions' }));
  await ravi.page.keyboard.press('Enter');
  await reach(ravi.page, 'ArrowDown', ravi.page.getByRole('menuitem', { name: 'Mark as Unread' }));
  await ravi.page.keyboard.press('Enter');
  await expect(ravi.page.getByText(/#\d+ has been marked as unread/)).toBeVisible();
  await expect(ravi.row(pran)).toHaveAttribute('data-unread', 'true');

  await reach(ravi.page, 'Tab', ravi.row(pran));
  await ravi.page.keyboard.press('Control+a');
  await expect(bulkBar(ravi)).toContainText('3 chosen');
  await reach(ravi.page, 'Shift+Tab', bulkBar(ravi).getByRole('button', { name: 'Close', exact: true }));
  await ravi.page.keyboard.press('Enter');
  await expect(ravi.page.getByText('Tickets have been closed')).toBeVisible();
  for (const name of [pari, pooja, pran]) await expect(ravi.row(name)).toContainText('Closed');
  // What is closed is not chosen.
  await reach(ravi.page, 'Tab', ravi.row(pran));
  await ravi.page.keyboard.press('Space');
  await expect(ravi.page.getByText('Ticket is closed', { exact: true })).toBeVisible();
  await expect(bulkBar(ravi)).toHaveCount(0);
});

test('a report is ordered from the palette, and the mail arrives', async ({ inbox, open }) => {
  await inbox.customer('Listed Lila').writes('Put me in the report');
  const ravi = await open(inbox.ravi);
  const { page } = ravi;
  await ravi.isLive();
  await search(ravi, 'Listed Lila');
  await expect(ravi.row('Listed Lila')).toBeVisible();
  await command(page, 'export tickets');
  const dialog = page.getByRole('dialog', { name: 'Export conversations' });
  await reach(page, 'Tab', dialog.getByRole('button', { name: 'Export', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Report will be emailed shortly.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => inbox.simulator.mail.sent.some(({ to }) => to.includes(inbox.ravi.email))).toBe(true);
});
