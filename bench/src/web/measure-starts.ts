import * as z from 'zod/mini';
import { signIn, type InboxServer } from '../inbox/server';
import { openLine } from './line';
import { measureLoad, VIEWPORT, type LoadFigures } from './measure-load';
import { SIGHTS } from './pages';
import type { PlainBrowser, PlainPage } from './plain-browser';

/** Milliseconds until a browser has kept what it opens by; a machine under load needs many. */
const KEPT_MS = 60_000;

/** Starts of an agent's browser that was here before, and has what it keeps. */
export interface Starts {
  measure(start: 'warm' | 'offline', cpuRate: number): Promise<LoadFigures>;
  close(): Promise<void>;
}

/** Signs in at the list's address, and waits until the browser has the page, its panels and the list. */
export async function keepStarts(browser: PlainBrowser, server: InboxServer, path: string): Promise<Starts> {
  const line = await openLine(server.url);
  const context = await browser.newContext();
  const first = await context.newPage(VIEWPORT);
  await first.send('Page.enable');
  await first.send('Page.navigate', {
    url: `${line.url}/validate?token=${encodeURIComponent(await signIn(server.url))}`,
  });
  await until(first, `location.pathname.startsWith('/inbox')`);
  await first.send('Page.navigate', { url: line.url + path });
  await until(first, HAS_KEPT);
  await first.close();
  return {
    async measure(start, cpuRate) {
      if (start === 'offline') await line.cut();
      try {
        return await measureLoad(context, {
          url: line.url + path,
          sight: SIGHTS.list,
          storage: {},
          cpuRate,
          isSlowedByLine: true,
        });
      } finally {
        if (start === 'offline') await line.mend();
      }
    },
    async close() {
      await context.close();
      await line.cut();
    },
  };
}

/** As text, since it runs in the page: the rows are there, and so are the stored page, its worker and the list's answer. */
const HAS_KEPT = `(async () => {
  if (document.querySelectorAll(${JSON.stringify(SIGHTS.list.selector)}).length < ${SIGHTS.list.least}) return false;
  if (!navigator.serviceWorker.controller && !(await navigator.serviceWorker.getRegistration())?.active) return false;
  const files = (await caches.keys()).filter((name) => name.startsWith('inbox.files.'));
  const stored = await Promise.all(files.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)));
  if (!stored.flat().some((url) => url.endsWith('?stored-page'))) return false;
  const [answers] = (await indexedDB.databases()).filter(({ name }) => name.startsWith('inbox.answers.'));
  if (!answers) return false;
  const opened = await new Promise((resolve) => {
    indexedDB.open(answers.name).onsuccess = ({ target }) => resolve(target.result);
  });
  return new Promise((resolve) => {
    const keys = opened.transaction('answers').objectStore('answers').getAllKeys();
    keys.onsuccess = () => {
      opened.close();
      resolve(keys.result.some((key) => JSON.stringify(key).includes('filters')));
    };
  });
})()`;

const Evaluated = z.object({ result: z.object({ value: z.optional(z.unknown()) }) });

async function until(page: PlainPage, expression: string): Promise<void> {
  const limit = Date.now() + KEPT_MS;
  while (Date.now() < limit) {
    const asked = page.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    // A page that is on its way to another answers with an error.
    const answer = z.safeParse(Evaluated, await asked.catch(() => null));
    if (answer.data?.result.value === true) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('The browser has not kept what the inbox starts by.');
}
