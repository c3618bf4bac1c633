import type { Page } from '@playwright/test';
import { expect, test } from '../harness/test';
import { PANELS, panelRoot, TITLES, type PanelName } from '../harness/panels';

/** What each library has in it once, and nothing else has. */
const MARKS = {
  React: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=',
  Emotion: '__EMOTION_TYPE_PLEASE_DO_NOT_USE__',
  RxJS: 'errors occurred during unsubscription',
};

const occurrences = (text: string, mark: string) => text.split(mark).length - 1;

test('with all panels loaded there is one copy of React, of Emotion and of RxJS in the page', async ({
  inbox,
  open,
}) => {
  const customer = inbox.customer('Panelled Chitra');
  await customer.mails({ subject: 'All parts', text: 'plain', html: '<p>A mail brings its own lazy part</p>' });
  const scripts = new Map<string, Promise<string>>();
  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.set(response.url(), response.text());
      });
    },
  });
  await asha.isLive();
  await asha.showAll();
  await asha.openTicketOf(customer.name);
  await asha.showDetails();
  await expect(asha.details).toBeVisible();
  await asha.showQuickReplies();
  await expect(asha.quickReplies).toBeVisible();
  await expect(asha.conversation.locator('iframe')).toBeVisible();
  for (const name of PANELS) await expect(panelRoot(asha.page, name)).toHaveCount(1);

  const code = (await Promise.all(scripts.values())).join('\n');
  expect([...scripts.keys()].filter((url) => url.includes('/panels/')).length).toBeGreaterThanOrEqual(PANELS.length);
  const copies = Object.entries(MARKS).map(([library, mark]) => [library, occurrences(code, mark)]);
  expect(Object.fromEntries(copies)).toEqual({ React: 1, Emotion: 1, RxJS: 1 });
});

interface Registry {
  panels: Record<string, { integrity: Record<string, string> }>;
}

/** What the browser said of the panels' scripts: which ones it let run, and which not. */
interface ScriptLog {
  ran: string[];
  refused: string[];
}

const nameOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

/** Has a panel's own loader fetch one of its later chunks, as its code does; resolves to whether that came to be. */
const loadChunk = (page: Page, panel: PanelName, chunk: number): Promise<boolean> =>
  page.evaluate(
    async ([prefix, id]) => {
      const [, chunks] = Object.entries(globalThis).find(([name]) => name.startsWith(prefix)) ?? [];
      type Load = { e(id: number): Promise<unknown> };
      const loader = await new Promise<Load>((resolve) =>
        (chunks as unknown[]).push([[`asks for ${id}`], {}, resolve]),
      );
      return loader.e(id).then(
        () => true,
        () => false,
      );
    },
    [`chunks_inbox_${panel.replaceAll('-', '_')}_`, chunk] as const,
  );

test('a script of a panel with one byte flipped does not run, whichever it is, and the panel says so until it is whole', async ({
  inbox,
  open,
  guard,
}) => {
  guard.expects(/net::ERR_/, /Panel [a-z-]+: /, /integrity/);
  const customer = inbox.customer('Flipped Falguni');
  await customer.writes('Is every byte in its place?');
  const ticket = await inbox.ticketOf(inbox.asha, customer.name);
  const { panels } = (await (await fetch(`${inbox.url}/registry.json`)).json()) as Registry;
  const scriptsOf = (panel: PanelName) =>
    // Chunks that have a name are asked for by features; their number, by which a loader fetches them, is not in it.
    Object.keys(panels[panel]?.integrity ?? {}).filter((name) => /^(?:remoteEntry|panel|\d+)\..*\.js$/.test(name));
  /** Scripts of the panel that is tried whose bytes are changed as they are served. */
  let flips = /\.js$/;
  let tried: PanelName = PANELS[0];
  const asha = await open(inbox.asha, {
    ticket,
    prepare: async (page) => {
      await page.addInitScript(() => {
        const log: ScriptLog = { ran: [], refused: [] };
        Object.assign(window, { scriptLog: log });
        const note = (list: string[]) => (event: Event) => {
          if (event.target instanceof HTMLScriptElement) list.push(event.target.src);
        };
        addEventListener('load', note(log.ran), true);
        addEventListener('error', note(log.refused), true);
      });
      await page.route('**/panels/**/*.js*', async (route) => {
        const url = route.request().url();
        // Of the others all are: the page fetches some ahead of their turn.
        const isFlipped = url.includes(`/panels/${tried}/`) ? flips : /\.js$/;
        if (!isFlipped.test(nameOf(url))) return route.continue();
        const response = await route.fetch();
        const body = Buffer.from(await response.body());
        const at = Math.floor(body.length / 2);
        body[at] = (body[at] ?? 0) ^ 1;
        return route.fulfill({ response, body });
      });
    },
  });
  const { page } = asha;
  const scriptLog = () => page.evaluate(() => (window as unknown as { scriptLog: ScriptLog }).scriptLog);
  const isRefused = async (script: string) => {
    await expect.poll(async () => (await scriptLog()).refused.map(nameOf)).toContain(script);
    expect((await scriptLog()).ran.map(nameOf)).not.toContain(script);
  };

  for (const panel of PANELS) {
    await test.step(panel, async () => {
      const [entry = '', first = '', ...later] = ['remoteEntry', 'panel', ''].flatMap((kind) =>
        scriptsOf(panel).filter((name) => (kind === '' ? /^\d/.test(name) : name.startsWith(`${kind}.`))),
      );
      expect([entry, first, ...later].toSorted()).toEqual(scriptsOf(panel).toSorted());
      [tried, flips] = [panel, /\.js$/];
      if (panel === 'customer-panel') await asha.showDetails();
      if (panel === 'quick-replies') await asha.showQuickReplies();
      const failed = page.locator('[data-failure]').filter({ hasText: `${TITLES[panel]} could not be loaded.` });
      const retry = () => failed.getByRole('button', { name: 'Retry' }).click();
      await expect(failed).toContainText('It was refused because it is not the published version.');
      await isRefused(entry);

      flips = /^(?:panel|\d+)\./;
      await retry();
      await isRefused(first);
      await expect(failed).toContainText('It was refused because it is not the published version.');

      flips = /^\d+\./;
      await retry();
      await expect(panelRoot(page, panel)).toBeVisible();
      for (const script of later) {
        expect(await loadChunk(page, panel, Number.parseInt(script, 10)), script).toBe(false);
        await isRefused(script);
      }
    });
  }
});
