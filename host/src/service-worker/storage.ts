import { SERVICE_WORKER_CACHES } from '@inbox/federation/registry';
import { hasHash } from './integrity';
import type { Hashes } from './read-page';
import { StoredPage } from './stored-page';

/** What is stored in another form has another name. */
const CACHE = `${SERVICE_WORKER_CACHES}1`;
/** No request has this address: nothing is served below it. */
const RECORD = '/service-worker.js?stored-page';

/**
 * The one cache of the service worker. It may be full, closed or emptied at any time; then these reject, or find nothing, and the
 * network is asked.
 */
export interface FileStorage {
  page(): Promise<StoredPage | null>;
  writePage(page: StoredPage): Promise<void>;
  /** The next page without a network is none; the files stay for the one that is stored next. */
  dropPage(): Promise<void>;
  /** The addresses that are stored. */
  addresses(): Promise<ReadonlySet<string>>;
  /** A file with this hash; one that was changed since it was stored is removed. */
  file(address: string, integrity: string): Promise<Response | null>;
  writeFile(address: string, bytes: ArrayBuffer, type: string): Promise<void>;
  /** Removes all files but these. */
  keepOnly(files: Hashes): Promise<void>;
  /** Removes what other versions of the service worker have stored. */
  dropOthers(): Promise<void>;
  dropAll(): Promise<void>;
}

/** @param caches of the browser @param origin of the inbox */
export function openFileStorage(caches: CacheStorage, origin: string): FileStorage {
  const record = origin + RECORD;
  const open = () => caches.open(CACHE);
  /** The cache if it exists. Only a write makes it: reading on a device that has forgotten the inbox must leave nothing there. */
  const openExisting = async () => ((await caches.has(CACHE)) ? open() : null);
  const find = (address: string) => caches.match(address, { cacheName: CACHE });
  async function dropNamed(isDropped: (name: string) => boolean): Promise<void> {
    const names = (await caches.keys()).filter((name) => name.startsWith(SERVICE_WORKER_CACHES) && isDropped(name));
    await Promise.all(names.map((name) => caches.delete(name)));
  }

  return {
    async page() {
      const stored = await find(record);
      const parsed = StoredPage.safeParse(await stored?.json().catch(() => null));
      return parsed.success ? parsed.data : null;
    },
    async writePage(page) {
      await (await open()).put(record, Response.json(page));
    },
    async dropPage() {
      await (await openExisting())?.delete(record);
    },
    async addresses() {
      const requests = (await (await openExisting())?.keys()) ?? [];
      return new Set(requests.map(({ url }) => url));
    },
    async file(address, integrity) {
      const stored = await find(address);
      if (!stored) return null;
      const bytes = await stored.arrayBuffer();
      if (await hasHash(bytes, integrity)) return new Response(bytes, { headers: stored.headers });
      await (await openExisting())?.delete(address);
      return null;
    },
    async writeFile(address, bytes, type) {
      await (await open()).put(address, new Response(bytes, { headers: { 'content-type': type } }));
    },
    async keepOnly(files) {
      const cache = await openExisting();
      if (cache === null) return;
      const others = (await cache.keys()).filter(({ url }) => url !== record && !(url in files));
      await Promise.all(others.map((request) => cache.delete(request)));
    },
    dropOthers: () => dropNamed((name) => name !== CACHE),
    dropAll: () => dropNamed(() => true),
  };
}
