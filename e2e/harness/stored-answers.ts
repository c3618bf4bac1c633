import type { Page } from '@playwright/test';

interface Stored {
  key: string;
  text: string;
}

/** The answers that this page's browser has stored, each by what it was asked for. */
export const storedAnswers = (page: Page) =>
  page.evaluate(async () => {
    const [found] = (await indexedDB.databases()).filter(({ name = '' }) => name.startsWith('inbox.answers.'));
    if (found?.name === undefined) return [];
    const opening = indexedDB.open(found.name);
    return new Promise<Stored[]>((resolve) => {
      opening.onsuccess = () => {
        const store = opening.result.transaction('answers').objectStore('answers');
        const keys = store.getAllKeys() as IDBRequest<string[]>;
        const records = store.getAll() as IDBRequest<{ text: string }[]>;
        records.onsuccess = () =>
          resolve(records.result.map(({ text }, index) => ({ key: keys.result[index] ?? '', text })));
        opening.result.close();
      };
    });
  });

/** By what the stored answers were asked for. */
export const storedKeys = async (page: Page): Promise<string[]> => (await storedAnswers(page)).map(({ key }) => key);
