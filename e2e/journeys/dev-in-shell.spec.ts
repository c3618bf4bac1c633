import { startCommand } from '../harness/commands';
import { panelRoot } from '../harness/panels';
import { isFree } from '../harness/ports';
import { joinTeam } from '../harness/team';
import { expect, test } from '../harness/test';

/** Fixed, as in the panel's package.json: another run of these journeys may have it for a moment. */
const PORT = 3004;
const LIST = 'remotes/quick-replies/src/list/list.tsx';

test('a panel from source is in the shell of a running inbox, and follows its source without losing what is typed', async ({
  inbox,
  open,
  guard,
}) => {
  // Emotion's build for development warns of selectors that matter to a server's rendering alone.
  guard.expects(/foreign request: http:\/\/localhost/, /potentially unsafe when doing server-side rendering/);
  const customer = inbox.customer('Hot Hema');
  await customer.writes('Is it hot?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const team = await joinTeam('');
  await expect.poll(() => isFree(PORT), { message: `port ${PORT} is free`, timeout: 90_000 }).toBe(true);
  const dev = startCommand(`pnpm dev quick-replies --backend ${inbox.url}`, { cwd: team.dir });
  try {
    const [, link = ''] = await dev.says(/from source is in the inbox at (\S+)/);
    const asha = await open(inbox.asha, { ticket });
    const { page } = asha;
    await asha.isLive();
    await page.goto(`/inbox/tickets/${ticket}${new URL(link).search}`);
    await expect(page.getByText(`Developer build: quick-replies from http://localhost:${PORT}`)).toBeVisible();
    await asha.showQuickReplies();
    await expect(panelRoot(page, 'quick-replies')).toHaveAttribute('data-version', '0.1.0');
    await expect(asha.bubble('Is it hot?')).toBeVisible();
    const search = asha.quickReplies.getByRole('searchbox');
    await search.fill('nothing is called that');
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));

    await team.edit(LIST, 'label={messages.search}', 'label="Search, and it is hot"');
    await expect(asha.quickReplies.getByPlaceholder('Search, and it is hot')).toHaveValue('nothing is called that');
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    // A page that is open when the server of the source ends looks for it, and says so.
    await page.close();
  } finally {
    await dev.interrupt();
    await team.leave();
  }
});
