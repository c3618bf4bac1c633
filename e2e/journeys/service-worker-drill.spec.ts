import type { InboxScreen } from '../harness/inbox-screen';
import { panelRoot } from '../harness/panels';
import { storedByWorker } from '../harness/service-worker';
import { joinTeam } from '../harness/team';
import { expect, test } from '../harness/test';

test.use({ ownInbox: { INBOX_SERVICE_WORKER: 'yes' } });

const PANEL = 'customer-panel';
const THROWS = {
  file: `remotes/${PANEL}/src/panel.tsx`,
  before: 'View: withQueries(CustomerDetails),',
  after: "View: () => { throw new Error('No heart'); },",
};
const NO_SHELL = {
  file: 'host/src/index.tsx',
  before: 'startShell({',
  after: "throw new Error('No shell');\nstartShell({",
};
const FAILED = 'Customer details could not be loaded. It stopped because of an error.';
/** Milliseconds until a bad release is gone. */
const WITHIN = 10_000;

const releaseOf = ({ page }: InboxScreen) => storedByWorker(page).then(({ release }) => release);

test('a bad release of a panel, and one of the shell, are gone ten seconds after they are taken back, with the network and without', async ({
  inbox,
  open,
  guard,
}) => {
  test.setTimeout(900_000);
  guard.expects(
    ...[
      /No heart/,
      /No shell/,
      /customer-panel .*: Panel failed/,
      /WebSocket connection/,
      // The second of a connection that was open when its server ended.
      /ERR_(?:CONNECTION_(?:REFUSED|RESET)|SOCKET_NOT_CONNECTED)/,
    ],
    ...[/ERR_FAILED/, /cannot be read/],
  );
  const customer = inbox.customer('Pinned Pooja');
  await customer.writes('Which release is this?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = await open(inbox.asha, { ticket });
  const { page } = asha;
  const details = panelRoot(page, PANEL);
  const gone = async (what: string, begin: number, isGone: Promise<unknown>) => {
    await isGone;
    const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
    test.info().annotations.push({ type: what, description: `${seconds} s` });
  };
  await asha.isLive();
  await expect.poll(() => releaseOf(asha)).not.toBeNull();
  await page.reload();
  await asha.isLive();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await asha.showDetails();
  await expect(details).toContainText(customer.name);
  const good = (await details.getAttribute('data-version')) ?? '';
  const before = await releaseOf(asha);

  const team = await joinTeam(inbox.dataDir);
  try {
    await test.step('a panel: it comes at once, is stored, and is gone again', async () => {
      await team.edit(THROWS.file, THROWS.before, THROWS.after);
      await team.run(`pnpm panel publish ${PANEL} --skip types,tests,smoke`);
      await page.reload();
      await asha.showDetails();
      await expect(page.getByText(FAILED)).toBeVisible();
      await expect.poll(() => releaseOf(asha)).not.toBe(before);
      const bad = await releaseOf(asha);

      await team.run(`pnpm panel rollback ${PANEL}`);
      const begin = performance.now();
      await gone('open page', begin, expect(details).toHaveAttribute('data-version', good, { timeout: WITHIN }));
      await gone('stored release', begin, expect.poll(() => releaseOf(asha), { timeout: WITHIN }).not.toBe(bad));
      await expect.poll(() => releaseOf(asha)).not.toBeNull();
      await page.reload();
      await asha.showDetails();
      await expect(details).toHaveAttribute('data-version', good);
      await inbox.kill9();
      await page.reload();
      await asha.showDetails();
      await expect(details).toHaveAttribute('data-version', good);
      await inbox.restart();
      await asha.isLive();
    });

    await test.step('the shell: one that does not paint is not stored, and the one of before is there with the next page', async () => {
      const shell = (await releaseOf(asha))?.replace(/@.*/, '') ?? '';
      await team.edit(NO_SHELL.file, NO_SHELL.before, NO_SHELL.after);
      await team.buildHost();
      await inbox.restart(team.dir);
      // The service worker shows the stored page if the server, which has just started, answers too late.
      await expect(async () => {
        await page.reload();
        await expect(asha.list).toHaveCount(0, { timeout: 5_000 });
      }).toPass();
      await expect.poll(() => releaseOf(asha)).toBeNull();

      await inbox.restart();
      const begin = performance.now();
      await page.reload();
      await gone('shell', begin, expect(asha.list).toBeVisible({ timeout: WITHIN }));
      await expect.poll(() => releaseOf(asha)).toMatch(new RegExp(`^${shell}@`));
    });
  } finally {
    await team.leave();
  }
});
