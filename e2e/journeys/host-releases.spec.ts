import type { InboxScreen } from '../harness/inbox-screen';
import { panelRoot } from '../harness/panels';
import { joinTeam } from '../harness/team';
import { expect, test } from '../harness/test';

const FILE = 'host/src/shortcuts/messages.ts';
const BEFORE = 'Keyboard shortcuts';
const AFTER = 'Keys that help';
const SHOWN = ['ticket-list', 'conversation', 'customer-panel'] as const;

/** A part of the shell that its page has not loaded until now. */
async function opensSheet({ page, conversation }: InboxScreen, title: string): Promise<void> {
  await conversation.getByRole('log').click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
}

const versionsIn = async ({ page }: InboxScreen) =>
  Promise.all(SHOWN.map(async (name) => panelRoot(page, name).getAttribute('data-version')));

test('the shell goes forward and back under open pages: what is typed stays, and their later parts still load', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/WebSocket connection/, /ERR_CONNECTION_REFUSED/);
  const customer = inbox.customer('Forward Farida');
  await customer.writes('Which shell is this?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const team = await joinTeam(inbox.dataDir);
  try {
    await team.edit(FILE, `sheet: '${BEFORE}'`, `sheet: '${AFTER}'`);
    await team.buildHost();
    const asha = await open(inbox.asha, { ticket });
    await asha.isLive();
    await asha.replyBox.pressSequentially('The one ');
    await asha.showDetails();
    const before = await versionsIn(asha);

    await inbox.restart(team.dir);
    await asha.replyBox.pressSequentially('that you ');
    await asha.isLive();
    const ravi = await open(inbox.ravi, { ticket });
    await ravi.isLive();
    await ravi.showDetails();
    // The same panels, in a newer shell.
    expect(await versionsIn(ravi)).toEqual(before);
    await opensSheet(ravi, AFTER);
    await opensSheet(asha, BEFORE);

    // Back again: the page of the newer shell goes on, and its parts are still there.
    await ravi.page.reload();
    await ravi.isLive();
    await inbox.restart();
    await asha.replyBox.pressSequentially('had before.');
    for (const page of [asha, ravi]) await page.isLive();
    await opensSheet(ravi, AFTER);
    await expect(asha.replyBox).toHaveValue('The one that you had before.');
    await asha.replyBox.press('Enter');
    await expect(ravi.bubble('The one that you had before.')).toBeVisible();
  } finally {
    await inbox.restart();
    await team.leave();
  }
});
