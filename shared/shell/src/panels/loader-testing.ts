import type { PanelEntry, Registry } from '@inbox/federation/registry';
import { createPanelLoader, type FederationRuntime, type LoaderOptions } from './loader';

export const HASH = `sha384-${'A'.repeat(64)}`;
export const BASE = 'https://inbox.test/panels/conversation/1.0.0-a/';

export const entry = (change: Partial<PanelEntry> = {}): PanelEntry => ({
  name: 'conversation',
  version: '1.0.0-a',
  contract: '1',
  consumes: [],
  produces: [],
  entry: '/panels/conversation/1.0.0-a/mf-manifest.json',
  integrity: { 'mf-manifest.json': HASH, 'remoteEntry.js': HASH, 'panel.js': HASH },
  published_at: '2026-01-02T03:04:05.000Z',
  enabled: true,
  ...change,
});

export const remoteModule = (change: object = {}) => ({
  default: {
    contract: '1',
    name: 'conversation',
    version: '1.0.0-a',
    consumes: [],
    produces: [],
    mount: () => ({}),
    ...change,
  },
});

export const manifest = (...later: string[]) => ({
  metaData: { remoteEntry: { name: 'remoteEntry.js' } },
  exposes: [{ assets: { js: { sync: ['panel.js'], async: later } } }],
});

export type Plugin = Parameters<FederationRuntime['registerPlugins']>[0][number];

/** A runtime that answers what it is told, and hands out the hooks that the loader gave it. */
export function fakeRuntime(loadRemote: (hooks: Plugin) => Promise<unknown>) {
  let hooks: Plugin | undefined;
  const registered: { name: string; entry: string; force: boolean }[] = [];
  const runtime: FederationRuntime = {
    registerPlugins: ([plugin]) => void (hooks = plugin),
    registerRemotes: (remotes, options) =>
      void registered.push(...remotes.map((remote) => ({ ...remote, force: options?.force ?? false }))),
    loadRemote: () => (hooks ? loadRemote(hooks) : Promise.reject(new Error('The loader gave no hooks.'))),
  };
  return { runtime, registered };
}

export type TestOptions = Omit<Partial<LoaderOptions>, 'registry'> & {
  registry?: Registry;
  /** What the server answers when it is asked anew. */
  newer?: Registry;
};

export function makeLoader(runtime: FederationRuntime, { registry, newer, ...options }: TestOptions = {}) {
  let current: Registry = registry ?? { revision: 1, panels: { conversation: entry() } };
  const refresh = async () => (current = newer ?? current);
  return createPanelLoader({
    registry: { current: () => current, refresh },
    agentId: '7',
    pageUrl: 'https://inbox.test/inbox/tickets',
    runtime,
    ...options,
  });
}

export const loader = (runtime: FederationRuntime, options: TestOptions = {}) => makeLoader(runtime, options).load;
