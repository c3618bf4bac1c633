import { PAGE_RELEASE_HEADER } from '@inbox/federation/registry';
import { hasHash } from './integrity';
import { networkFirst, storedFirst } from './network-first';
import { WorkerRequest } from './requests';
import { kindOf } from './routes';
import type { FetchAsked, WorkerScope } from './scope';
import { openFileStorage } from './storage';
import { storeRelease, type PaintedPage } from './store-release';
import { pageResponse, type StoredPage } from './stored-page';

const NONCE_BYTES = 16;

/**
 * The service worker of the inbox. With a network it changes nothing: the page, which names every other file by its hash,
 * is the network's. Without one it answers with the release that this browser has painted last.
 */
export function startWorker(scope: WorkerScope): void {
  const { origin } = scope.location;
  const storage = openFileStorage(scope.caches, origin);
  /** Pages that have come out of the storage. Those whose worker was ended meanwhile ask the network first, as all others. */
  const withoutNetwork = new Set<string>();
  /** Hashes of what is stored, by address; undefined until it is read. */
  let files: Promise<StoredPage['files']> | undefined;

  const readFiles = () => (files ??= storage.page().then((page) => page?.files ?? {}));

  async function findFile({ url, integrity }: Request): Promise<Response | null> {
    const hash = (await readFiles())[url];
    const file = hash === undefined ? null : await storage.file(url, hash);
    // The page may want it by a hash of another kind than the registry has; what does not fit would not run in it.
    if (
      file === null ||
      integrity === '' ||
      integrity === hash ||
      (await hasHash(await file.clone().arrayBuffer(), integrity))
    )
      return file;
    return null;
  }

  async function findPage(client: string): Promise<Response | null> {
    const [page, there] = await Promise.all([storage.page(), storage.addresses()]);
    if (page === null) return null;
    if (!Object.keys(page.files).every((address) => there.has(address))) return null;
    withoutNetwork.add(client);
    // Its files are asked for right after it.
    files = Promise.resolve(page.files);
    return pageResponse(page, crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  }

  /** What the inbox serves by now is the only release that may be shown without it. */
  async function noteRelease(answer: Response): Promise<void> {
    if (!answer.ok) return;
    const page = await storage.page();
    if (page === null || page.release === answer.headers.get(PAGE_RELEASE_HEADER)) return;
    files = undefined;
    await storage.dropPage();
  }

  function answerPage(event: FetchAsked): void {
    const { request, preloadResponse, resultingClientId } = event;
    const network = Promise.resolve(preloadResponse)
      .catch(() => undefined)
      .then((preloaded) => preloaded ?? scope.fetch(request));
    event.respondWith(networkFirst(network, () => findPage(resultingClientId)));
    // Also when it comes too late for this page.
    event.waitUntil(network.then(noteRelease).catch(() => undefined));
  }

  function answerFile(event: FetchAsked): void {
    const ask = () => scope.fetch(event.request);
    const find = () => findFile(event.request);
    event.respondWith(withoutNetwork.has(event.clientId) ? storedFirst(ask, find) : networkFirst(ask(), find));
  }

  let storing: Promise<unknown> = Promise.resolve();
  /** One after the other, however many pages there are. */
  function inTurn(work: () => Promise<void>): Promise<unknown> {
    storing = storing.then(work).catch((error: unknown) => {
      console.warn('The inbox is not stored for a start without a network', error);
      // What there is no room for takes none from what agents have written.
      return isFull(error) ? storage.dropAll().catch(() => undefined) : undefined;
    });
    return storing.finally(() => (files = undefined));
  }
  const store = (painted: PaintedPage) =>
    inTurn(() => storeRelease({ storage, fetch: (...asked) => scope.fetch(...asked), origin }, painted));

  // What it stores says itself of which release it is, so a newer worker need not wait for pages to close.
  scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener('activate', (event) => {
    event.waitUntil(Promise.allSettled([storage.dropOthers(), preloadNavigations(scope)]));
  });
  scope.addEventListener('fetch', (event) => {
    const kind = kindOf(event.request, origin);
    if (kind === 'page') answerPage(event);
    if (kind === 'file') answerFile(event);
  });
  scope.addEventListener('message', (event) => {
    const request = WorkerRequest.safeParse(event.data);
    if (!request.success) return;
    event.waitUntil(request.data.kind === 'store' ? store(request.data) : inTurn(() => storage.dropAll()));
  });
}

/**
 * Has the browser ask for a page while the worker starts. Firefox shows its own error page when that request fails, whatever
 * the worker answers with (GoogleChrome/workbox#3134), so that nothing would start there without a network.
 */
async function preloadNavigations({ registration, navigator }: WorkerScope): Promise<void> {
  const { navigationPreload } = registration;
  await (/\bFirefox\//.test(navigator.userAgent) ? navigationPreload?.disable() : navigationPreload?.enable());
}

const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';
