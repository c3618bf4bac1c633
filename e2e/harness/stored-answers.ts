import type { Page } from '@playwright/test';

/** By what the answers were asked for that this page's browser has stored. */
export const storedKeys = (page: Page) =>
  page.evaluate(async () => {
    const [found] = (await indexedDB.databases()).filter(({ name = '' }) => name.startsWith('inbox.answers.'));
    if (found?.name === undefined) return [];
    const opening = indexedDB.open(found.name);
    return new Promise<IDBValidKey[]>((resolve) => {
      opening.onsuccess = () => {
        const reading = opening.result.transaction('answers').objectStore('answers').getAllKeys();
        reading.onsuccess = () => resolve(reading.result);
        opening.result.close();
      };
    });
  });
