import type { Locator, Page } from '@playwright/test';
import type { InboxScreen } from '../harness/inbox-screen';
import { panelRoot } from '../harness/panels';
import { joinTeam } from '../harness/team';
import { expect, test } from '../harness/test';

/** Page loads that are looked at before a release is taken back: fewer than without a setting, which take longer here. */
const LOADS = 2;
test.use({ ownInbox: { INBOX_ROLLBACK_LOADS: String(LOADS) } });

const PANEL = 'customer-panel';
const SHOWS = { file: `remotes/${PANEL}/src/messages.ts`, before: "'Profile'", after: "'Who it is'" };
const THROWS = {
  file: `remotes/${PANEL}/src/panel.tsx`,
  before: 'View: withQueries(CustomerDetails),',
  after: "View: () => { throw new Error('No heart'); },",
};
const SHELL = { file: 'host/src/shortcuts/messages.ts', before: 'Keyboard shortcuts', after: 'Keys that help' };
const FAILED = 'Customer details could not be loaded. It stopped because of an error.';
/** Milliseconds until pages have what was done. */
const WITHIN = 10_000;

/** Types on and on, a key after the other, until it is told to stop. */
function keepTyping(box: Locator): { stop(): Promise<string> } {
  const words = ['Your', 'parcel', 'is', 'on', 'its', 'way', 'and', 'comes', 'soon.'];
  let typed = '';
  let isOver = false;
  const work = (async () => {
    for (let count = 0; !isOver; count += 1) {
      const word = `${words[count % words.length]} `;
      await box.pressSequentially(word, { delay: 200 });
      typed += word;
    }
  })();
  return {
    async stop() {
      isOver = true;
      await work;
      return typed;
    },
  };
}

/** Waits for what is to be so within ten seconds, and reports after how many it was. */
async function within(what: string, begin: number, isSo: Promise<unknown>): Promise<void> {
  await isSo;
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  test.info().annotations.push({ type: what, description: `${seconds} s` });
}

/** Resolves when this page has reported, of this version, what its panel did. */
const reported = (page: Page, version: string, kind: string) =>
  page.waitForResponse(
    (response) => {
      const told = response.url().includes('/api/inbox/panels/health/') ? response.request().postData() : null;
      return told !== null && told.includes(version) && told.includes(`"${kind}"`);
    },
    // A page reports within seconds, and a build is waited for meanwhile.
    { timeout: 120_000 },
  );

/** A part of the shell that its page has not loaded until now. */
async function opensSheet({ page, conversation }: InboxScreen, title: string): Promise<void> {
  await conversation.getByRole('log').click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await page.keyboard.press('Escape');
}

const markDocument = ({ page }: InboxScreen) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = ({ page }: InboxScreen) => page.evaluate(() => 'isSameDocument' in window);

test('an agent types through a canary, its promotion, a bad release that is taken back by itself, and the shell going forward and back', async ({
  inbox,
  open,
  guard,
}) => {
  test.setTimeout(900_000);
  guard.expects(/No heart/, /customer-panel .*: Panel failed/, /WebSocket connection/, /ERR_CONNECTION_REFUSED/);
  const customer = inbox.customer('Drilled Daya');
  await customer.writes('Where is my parcel?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const team = await joinTeam(inbox.dataDir);
  try {
    await team.edit(SHELL.file, `sheet: '${SHELL.before}'`, `sheet: '${SHELL.after}'`);
    await team.buildHost();
    const [asha, ravi, leela] = await Promise.all(
      [inbox.asha, inbox.ravi, inbox.leela].map(async (agent) => open(agent, { ticket })),
    );
    if (!asha || !ravi || !leela) throw new Error('Three agents have opened a page.');
    const details = ({ page }: InboxScreen) => panelRoot(page, PANEL);
    for (const screen of [asha, ravi, leela]) {
      await screen.isLive();
      await screen.showDetails();
      await expect(details(screen)).toContainText(customer.name);
    }
    const first = (await details(asha).getAttribute('data-version')) ?? '';
    let asked = 0;
    asha.page.on('response', (response) => {
      if (response.url().endsWith('/registry.json')) asked += 1;
    });
    await markDocument(asha);
    const typing = keepTyping(asha.replyBox);
    /** Has pages asked for the newest registry since the command was given, which a new revision makes them do? */
    const deploy = async (what: string, command: string) => {
      const before = asked;
      const said = await team.run(command);
      const told = expect.poll(() => asked, { timeout: WITHIN }).toBeGreaterThan(before);
      await within(`${what}: open pages know`, performance.now(), told);
      return said;
    };
    /** Opens the page anew and has the details in it. */
    const reload = async (screen: InboxScreen) => {
      await screen.page.reload();
      await markDocument(screen);
      await screen.showDetails();
    };

    const second = await test.step('publish as a canary', async () => {
      await team.edit(SHOWS.file, SHOWS.before, SHOWS.after);
      const said = await deploy('canary', `pnpm panel canary ${PANEL} 100 --skip types,tests,smoke`);
      const version = /^customer-panel (\S+) goes to 100 %/m.exec(said)?.[1] ?? '';
      const begin = performance.now();
      await reload(ravi);
      const seen = expect(details(ravi)).toHaveAttribute('data-version', version, { timeout: WITHIN });
      await within('publish: seen in a page opened after', begin, seen);
      await expect(details(ravi)).toContainText('Who it is');
      return version;
    });

    const isKnownToWork: Promise<unknown>[] = [];
    await test.step('promote', async () => {
      await deploy('promote', `pnpm panel promote ${PANEL}`);
      for (const screen of [ravi, leela]) {
        isKnownToWork.push(reported(screen.page, second, 'load'));
        await reload(screen);
        await expect(details(screen)).toHaveAttribute('data-version', second);
      }
    });

    await test.step('a bad release: the gate refuses it, can be overruled, and it is taken back by itself', async () => {
      await team.edit(THROWS.file, THROWS.before, THROWS.after);
      await expect(team.run(`pnpm panel publish ${PANEL} --skip types,tests`)).rejects.toThrow(
        `${PANEL} is refused: mounted in a browser it fails, Error: No heart.`,
      );
      await deploy('bad release', `pnpm panel publish ${PANEL} --no-build --skip types,tests,smoke`);
      await Promise.all(isKnownToWork);
      for (const screen of [ravi, leela]) {
        const told = reported(screen.page, PANEL, 'render_error');
        await reload(screen);
        await told;
        // What does not fail is as it was.
        await expect(screen.bubble('Where is my parcel?')).toBeVisible();
      }
      const begin = performance.now();
      const recovered = [ravi, leela].map((screen) =>
        expect(details(screen)).toHaveAttribute('data-version', second, { timeout: WITHIN }),
      );
      await within('rollback: open pages have recovered', begin, Promise.all(recovered));
      for (const screen of [ravi, leela]) {
        await expect(screen.page.getByText(FAILED)).toHaveCount(0);
        expect(await isSameDocument(screen)).toBe(true);
      }
      expect(await team.run(`pnpm panel history ${PANEL}`)).toMatch(/ health: rollback customer-panel \S+ \(2 of 2 /);
      await expect(details(asha)).toHaveAttribute('data-version', first);
    });

    await test.step('the shell goes forward', async () => {
      await inbox.restart(team.dir);
      for (const screen of [asha, ravi, leela]) await screen.isLive();
      await reload(ravi);
      // The same panels, in a newer shell; and pages of the older one still have its later parts.
      await expect(details(ravi)).toHaveAttribute('data-version', second);
      await opensSheet(leela, SHELL.before);
    });

    await test.step('and back', async () => {
      await inbox.restart();
      for (const screen of [asha, ravi, leela]) await screen.isLive();
      await opensSheet(ravi, SHELL.after);
      await reload(leela);
      await expect(details(leela)).toHaveAttribute('data-version', second);
    });

    const typed = await typing.stop();
    await expect(asha.replyBox).toHaveValue(typed);
    expect(await isSameDocument(asha)).toBe(true);
    await expect(details(asha)).toHaveAttribute('data-version', first);
    await asha.replyBox.press('Enter');
    const sent = () => inbox.simulator.graph.sent.map(({ text }) => text).filter((text) => text?.startsWith('Your'));
    await expect.poll(sent).toEqual([typed]);
  } finally {
    await team.leave();
  }
});
