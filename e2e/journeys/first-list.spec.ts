import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { builtEditors } from '../../scripts/lib/built-editor.mjs';
import { EDITOR_BYTES, FIRST_LIST } from '../../budgets';
import { core, expect, test } from '../harness/test';

/** Set in the page when the first row is in it, in milliseconds since the navigation began. */
declare global {
  interface Window {
    firstRowAt?: number;
  }
}

const countLists = () =>
  performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/inbox/ticket/list/')).length;

test('the first list stays within its budgets', core, async ({ inbox, open }) => {
  const customer = inbox.customer('Frugal Farida');
  await customer.writes('Quick, please');
  const asha = await open(inbox.asha, {
    prepare: async (page) => {
      await page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('[data-ticket-id]')) return;
          observer.disconnect();
          window.firstRowAt = performance.now();
        }).observe(document, { childList: true, subtree: true });
      });
    },
  });
  await asha.isLive();
  // The tickets of all agents: the address keeps that, so that the next start has rows.
  await asha.showAll();
  await expect(asha.row(customer.name)).toBeVisible();
  await asha.page.reload();
  await expect(asha.row(customer.name)).toBeVisible();
  await expect.poll(() => asha.page.evaluate(() => window.firstRowAt)).toBeDefined();
  // What the browser has stored shows before the answer is there, and a call is among the entries only once it is.
  await asha.isLive();
  await expect.poll(() => asha.page.evaluate(countLists)).toBeGreaterThan(0);

  const needed = await asha.page.evaluate(() => {
    const before = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry.startTime <= (window.firstRowAt ?? 0));
    const scripts = before.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    // One that was preloaded and run is there twice.
    const bytes = new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]));
    const addresses = new Set(before.map(({ name }) => name));
    return {
      scripts: [...bytes.keys()].map((name) => new URL(name).pathname),
      scriptBytes: [...bytes.values()].reduce((sum, size) => sum + size, 0),
      requests: addresses.size + 1,
      calls: [...addresses].filter((name) => new URL(name).pathname.startsWith('/api/')).length,
      // Deferred scripts, as the shell is one, run once the page has been read.
      lists: before
        .filter(({ name }) => new URL(name).pathname === '/api/inbox/ticket/list/')
        .map(({ startTime }) => startTime < (performance.getEntriesByType('navigation')[0]?.domInteractive ?? 0)),
    };
  });
  // The shell, the list's entry and its first chunk; nothing of another panel.
  expect(needed.scripts).toHaveLength(3);
  expect(needed.scripts.filter((path) => path.startsWith('/panels/'))).toEqual([
    expect.stringMatching(/^\/panels\/ticket-list\//),
    expect.stringMatching(/^\/panels\/ticket-list\//),
  ]);
  // Asked for by the page itself, ahead of the shell, and not once more.
  expect(needed.lists).toEqual([true]);
  expect(needed.scriptBytes).toBeGreaterThan(0);
  expect(needed.scriptBytes).toBeLessThanOrEqual(FIRST_LIST.scriptBytes);
  expect(needed.requests).toBeLessThanOrEqual(FIRST_LIST.requests);
  expect(needed.calls).toBeLessThanOrEqual(FIRST_LIST.calls);

  const nodes = await asha.list.locator('*').count();
  expect(nodes).toBeGreaterThan(0);
  expect(nodes).toBeLessThanOrEqual(FIRST_LIST.listNodes);
});

test('the entry of each panel stays within its budget', core, async () => {
  const remotes = join(import.meta.dirname, '../../remotes');
  const entries: number[] = [];
  for (const panel of await readdir(remotes)) {
    const dist = join(remotes, panel, 'dist');
    const files = (await readdir(dist).catch(() => [])).filter((name) => /^remoteEntry\..*\.js\.br$/.test(name));
    for (const file of files) entries.push((await stat(join(dist, file))).size);
  }
  expect(entries.length).toBeGreaterThanOrEqual(4);
  expect(Math.max(...entries)).toBeLessThanOrEqual(FIRST_LIST.entryBytes);
});

test('the rich-text editor stays within its budget, apart from what a panel begins with', core, async () => {
  const editors = builtEditors();
  expect(editors.map(({ panel }) => panel)).toEqual(['conversation', 'customer-panel', 'ticket-list']);
  expect(editors.filter(({ file }) => /^(?:panel|remoteEntry)\./.test(file))).toEqual([]);
  expect(Math.max(...editors.map(({ bytes }) => bytes))).toBeLessThanOrEqual(EDITOR_BYTES);
});
