import type { Page } from '@playwright/test';

/** All that somebody can read who looks through what this page's browser has stored: databases, and both storages. */
export const readableStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    async function add(value: unknown): Promise<void> {
      if (value instanceof Blob) texts.push(await value.text());
      else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) texts.push(new TextDecoder().decode(value));
      else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) await add(each);
      else texts.push(String(value));
    }
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not read'));
      });
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await done(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const values: unknown[] = await done(db.transaction(store).objectStore(store).getAll());
        for (const value of values) await add(value);
      }
      db.close();
    }
    return texts.join('\n');
  });
