import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../harness/product';
import type { Locator } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { joinTeam } from '../harness/team';
import { expect, test } from '../harness/test';

/** Percent of the agents: parts the first two of a new inbox. */
const FIRST_SHARE = 50;

/** These check a panel before they publish it. */
const PASSES_GATE = /^pnpm panel (?:publish|canary) /;

/** What the guide has a team do to the registry, in its order; the other commands are run by journeys of their own. */
async function guideCommands(): Promise<string[]> {
  const guide = await readFile(join(ROOT, 'docs/panel-teams.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.split('\n').filter((line) => line.startsWith('pnpm panel ')));
}

// The releases of panels are one for all shops of an inbox.
test.use({ ownInbox: {} });

test('another team makes a panel and publishes it: pages opened afterwards have it, with no edit in host or shared', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Loyal Leena');
  await customer.writes('How many points do I have?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const team = await joinTeam(inbox.dataDir);
  const commands = await guideCommands();
  let version = '';
  /** Runs the guide's next command, which must be this one. */
  const next = async (command: string): Promise<string> => {
    expect(commands.shift()).toBe(command);
    // The first passes the whole gate; later ones build only.
    const gate = version !== '' && PASSES_GATE.test(command) ? ' --skip types,tests,smoke' : '';
    return team.run(command.replace('VERSION', version) + gate);
  };
  try {
    const before = await open(inbox.asha, { ticket });
    await expect(before.bubble('How many points')).toBeVisible();

    expect(await next('pnpm panel new loyalty')).toContain('remotes/loyalty is there');
    expect((await readdir(join(team.dir, 'remotes/loyalty'))).toSorted()).toEqual([
      'README.md',
      'dev.tsx',
      'node_modules',
      'package.json',
      'rspack.config.ts',
      'src',
    ]);
    await team.edit('remotes/loyalty/src/messages.ts', 'About ${customer}', '240 points of ${customer}');
    // Its own test says so too: it passes the whole gate, with types, tests and a mount in a browser.
    await team.edit('remotes/loyalty/src/panel.test.tsx', 'About Rohit', '240 points of Rohit');
    const said = await next('pnpm panel publish loyalty --no-live');
    version = /^loyalty (\S+) is published, and live for nobody/m.exec(said)?.[1] ?? '';
    expect(said).not.toContain('was not mounted');
    expect(await next('pnpm panel preview loyalty VERSION')).toContain(`?panel=loyalty@${version}`);

    // Its first version goes to a share of the agents that parts these two: the others have no such panel.
    const after = await open(inbox.ravi, { ticket });
    const { page } = after;
    const toggle = page.getByRole('button', { name: 'Loyalty', exact: true });
    const othersToggle = before.page.getByRole('button', { name: 'Loyalty', exact: true });
    const isGiven = async (screen: InboxScreen, button: Locator) => {
      await screen.page.reload();
      await expect(screen.bubble('How many points')).toBeVisible();
      return (await button.count()) > 0;
    };
    let [none, both] = [0, 100];
    for (let percent = FIRST_SHARE, isParted = false; !isParted; percent = (none + both) / 2) {
      await team.run(`pnpm panel canary loyalty ${percent} --version ${version}`);
      const [one, other] = [await isGiven(after, toggle), await isGiven(before, othersToggle)];
      isParted = one !== other;
      if (one && other) both = percent;
      else none = percent;
    }
    expect(await next('pnpm panel publish loyalty')).toContain(`loyalty ${version} is live`);
    // Pages that are open go on as they are.
    expect((await toggle.count()) + (await othersToggle.count())).toBe(1);
    expect([await isGiven(after, toggle), await isGiven(before, othersToggle)]).toEqual([true, true]);

    // Its button in the top bar, and its column beside the ticket.
    const loyalty = page.getByRole('region', { name: 'Loyalty' });
    await toggle.click();
    await expect(loyalty).toContainText(`240 points of ${customer.name}`);
    await toggle.click();
    await expect(loyalty).toBeHidden();

    // What it adds to the conversation's header, and its command in the palette.
    await after.conversation.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Open loyalty' }).click();
    await expect(loyalty).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('hide loyalty');
    await page.keyboard.press('Enter');
    await expect(loyalty).toBeHidden();

    await team.edit('remotes/loyalty/src/messages.ts', '240 points', '250 points');
    expect(await next('pnpm panel canary loyalty 10')).toContain('goes to 10 % of the agents');
    expect(await next('pnpm panel promote loyalty')).toContain('goes to everybody');
    expect(await next('pnpm panel rollback loyalty')).toContain(`${version} is live again`);
    expect(await next('pnpm panel history loyalty')).toMatch(/rollback loyalty .*\n.*promote loyalty/);
    await next('pnpm panel disable loyalty');
    expect(commands).toEqual([]);
    await page.reload();
    await expect(after.bubble('How many points')).toBeVisible();
    await expect(toggle).toHaveCount(0);
  } finally {
    await team.run('pnpm panel disable loyalty').catch(() => undefined);
    await team.leave();
  }
});
