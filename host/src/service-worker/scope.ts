/** As much of a service worker's global scope as ours needs: TypeScript has it in a library of its own, beside that of pages. */
export interface WorkerScope {
  readonly caches: CacheStorage;
  readonly location: Pick<Location, 'origin'>;
  readonly navigator: Pick<Navigator, 'userAgent'>;
  readonly registration: Pick<ServiceWorkerRegistration, 'navigationPreload'>;
  readonly fetch: typeof fetch;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchAsked) => void): void;
  addEventListener(type: 'message', listener: (event: Extendable & { readonly data: unknown }) => void): void;
}

export interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchAsked extends Extendable {
  readonly request: Request;
  /** Of the page that asks. */
  readonly clientId: string;
  /** Of the page that the answer will become. */
  readonly resultingClientId: string;
  /** What the browser has begun to ask for while the worker started. */
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
