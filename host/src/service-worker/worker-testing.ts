import { createHash } from 'node:crypto';
import { PAGE_RELEASE_HEADER, pageRelease, SERVICE_WORKER_CACHES } from '@inbox/federation/registry';
import type { Extendable, FetchAsked, WorkerScope } from './scope';
import { startWorker } from './start-worker';

export const ORIGIN = 'https://inbox.test';

export const hashOf = (text: string, kind = 'sha384') => `${kind}-${createHash(kind).update(text).digest('base64')}`;

/** How a browser's storage behaves. */
type Storage = 'open' | 'closed' | 'full';

/** A CacheStorage in memory. */
export class MemoryCaches {
  behaves: Storage = 'open';
  readonly stored = new Map<string, Map<string, Response>>();

  private requireOpen(): void {
    if (this.behaves === 'closed') throw new DOMException('The operation is insecure', 'SecurityError');
  }

  /** Makes the cache, as a browser does. */
  async open(name: string) {
    this.requireOpen();
    const entries = this.stored.get(name) ?? new Map<string, Response>();
    this.stored.set(name, entries);
    return {
      match: async (address: string) => entries.get(address)?.clone(),
      put: async (address: string, response: Response) => {
        if (this.behaves === 'full') throw Object.assign(new Error('No room'), { name: 'QuotaExceededError' });
        entries.set(address, response);
      },
      delete: async (asked: string | { url: string }) => entries.delete(typeof asked === 'string' ? asked : asked.url),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
    };
  }

  async has(name: string) {
    this.requireOpen();
    return this.stored.has(name);
  }

  async match(address: string, { cacheName = '' }: { cacheName?: string } = {}) {
    this.requireOpen();
    return this.stored.get(cacheName)?.get(address)?.clone();
  }

  async keys() {
    this.requireOpen();
    return [...this.stored.keys()];
  }

  async delete(name: string) {
    return this.stored.delete(name);
  }

  /** Addresses below the origin of all that is stored. */
  get addresses(): string[] {
    return [...this.stored.values()].flatMap((entries) => [...entries.keys()]).map((url) => url.replace(ORIGIN, ''));
  }

  /** What somebody has put in the place of a stored file. */
  tamper(path: string, text: string): void {
    for (const entries of this.stored.values())
      if (entries.has(ORIGIN + path)) entries.set(ORIGIN + path, new Response(text));
  }
}

export interface TestRelease {
  shell?: string;
  revision?: number;
  /** What the panel's script is. */
  panel?: string;
  canary?: { panel: string; percent: number };
  enabled?: boolean;
}

/** All that the inbox serves of a release, by path: the page, the list, the shell's script, the panel's files. */
export function filesOf({ shell = 'a', revision = 1, panel = 'panel', canary, enabled = true }: TestRelease = {}) {
  const script = `shell ${shell}`;
  const host = `/host.${createHash('sha256').update(script).digest('hex').slice(0, 10)}.js`;
  const list = JSON.stringify({ [host.slice(1)]: hashOf(script, 'sha256') });
  const listName = `/files.${createHash('sha256').update(list).digest('hex').slice(0, 10)}.json`;
  const release = (text: string) => {
    const version = `1.0.0-${text}`;
    return {
      name: 'list',
      version,
      contract: '1',
      consumes: [],
      produces: [],
      entry: `/panels/list/${version}/mf-manifest.json`,
      integrity: { 'panel.js': hashOf(text) },
      published_at: '2026-01-02T03:04:05.000Z',
    };
  };
  const live = release(panel);
  const entry = {
    ...live,
    enabled,
    ...(canary && {
      canary: { release: release(canary.panel), version: `1.0.0-${canary.panel}`, percent: canary.percent, seed: 's' },
    }),
  };
  const inline = JSON.stringify({ registry: { revision, panels: { list: entry } }, manifests: {} });
  const html =
    `<!doctype html><html data-host-version="1.0.0-${shell}" data-host-files="${listName.slice(1)}"><head>` +
    `<script type="application/json" id="inbox-config" nonce="bm9uY2U=">{}</script>` +
    `<script defer src="${host}"></script>` +
    `<link rel="preload" as="script" href="/panels/list/1.0.0-${panel}/panel.js">` +
    `<script type="application/json" id="inbox-registry">${inline}</script></head></html>`;
  return {
    '/inbox/tickets': html,
    [listName]: list,
    [host]: script,
    [`/panels/list/1.0.0-${panel}/panel.js`]: panel,
    ...(canary && { [`/panels/list/1.0.0-${canary.panel}/panel.js`]: canary.panel }),
  };
}

/** The network: what it answers by path, that there is none, or that it never answers. */
export type Network = Readonly<Record<string, string | number>> | 'none' | 'hangs';

/** A service worker with a network and a storage that a test changes. */
export class TestWorker {
  readonly caches = new MemoryCaches();
  network: Network = {};
  release = pageRelease('1.0.0-a', 1);
  /** The network answers when this has resolved. */
  held: Promise<void> | undefined;
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
  /** Does the browser ask for a page while the worker starts? */
  preloads: boolean | undefined;
  /** Paths that were asked of the network. */
  readonly asked: string[] = [];
  readonly #listeners = new Map<string, (event: never) => void>();

  constructor() {
    this.start();
  }

  /** As after a browser has ended it: nothing is left but the storage. */
  start(): void {
    const scope: WorkerScope = {
      caches: this.caches as unknown as CacheStorage,
      location: { origin: ORIGIN },
      navigator: { userAgent: this.userAgent },
      registration: {
        navigationPreload: {
          enable: async () => void (this.preloads = true),
          disable: async () => void (this.preloads = false),
        } as unknown as NavigationPreloadManager,
      },
      fetch: ((request: Request | string) =>
        this.#fetch(typeof request === 'string' ? request : request.url)) as typeof fetch,
      skipWaiting: async () => undefined,
      addEventListener: (type: string, listener: (event: never) => void) => void this.#listeners.set(type, listener),
    };
    startWorker(scope);
  }

  async #fetch(address: string): Promise<Response> {
    const path = address.replace(ORIGIN, '');
    this.asked.push(path);
    await this.held;
    if (this.network === 'hangs') return new Promise(() => {});
    if (this.network === 'none') throw new TypeError('Failed to fetch');
    const page = path.startsWith('/inbox') ? '/inbox/tickets' : path;
    const answer = this.network[page];
    if (typeof answer !== 'string') return new Response('', { status: answer ?? 404 });
    const headers = { 'content-security-policy': "style-src 'nonce-bm9uY2U='", [PAGE_RELEASE_HEADER]: this.release };
    return new Response(answer, page === '/inbox/tickets' ? { headers } : {});
  }

  async #dispatch(type: string, event: object): Promise<void> {
    const works: Promise<unknown>[] = [];
    const extendable: Extendable = { waitUntil: (work) => void works.push(work) };
    this.#listeners.get(type)?.({ ...event, ...extendable } as never);
    await Promise.all(works);
  }

  activate = () => this.#dispatch('activate', {});
  send = (data: unknown) => this.#dispatch('message', { data });
  /** A page with this shell has painted. */
  painted = (shell = 'a', agentId = '7') => this.send({ kind: 'store', agentId, hostVersion: `1.0.0-${shell}` });

  /** What a page is answered; null is left to the browser. `ended` when all is done that follows from it. */
  request(path: string, { mode = 'cors', client = 'page', integrity = '', method = 'GET' } = {}) {
    let answer: Promise<Response> | null = null;
    const event: Partial<FetchAsked> = {
      request: { url: new URL(path, ORIGIN).href, mode, integrity, method } as Request,
      clientId: client,
      resultingClientId: client,
      respondWith: (given) => void (answer = given),
    };
    const ended = this.#dispatch('fetch', event);
    return { answer: answer as Promise<Response> | null, ended };
  }

  /** The text of an answer; its status where it is none. */
  async text(path: string, options: Parameters<TestWorker['request']>[1] = {}): Promise<string | number | null> {
    const { answer, ended } = this.request(path, options);
    const response = await answer;
    const text = response && (response.ok ? await response.text() : response.status);
    await ended;
    return text;
  }

  page = (client = 'page') => this.text('/inbox/tickets/7', { mode: 'navigate', client });

  /** The release of the stored page; null when none is. */
  async storedRelease(): Promise<string | null> {
    const record = this.caches.stored.get(`${SERVICE_WORKER_CACHES}1`)?.get(`${ORIGIN}/service-worker.js?stored-page`);
    return record ? ((await record.clone().json()) as { release: string }).release : null;
  }
}
