import { join } from 'node:path';
import { violations } from '../harness/accessibility';
import { runCommand } from '../harness/commands';
import { startFileServer, type FileServer } from '../harness/file-server';
import { panelRoot } from '../harness/panels';
import { addStoreAdmin } from '../harness/store-admin';
import { joinTeam } from '../harness/team';
import { expect, test as base } from '../harness/test';

/** An inbox whose panels' files another web server has. */
const test = base.extend<{ files: FileServer }>({
  // eslint-disable-next-line no-empty-pattern -- the names of fixtures are read from this very pattern
  files: async ({}, provide) => {
    const files = await startFileServer();
    await provide(files);
    await files.close();
  },
  ownInbox: async ({ files }, provide) => provide({ INBOX_PANELS_URL: files.url }),
});

const PANEL = 'customer-panel';

test('a team without access to the machine publishes what nobody has, and reviews it in the inbox by a link', async ({
  inbox,
  open,
  guard,
  files,
}) => {
  files.folder = join(inbox.dataDir, 'panels');
  // The other server's files, and the browser's word for the one that was changed.
  guard.expects(/foreign request: http:\/\/localhost/, /integrity/, /customer-panel/);
  const customer = inbox.customer('Previewed Prema');
  await customer.writes('Is my parcel there?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const create = ['panel-token', 'create', '--panel', PANEL, '--name', 'details-ci'];
  const token = /shown this once\): (\S+)/.exec(await inbox.admin(create))?.[1] ?? '';
  const team = await joinTeam('');
  const run = (command: string, env: Record<string, string> = { INBOX_PANEL_TOKEN: token }) =>
    runCommand(`${command} --to ${inbox.url}`, { cwd: team.dir, env });
  const refusal = (command: string, env?: Record<string, string>) => run(command, env).catch(String);
  try {
    const before = await open(inbox.ravi, { ticket });
    await before.showDetails();
    const live = await panelRoot(before.page, PANEL).getAttribute('data-version');

    await team.edit(`remotes/${PANEL}/src/messages.ts`, "'Profile'", "'Who it is'");
    expect(await refusal(`pnpm panel publish ${PANEL} --token ${token}`)).toContain('stands in the list of processes');
    expect(await refusal(`pnpm panel list ${PANEL}`, { INBOX_PANEL_TOKEN: 'x' })).toContain('is not known here');
    const said = await run(`pnpm panel publish ${PANEL} --no-live --skip types,tests`);
    // In a browser beside the shell of the inbox that it goes to.
    expect(said).not.toContain('was not mounted');
    const link = /^Preview: (\S+)$/m.exec(said)?.[1] ?? '';
    const version = link.slice(link.indexOf('@') + 1);
    expect(await run(`pnpm panel preview ${PANEL} ${version}`)).toContain(link);
    expect(await run(`pnpm panel history ${PANEL}`)).toMatch(/details-ci: preview customer-panel/);

    const admin = await addStoreAdmin(inbox, 'Pia');
    const pia = await open(admin, { ticket });
    const { page } = pia;
    await pia.showDetails();
    await expect(panelRoot(page, PANEL)).toHaveAttribute('data-version', live!);
    await page.goto(`/inbox/tickets/${ticket}${new URL(link).search}`);
    await pia.showDetails();
    const badge = page.getByRole('status').filter({ hasText: `Preview: ${PANEL} ${version}` });
    await expect(panelRoot(page, PANEL)).toHaveAttribute('data-version', version);
    await expect(panelRoot(page, PANEL)).toContainText('Who it is');
    await expect(badge).toBeVisible();
    expect(files.asked.some((path) => path.startsWith(`/${PANEL}/${version}/`))).toBe(true);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('preview.png') });
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(badge).toBeInViewport({ ratio: 1 });
    await page.screenshot({ path: test.info().outputPath('preview-360.png') });
    await page.setViewportSize({ width: 1280, height: 800 });

    // One byte of it is changed on the other server: nothing of it runs.
    files.flips = new RegExp(`^/${PANEL}/${version}/remoteEntry`);
    const fresh = await open(admin, { ticket });
    await fresh.isLive();
    await fresh.page.goto(`/inbox/tickets/${ticket}${new URL(link).search}`);
    await fresh.showDetails();
    await expect(fresh.page.getByText(/It was refused because it is not the published version/)).toBeVisible();
    await expect(fresh.bubble('Is my parcel there?')).toBeVisible();
    files.flips = null;

    await badge.getByRole('button', { name: 'Reset' }).click();
    await pia.showDetails();
    await expect(panelRoot(page, PANEL)).toHaveAttribute('data-version', live!);
    await expect(badge).toHaveCount(0);

    // Everybody else has what is live, and is told so.
    await before.page.goto(`/inbox/tickets/${ticket}${new URL(link).search}`);
    await expect(before.page.getByText('No preview. Only store admins may preview a panel.')).toBeVisible();
    await before.showDetails();
    await expect(panelRoot(before.page, PANEL)).toHaveAttribute('data-version', live!);

    await inbox.admin(['panel-token', 'revoke', 'details-ci']);
    expect(await refusal(`pnpm panel promote ${PANEL} ${version}`)).toContain('details-ci was revoked');
  } finally {
    await team.leave();
  }
});
