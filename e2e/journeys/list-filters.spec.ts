import type { Locator } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { core, expect, test } from '../harness/test';

const statusTab = ({ list }: InboxScreen, name: RegExp): Locator =>
  list.getByRole('tablist', { name: 'Ticket status' }).getByRole('tab', { name });
const channelTab = ({ list }: InboxScreen, name: RegExp): Locator =>
  list.getByRole('tablist', { name: 'Channel' }).getByRole('tab', { name });
const filterDialog = ({ list }: InboxScreen): Locator => list.getByRole('dialog', { name: 'Filters' });

/** Opens the filters, lets them be set, and applies them. */
async function filter(screen: InboxScreen, set: (dialog: Locator) => Promise<void>): Promise<void> {
  await screen.list.getByRole('button', { name: 'Filter', exact: true }).click();
  const dialog = filterDialog(screen);
  await set(dialog);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toHaveCount(0);
  await screen.leaveList();
}

const choose = (group: string, option: string) => (dialog: Locator) =>
  dialog
    .getByRole('group', { name: group })
    .locator('label')
    .filter({ hasText: new RegExp(`^${option}$`) })
    .click();

/** The number on a tab. */
const countOf = async (tab: Locator): Promise<number> => Number(/\d+/.exec((await tab.textContent()) ?? '')?.[0] ?? 0);

/** Searches by typing; the list is left again. */
async function search(screen: InboxScreen, words: string): Promise<void> {
  const box = screen.list.getByRole('searchbox');
  await box.fill(words);
  await box.press('Enter');
  await box.blur();
  await screen.leaveList();
}

test(
  'a link shows a colleague the same view, and reload, back and forward keep to it',
  core,
  async ({ inbox, open, newPage }) => {
    const [writing, mailing] = [inbox.customer('Shared Shanti'), inbox.customer('Shared Shiv')];
    await writing.writes('By phone');
    await mailing.mails({ subject: 'Shared mail', text: 'By mail' });
    const asha = await open(inbox.asha);
    const { page } = asha;
    await asha.isLive();

    await statusTab(asha, /^Unassigned/).click();
    await expect(page).toHaveURL(/\?status=unassigned/);
    await channelTab(asha, /^email/i).click();
    await expect(page).toHaveURL(/channel=email/);
    await filter(asha, choose('Read status', 'Unread'));
    await expect(page).toHaveURL(/read=unread/);
    await expect(asha.row(mailing.name)).toBeVisible();
    await expect(asha.row(writing.name)).toHaveCount(0);
    const link = page.url();

    const ravi = await open(inbox.ravi);
    await ravi.isLive();
    await ravi.page.goto(link);
    const isSameView = async (screen: InboxScreen) => {
      await expect(statusTab(screen, /^Unassigned/)).toHaveAttribute('aria-selected', 'true');
      await expect(channelTab(screen, /^email/i)).toHaveAttribute('aria-selected', 'true');
      await expect(screen.row(mailing.name)).toBeVisible();
      await expect(screen.row(writing.name)).toHaveCount(0);
    };
    await isSameView(ravi);
    await ravi.list.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(
      filterDialog(ravi).getByRole('group', { name: 'Read status' }).getByRole('radio', { checked: true }),
    ).toHaveAccessibleName('Unread');
    // The agents of the view came with the link, whoever opens it.
    await expect(filterDialog(ravi).getByRole('button', { name: 'Remove Asha Menon' })).toBeVisible();
    await ravi.page.keyboard.press('Escape');

    await page.reload();
    await asha.isLive();
    await isSameView(asha);

    await page.goBack();
    await expect(page).not.toHaveURL(/read=/);
    await expect(asha.list.getByRole('button', { name: /^Clear \d+ filter/ })).toHaveCount(0);
    await page.goBack();
    await expect(page).not.toHaveURL(/channel=/);
    await expect(channelTab(asha, /^All/)).toHaveAttribute('aria-selected', 'true');
    await expect(asha.row(writing.name)).toBeVisible();
    await page.goForward();
    await page.goForward();
    await expect(page).toHaveURL(link);
    await isSameView(asha);

    // A ticket that is opened and left again leaves the view as it was.
    await asha.row(mailing.name).click();
    await expect(page).toHaveURL(/\/inbox\/tickets\/\d+\?.*channel=email/);
    await asha.leaveList();
    await page.goBack();
    await expect(page).toHaveURL(link);

    // Somebody who is not signed in is asked to, and then sees it as well.
    const stranger = await newPage();
    await stranger.goto(link);
    await expect(stranger).toHaveURL(/\/main-site\/login/);
  },
);

test(
  'what a colleague does moves tickets in and out of a filtered list, and the numbers on the tabs',
  core,
  async ({ inbox, open }) => {
    const [mine, other] = [inbox.customer('Moving Mala'), inbox.customer('Moving Mihir')];
    for (const customer of [mine, other]) await customer.writes('Where do I stand?');
    const [asha, ravi] = await Promise.all([open(inbox.asha), open(inbox.ravi)]);
    for (const screen of [asha, ravi]) {
      await screen.page.setViewportSize({ width: 1600, height: 900 });
      await screen.isLive();
    }
    await statusTab(asha, /^Unassigned/).click();
    await asha.leaveList();
    await expect(asha.row(mine.name)).toBeVisible();
    const [unassigned, assigned] = [statusTab(asha, /^Unassigned/), statusTab(asha, /^Assigned/)];
    await expect.poll(() => countOf(unassigned)).toBe(2);
    await expect.poll(() => countOf(assigned)).toBe(0);

    await ravi.showAll();
    await ravi.openTicketOf(mine.name);
    await ravi.conversation.getByRole('button', { name: 'Assign', exact: true }).click();
    await ravi.conversation.getByRole('button', { name: 'Asha Menon', exact: true }).click();
    await expect(asha.row(mine.name)).toHaveCount(0);
    await expect(asha.row(other.name)).toBeVisible();
    await expect.poll(() => countOf(unassigned)).toBe(1);
    await expect.poll(() => countOf(assigned)).toBe(1);

    // A filter by priority takes it in as soon as it has it, and lets it go with it.
    const third = inbox.customer('Moving Manu');
    await third.writes('Me too');
    await expect(asha.row(third.name)).toBeVisible();
    await filter(asha, async (dialog) => {
      await dialog.getByRole('button', { name: 'Remove Asha Menon' }).click();
      await choose('Priority', 'High')(dialog);
    });
    await statusTab(asha, /^All\b/).click();
    await asha.leaveList();
    await expect(asha.row(third.name)).toHaveCount(0);
    await ravi.openTicketOf(third.name);
    await ravi.conversation.getByRole('button', { name: 'Assign to me' }).click();
    const setPriority = async (from: string, to: string) => {
      await ravi.conversation.getByRole('button', { name: `Priority: ${from}` }).click();
      await ravi.page.getByRole('menuitemradio', { name: to }).click();
    };
    await setPriority('None', 'High');
    await expect(asha.row(third.name)).toBeVisible();
    await setPriority('High', 'Low');
    await expect(asha.row(third.name)).toHaveCount(0);
  },
);

test(
  'a search leaves the tabs, finds tickets of every status, and gives back the list when it is cleared',
  core,
  async ({ inbox, open }) => {
    const [closed, fresh] = [inbox.customer('Sought Sita'), inbox.customer('Sought Samir')];
    for (const customer of [closed, fresh]) await customer.writes('Seek and find');
    const asha = await open(inbox.asha);
    const { page, list } = asha;
    await page.setViewportSize({ width: 1600, height: 900 });
    await asha.isLive();
    await statusTab(asha, /^Unassigned/).click();
    await asha.leaveList();
    await asha.openTicketOf(closed.name);
    await asha.conversation.getByRole('button', { name: 'Assign to me' }).click();
    await asha.conversation.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(asha.row(closed.name)).toHaveCount(0);

    // Slashes go, and so do blanks around it.
    await search(asha, '  Sou\\ght/ S ');
    await expect(list.getByRole('searchbox')).toHaveValue('Sought S');
    await expect(page).toHaveURL(/status=assigned_to_bot/);
    await expect(page).toHaveURL(/search=Sought\+S/);
    await expect(list.getByRole('tablist', { name: 'Ticket status' }).getByRole('tab', { selected: true })).toHaveCount(
      0,
    );
    await expect(asha.row(closed.name)).toContainText('Closed');
    await expect(asha.row(fresh.name)).toBeVisible();

    await search(asha, 'nobody is called like this');
    await expect(list.getByText('Uh oh! No conversations found.')).toBeVisible();
    await list.getByRole('button', { name: 'Clear search' }).click();
    await asha.leaveList();
    await expect(statusTab(asha, /^Unassigned/)).toHaveAttribute('aria-selected', 'true');
    await expect(page).not.toHaveURL(/search=/);
    await expect(asha.row(fresh.name)).toBeVisible();
    await expect(asha.row(closed.name)).toHaveCount(0);
  },
);

test('the bot’s tickets are shown and left again for the tab that was chosen, which the next visit remembers', async ({
  inbox,
  open,
}) => {
  const asha = await open(inbox.asha);
  const { page, list } = asha;
  await asha.isLive();
  await statusTab(asha, /^Follow up/).click();
  const bots = list.getByRole('button', { name: 'Bot Tickets' });
  await bots.click();
  await expect(bots).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/status=assigned_to_bot/);
  await expect(list.getByText('Uh oh! No conversations found.')).toBeVisible();
  await bots.click();
  await expect(bots).toHaveAttribute('aria-pressed', 'false');
  await expect(statusTab(asha, /^Follow up/)).toHaveAttribute('aria-selected', 'true');

  await page.goto('/inbox/tickets');
  await expect(statusTab(asha, /^Follow up/)).toHaveAttribute('aria-selected', 'true');
});
