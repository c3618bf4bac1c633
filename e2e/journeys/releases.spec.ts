import { panelRoot } from '../harness/panels';
import { joinTeam } from '../harness/team';
import { expect, test } from '../harness/test';

const PANEL = 'customer-panel';
const FILE = `remotes/${PANEL}/src/panel.tsx`;
const WORKS = 'View: withQueries(CustomerDetails),';
const THROWS = "View: () => { throw new Error('No heart'); },";
const FAILED = 'Customer details could not be loaded. It stopped because of an error.';
/** Milliseconds from a rollback until open pages have it. */
const RECOVERS_WITHIN = 10_000;

test('a bad release hurts its own place alone, and open pages recover by themselves when it is rolled back', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/No heart/, /customer-panel .*: Panel failed/, /stable build takes the place of a canary/);
  const customer = inbox.customer('Released Rekha');
  await customer.writes('Where is my parcel?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const team = await joinTeam(inbox.dataDir);
  try {
    const asha = await open(inbox.asha, { ticket });
    await asha.showDetails();
    const live = panelRoot(asha.page, PANEL);
    await expect(live).toContainText(customer.name);
    const good = await live.getAttribute('data-version');
    await asha.replyBox.pressSequentially('It is on its ');

    await team.edit(FILE, WORKS, THROWS);
    // The gate refuses it, and can be overruled.
    await expect(team.run(`pnpm panel publish ${PANEL} --skip types,tests`)).rejects.toThrow(
      `${PANEL} is refused: mounted in a browser it fails, Error: No heart.`,
    );
    await team.run(`pnpm panel publish ${PANEL} --no-build --skip types,tests,smoke`);
    const ravi = await open(inbox.ravi, { ticket });
    await ravi.page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await ravi.showDetails();
    await expect(ravi.page.getByText(FAILED)).toBeVisible();
    await expect(ravi.bubble('Where is my parcel?')).toBeVisible();
    await ravi.page.getByRole('button', { name: 'Retry' }).click();
    await expect(ravi.page.getByText(FAILED)).toBeVisible();
    // The page that was open before has what it had, and what is typed into it.
    await expect(live).toHaveAttribute('data-version', good!);
    await asha.replyBox.pressSequentially('way, ');

    await team.run(`pnpm panel rollback ${PANEL} --why "It has no heart"`);
    await expect(panelRoot(ravi.page, PANEL)).toHaveAttribute('data-version', good!, { timeout: RECOVERS_WITHIN });
    await expect(ravi.page.getByText(FAILED)).toHaveCount(0);
    expect(await ravi.page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    expect(await team.run(`pnpm panel history ${PANEL}`)).toMatch(/: rollback customer-panel \S+ \(It has no heart\)/);

    // Who is given the same build as a canary has the stable one in its place, without a word.
    await team.run(`pnpm panel canary ${PANEL} 100 --no-build --skip types,tests,smoke`);
    await ravi.page.reload();
    await ravi.showDetails();
    await expect(panelRoot(ravi.page, PANEL)).toHaveAttribute('data-version', good!);
    await expect(panelRoot(ravi.page, PANEL)).toContainText(customer.name);

    await asha.replyBox.pressSequentially('Rekha.');
    await expect(asha.replyBox).toHaveText('It is on its way, Rekha.');
  } finally {
    // Other journeys have this inbox after it.
    await team.run(`pnpm panel canary ${PANEL} 0`);
    await team.leave();
  }
});
