import type { Page } from '@playwright/test';

/** What the service worker of this page's browser has stored. */
export interface StoredByWorker {
  /** The release whose page is stored; null when none is. */
  release: string | null;
  /** Everything as text: each address with what is stored there. */
  text: string;
}

/** The service worker itself, and the caches that it has made. */
export interface WorkerTraces {
  caches: string[];
  isRegistered: boolean;
}

/** Opens no cache: that would make anew the one that is being removed. */
export const tracesOfWorker = (page: Page): Promise<WorkerTraces> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('inbox.files.'));
    const registrations = await navigator.serviceWorker.getRegistrations();
    return { caches: names, isRegistered: registrations.length > 0 };
  });

export const storedByWorker = async (page: Page): Promise<StoredByWorker> => {
  const { caches: names } = await tracesOfWorker(page);
  return page.evaluate(async (stored) => {
    let release: string | null = null;
    const texts: string[] = [];
    for (const name of stored) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = (await (await cache.match(request))?.text()) ?? '';
        texts.push(`${request.url} ${text}`);
        if (request.url.endsWith('?stored-page')) release = (JSON.parse(text) as { release: string }).release;
      }
    }
    return { release, text: texts.join('\n') };
  }, names);
};
