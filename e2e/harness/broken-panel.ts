import { createHash } from 'node:crypto';
import type { Page, Route } from '@playwright/test';
import type { PanelName } from './panels';

/** How a release of a panel is broken. */
export interface Breakage {
  /** What its entry script does; one that fits by default. */
  script?: string;
  /** Answers for the entry script in place of the server. */
  serve?: (route: Route, script: string) => Promise<unknown>;
  /** Of its entry in the registry. */
  release?: Record<string, unknown>;
  /** The hash of the entry script in the registry; `none` is left out. */
  hash?: 'wrong' | 'none';
}

/** The federation container of a hand-written panel; `parts` holds React and what panels are made with. */
export const containerOf = (panel: PanelName, module: string): string => `
var inbox_${panel.replaceAll('-', '_')} = (() => {
  let shares;
  const shared = async (name) => (await Object.values(shares[name])[0].get())();
  return {
    init(scope) { shares = scope; },
    async get() {
      const parts = { React: await shared('react'), ...(await shared('@inbox/panel')) };
      const module = (${module})(parts);
      return () => ({ default: module });
    },
  };
})();`;

const sha384 = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

interface ServedRegistry {
  revision: number;
  panels: Record<string, Record<string, unknown>>;
}

/** Releases of one panel that a page gets one after another, without a reload: each Retry asks for the registry anew. */
export class BrokenPanel {
  readonly #page: Page;
  readonly #panel: PanelName;
  #breakage: Breakage | null = null;
  #registry: ServedRegistry = { revision: 0, panels: {} };
  #count = 0;
  /** Which of the releases the page was told of last. */
  told = 0;
  /** Of which of the releases the page has asked for the script last. */
  asked = 0;

  constructor(page: Page, panel: PanelName) {
    this.#page = page;
    this.#panel = panel;
  }

  /**
   * The first load of the panel finds no files.
   * @param url of the inbox
   */
  async begin(url: string): Promise<void> {
    const response = await fetch(`${url}/registry.json`);
    this.#registry = (await response.json()) as ServedRegistry;
    const files = `**/panels/${this.#panel}/**`;
    await this.#page.route(files, (route) => this.#serveFile(route));
    await this.#page.route('**/registry.json', (route) => this.#serveRegistry(route));
  }

  /** From the next Retry on; null for the release that is live. Returns its number, to be compared with `told`. */
  next(breakage: Breakage | null): number {
    this.#breakage = breakage;
    this.#count += 1;
    return this.#count;
  }

  get #script(): string {
    return this.#breakage?.script ?? '';
  }

  get #manifest(): string {
    const assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
    const name = `inbox_${this.#panel.replaceAll('-', '_')}`;
    const entry = { name: 'remoteEntry.js', path: '', type: 'global' };
    return JSON.stringify({
      id: name,
      name,
      metaData: { name, type: 'app', remoteEntry: entry, globalName: name, publicPath: 'auto', buildInfo: {} },
      shared: [],
      remotes: [],
      exposes: [{ id: `${name}:panel`, name: 'panel', path: './panel', assets }],
    });
  }

  async #serveFile(route: Route): Promise<unknown> {
    if (this.#count === 0) return route.fulfill({ status: 404 });
    if (!route.request().url().includes('/0.0.0-broken')) return route.continue();
    if (route.request().url().includes('mf-manifest.json')) return route.fulfill({ json: JSON.parse(this.#manifest) });
    this.asked = this.#count;
    const serve = this.#breakage?.serve;
    if (serve) return serve(route, this.#script);
    return route.fulfill({ contentType: 'text/javascript', body: this.#script });
  }

  async #serveRegistry(route: Route): Promise<unknown> {
    const registry = this.#registry;
    const live = registry.panels[this.#panel];
    const revision = registry.revision + this.#count;
    this.told = this.#count;
    if (!this.#breakage || !live) return route.fulfill({ json: { ...registry, revision } });
    const version = `0.0.0-broken${this.#count}`;
    const { hash, release } = this.#breakage;
    const integrity = {
      'mf-manifest.json': sha384(JSON.stringify(JSON.parse(this.#manifest))),
      ...(hash !== 'none' && { 'remoteEntry.js': sha384(hash === 'wrong' ? 'other' : this.#script) }),
    };
    const entry = `/panels/${this.#panel}/${version}/mf-manifest.json`;
    const panels = { ...registry.panels, [this.#panel]: { ...live, version, entry, integrity, ...release } };
    return route.fulfill({ json: { revision, panels } });
  }
}
