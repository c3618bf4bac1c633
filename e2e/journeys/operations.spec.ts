import { violations } from '../harness/accessibility';
import { panelRoot } from '../harness/panels';
import { joinTeam } from '../harness/team';
import { expect, test } from '../harness/test';

const PANEL = 'customer-panel';
const FILE = `remotes/${PANEL}/src/panel.tsx`;
const WORKS = 'View: withQueries(CustomerDetails),';
const THROWS = "View: () => { throw new Error('No spine'); },";
/** Page loads that are looked at before a release is taken back, as the inbox is set without a setting. */
const LOADS = 5;
/** Milliseconds until everybody knows. */
const KNOWN_WITHIN = 10_000;
const OPERATED = /\/panels\/operations\//;

// The releases of panels are one for all shops of an inbox.
test.use({ ownInbox: {} });

test('a canary that breaks is taken back by itself, and the operators see why', async ({ inbox, open, guard }) => {
  guard.expects(/No spine/, /customer-panel .*: Panel failed/, /stable build takes the place of a canary/);
  const customer = inbox.customer('Canary Kiran');
  await customer.writes('Where is my parcel?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const asha = ['--merchant', inbox.asha.merchant, '--email', inbox.asha.email];
  await inbox.admin(['agent', 'set', ...asha, '--operator', 'yes']);
  const team = await joinTeam(inbox.dataDir);
  try {
    const operator = await open(inbox.asha, { viewport: { width: 1280, height: 800 } });
    const { page } = operator;
    page.setDefaultTimeout(20_000);
    const files: string[] = [];
    page.on('request', (request) => files.push(request.url()));
    const button = page.getByRole('button', { name: 'Panel releases', exact: true });
    await expect(button).toBeVisible();
    await operator.isLive();

    await team.edit(FILE, WORKS, THROWS);
    await team.run(`pnpm panel canary ${PANEL} 100 --skip types,tests,smoke --why "A new spine"`);
    expect(files.filter((url) => OPERATED.test(url))).toEqual([]);
    await button.press('Enter');
    const card = page.getByRole('region', { name: 'Customer details', exact: true });
    await expect(card.getByText('100 % of the agents have the canary')).toBeVisible();

    // An agent’s page has the stable build in its place at once, each time; and tells.
    const asked: string[] = [];
    const ravi = await open(inbox.ravi, {
      ticket,
      prepare: async (one) => void one.on('request', (request) => asked.push(request.url())),
    });
    for (let load = 1; load <= LOADS; load += 1) {
      if (load > 1) await ravi.page.reload();
      const told = ravi.page.waitForResponse(
        (response) =>
          response.url().includes('/api/inbox/panels/health/') &&
          (response.request().postData() ?? '').includes('render_error'),
      );
      await ravi.showDetails();
      await told;
      await expect(panelRoot(ravi.page, PANEL)).toContainText(customer.name);
    }
    expect(asked.filter((url) => OPERATED.test(url))).toEqual([]);
    expect(await ravi.page.getByRole('button', { name: 'Panel releases' }).count()).toBe(0);

    await expect(card.getByText(/^rollback \S+ by health/)).toBeVisible({ timeout: KNOWN_WITHIN });
    await expect(
      card.getByText(/^5 of 5 page loads failed \(100 %\): 0 could not be loaded, 5 threw; stable /),
    ).toBeVisible();
    await expect(card.getByRole('row', { name: /taken back/ })).toContainText('100 %');

    /** How it looks, and what axe finds, in both themes. */
    const look = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page)).toEqual([]);
        await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) });
      }
    };
    const rollBack = card.getByRole('button', { name: 'Roll back' });
    const question = page.getByRole('dialog', { name: /^Take Customer details \S+ back from everybody\?$/ });
    await look('releases-1280');

    // What an operator does is asked about first, and the server's words are shown when it cannot be.
    guard.expects(/status of 409 .*\/panels\/change\//);
    await rollBack.press('Enter');
    await question.getByRole('button', { name: 'Confirm' }).press('Enter');
    await expect(question.getByRole('alert')).toContainText('has no version before');
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(rollBack).toBeFocused();

    await page.setViewportSize({ width: 360, height: 800 });
    await button.press('Enter');
    await look('releases-360');
    await rollBack.press('Enter');
    await look('question-360');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
  } finally {
    await team.leave();
  }
});
