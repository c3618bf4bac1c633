import type { Page } from '@playwright/test';
import { BrokenPanel, containerOf, type Breakage } from '../harness/broken-panel';
import { PANEL_TIMEOUT_MS } from '../harness/inbox';
import { PANELS, panelRoot, TITLES, type PanelName } from '../harness/panels';
import { core, expect, test } from '../harness/test';

/** `asked`: its script is; `begun`: what the script has in it runs, and says so. */
type Stage = 'asked' | 'begun';

/** In a script: says that it runs. */
const BEGUN = "document.documentElement.dataset.begun = 'yes'";

interface Cell {
  what: string;
  breakage(panel: PanelName): Breakage;
  /** What an agent reads in the panel's place. */
  text: string;
  /** Once the panel is so far, the clock of the page is moved on by so many milliseconds: what is waited for before has a limit of its own. */
  wait?: { until: Stage; by: number };
}

const UNREACHABLE = 'Its files could not be reached.';
const REFUSED = 'It was refused because it is not the published version.';
const SLOW = 'It took too long to answer.';
const NOT_STARTED = 'It stopped while it was starting.';
const STOPPED = 'It stopped because of an error.';

/** A module whose mount is this. */
const mounting = (panel: PanelName, mount: string, contract = '1') =>
  containerOf(
    panel,
    `() => ({ contract: '${contract}', name: '${panel}', version: '0.0.0-broken', consumes: [], produces: [], mount: ${mount} })`,
  );
/** A panel as teams write them, whose view is this. */
const viewing = (panel: PanelName, view: string) =>
  containerOf(
    panel,
    `({ React, definePanel, useEvent }) => definePanel({ name: '${panel}', version: '0.0.0-broken', consumes: [], produces: [], View: ${view} })`,
  );
const works = (panel: PanelName) => viewing(panel, '() => null');
const served =
  (serve: NonNullable<Breakage['serve']>): Cell['breakage'] =>
  (panel) => ({ script: works(panel), serve });
const scripted =
  (script: (panel: PanelName) => string): Cell['breakage'] =>
  (panel) => ({ script: script(panel) });

const CELLS: Cell[] = [
  { what: 'entry 500', breakage: served((route) => route.fulfill({ status: 500 })), text: UNREACHABLE },
  {
    what: 'entry hangs',
    breakage: served(async () => undefined),
    text: SLOW,
    wait: { until: 'asked', by: PANEL_TIMEOUT_MS + 1_000 },
  },
  {
    what: 'truncated',
    breakage: served((route, script) => route.fulfill({ contentType: 'text/javascript', body: script.slice(0, 99) })),
    text: REFUSED,
  },
  {
    what: 'wrong type',
    breakage: served((route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })),
    text: REFUSED,
  },
  {
    what: 'one byte flipped',
    breakage: served((route, script) =>
      route.fulfill({ contentType: 'text/javascript', body: script.replace('shares;', 'sharez;') }),
    ),
    text: REFUSED,
  },
  { what: 'wrong hash', breakage: (panel) => ({ script: works(panel), hash: 'wrong' }), text: REFUSED },
  { what: 'no hash', breakage: (panel) => ({ script: works(panel), hash: 'none' }), text: REFUSED },
  { what: 'syntax error', breakage: scripted(() => ')('), text: NOT_STARTED },
  { what: 'throws on evaluation', breakage: scripted(() => "throw new Error('broken: eval')"), text: NOT_STARTED },
  {
    what: 'its module throws on evaluation',
    breakage: scripted((panel) => containerOf(panel, "() => { throw new Error('broken: module') }")),
    text: NOT_STARTED,
  },
  {
    what: 'is no panel',
    breakage: scripted((panel) => containerOf(panel, '() => 7')),
    text: 'Its files are not those of a panel.',
  },
  {
    what: 'throws on mount',
    breakage: scripted((panel) => mounting(panel, "() => { throw new Error('broken: mount') }")),
    text: STOPPED,
  },
  {
    what: 'throws on render',
    breakage: scripted((panel) => viewing(panel, "() => { throw new Error('broken: render') }")),
    text: STOPPED,
  },
  {
    what: 'throws in an effect',
    breakage: scripted((panel) =>
      viewing(panel, "() => React.useEffect(() => { throw new Error('broken: effect') }) ?? null"),
    ),
    text: STOPPED,
  },
  {
    what: 'suspends for ever',
    breakage: scripted((panel) =>
      viewing(panel, `() => { ${BEGUN}; return React.use((window.never ??= new Promise(() => {}))); }`),
    ),
    text: SLOW,
    wait: { until: 'begun', by: 2 * PANEL_TIMEOUT_MS + 1_000 },
  },
  {
    what: 'ready never',
    breakage: scripted((panel) =>
      mounting(
        panel,
        `() => { ${BEGUN}; return { ready: new Promise(() => {}), update() {}, unmount: async () => {} }; }`,
      ),
    ),
    text: SLOW,
    wait: { until: 'begun', by: 2 * PANEL_TIMEOUT_MS + 1_000 },
  },
  {
    what: 'wrong contract',
    breakage: (panel) => ({ script: works(panel), release: { contract: '9' } }),
    text: 'It does not fit this version of the inbox. Reload the page.',
  },
  {
    what: 'a topic that the page does not have',
    breakage: (panel) => ({ script: works(panel), release: { produces: ['ticket.current@9'] } }),
    text: 'It needs another version of the inbox. Reload the page.',
  },
];

/** It shows, and throws in an event and in a handler of the bus; then it breaks. */
const FRAGILE = (panel: PanelName) =>
  viewing(
    panel,
    `() => {
      const [broken, setBroken] = React.useState(false);
      useEvent('refresh.requested', () => { throw new Error('broken: bus'); });
      if (broken) throw new Error('broken: later');
      return React.createElement('div', null,
        React.createElement('button', { onClick: () => { throw new Error('broken: event'); } }, 'Throw'),
        React.createElement('button', { onClick: () => setBroken(true) }, 'Break'));
    }`,
  );

/** What an agent works with beside the broken panel. */
async function othersWork(page: Page, broken: PanelName): Promise<void> {
  for (const other of PANELS) {
    if (other === broken || other === 'quick-replies') continue;
    if (broken === 'quick-replies' && other === 'customer-panel') continue;
    await expect(panelRoot(page, other)).toBeVisible();
  }
}

for (const name of PANELS) {
  test(
    `however a release of ${name} is broken, its place says so, the others work, and Retry has what is live`,
    core,
    async ({ inbox, open, guard }) => {
      guard.expects(/broken: /, /status of [45]\d\d/, /net::ERR_/, /integrity/, /Panel [a-z-]+: /, /Panel failed/);
      guard.expects(/Unexpected token/, /failed on refresh\.requested@1/, /MIME type/);
      const customer = inbox.customer(`Faulty ${name}`);
      await customer.writes('Is all well?');
      const ticket = await inbox.ticketOf(inbox.asha, customer.name);
      const logged: string[] = [];
      let broken: BrokenPanel | undefined;
      const asha = await open(inbox.asha, {
        ticket,
        prepare: async (page) => {
          await page.clock.install();
          page.on('console', (message) => logged.push(message.text()));
          broken = new BrokenPanel(page, name);
          await broken.begin(inbox.url);
        },
      });
      const { page } = asha;
      const place = page.locator('[data-failure]');
      if (name === 'quick-replies') await asha.showQuickReplies();
      if (name === 'customer-panel') await asha.showDetails();
      await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
      await expect(place).toContainText(`${TITLES[name]} could not be loaded. ${UNREACHABLE}`);
      await othersWork(page, name);

      const retry = place.getByRole('button', { name: 'Retry' });
      for (const { what, breakage, text, wait } of CELLS) {
        await test.step(what, async () => {
          const release = broken?.next(breakage(name));
          await retry.click();
          await expect.poll(() => broken?.told).toBe(release);
          if (wait !== undefined) {
            await expect(place).toHaveCount(0);
            if (wait.until === 'asked') await expect.poll(() => broken?.asked).toBe(release);
            else await page.locator('html[data-begun]').waitFor();
            await page.evaluate(() => delete document.documentElement.dataset['begun']);
            await page.clock.fastForward(wait.by);
          }
          await expect(place).toContainText(`${TITLES[name]} could not be loaded. ${text}`);
          await othersWork(page, name);
        });
      }

      await test.step('throws on an event, in a bus handler, and on a later render', async () => {
        broken?.next({ script: FRAGILE(name) });
        await retry.click();
        await page.getByRole('button', { name: 'Throw' }).click();
        await page.getByRole('button', { name: 'Refresh', exact: true }).click();
        await expect.poll(() => logged.join('\n')).toContain(`${name} failed on refresh.requested@1`);
        await othersWork(page, name);
        await page.getByRole('button', { name: 'Break' }).click();
        await expect(place).toContainText(`${TITLES[name]} could not be loaded. ${STOPPED}`);
        expect(logged.join('\n')).toContain(`${name} 0.0.0-broken: Error: broken: later`);
      });

      broken?.next(null);
      await retry.click();
      await expect(place).toHaveCount(0);
      await expect(panelRoot(page, name)).toBeVisible();
      await othersWork(page, name);
      expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    },
  );
}
