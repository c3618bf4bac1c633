import type { Page } from '@playwright/test';

/** What the service worker of this page's browser has stored, by what only the browser sees of it. */
export interface StoredByWorker {
  /** The release whose page is stored; null when none is. */
  release: string | null;
  /** Everything as text: each address with what is stored there. */
  text: string;
  caches: string[];
  isRegistered: boolean;
}

export const storedByWorker = (page: Page): Promise<StoredByWorker> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('inbox.files.'));
    let release: string | null = null;
    const texts: string[] = [];
    for (const name of names) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const stored = await cache.match(request);
        const text = (await stored?.text()) ?? '';
        texts.push(`${request.url} ${text}`);
        if (request.url.endsWith('?stored-page')) release = (JSON.parse(text) as { release: string }).release;
      }
    }
    const registrations = await navigator.serviceWorker.getRegistrations();
    return { release, text: texts.join('\n'), caches: names, isRegistered: registrations.length > 0 };
  });
