/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/dom';
import type { PanelEntry } from '@inbox/federation/registry';
import { PanelLoadError } from './failure';
import { createPanelLoader, type FederationRuntime, type LoaderOptions } from './loader';

const HASH = `sha384-${'A'.repeat(64)}`;
const BASE = 'https://inbox.test/panels/conversation/1.0.0-a/';

const entry = (change: Partial<PanelEntry> = {}): PanelEntry => ({
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

const remoteModule = (change: object = {}) => ({
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

const manifest = (...later: string[]) => ({
  metaData: { remoteEntry: { name: 'remoteEntry.js' } },
  exposes: [{ assets: { js: { sync: ['panel.js'], async: later } } }],
});

type Plugin = Parameters<FederationRuntime['registerPlugins']>[0][number];

/** A runtime that answers what it is told, and hands out the hooks that the loader gave it. */
function fakeRuntime(loadRemote: (hooks: Plugin) => Promise<unknown>) {
  let hooks: Plugin | undefined;
  const registered: { name: string; entry: string; force: boolean }[] = [];
  const runtime: FederationRuntime = {
    registerPlugins: ([plugin]) => void (hooks = plugin),
    registerRemotes: (remotes, options) =>
      void registered.push(...remotes.map((remote) => ({ ...remote, force: options?.force ?? false }))),
    loadRemote: () => loadRemote(hooks!),
  };
  return { runtime, registered };
}

const loader = (runtime: FederationRuntime, options: Partial<LoaderOptions> = {}) =>
  createPanelLoader({
    registry: { revision: 1, panels: { conversation: entry() } },
    agentId: '7',
    pageUrl: 'https://inbox.test/inbox/tickets',
    runtime,
    ...options,
  });

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => new Error('it was loaded'),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PanelLoadError);
  return (error as PanelLoadError).failure;
}

const remoteInfo = (name: string) => ({
  name,
  entry: `${BASE}mf-manifest.json`,
  type: 'global',
  entryGlobalName: name,
  shareScope: 'default',
});

const scriptOf = (hooks: Plugin, url: string) => {
  const made = hooks.createScript!({ url, attrs: {}, remoteInfo: remoteInfo('inbox_conversation') });
  return made && 'script' in made ? made.script : undefined;
};
const fetchOf = (hooks: Plugin, url: string) => hooks.fetch!(url, {}, remoteInfo('inbox_conversation'));

/** jsdom has no Response; the hook only hands one on. */
function answer(body: unknown, status = 200) {
  const response = { ok: status < 400, status, json: async () => body };
  return jest.fn<typeof fetch>().mockResolvedValue(response as Response);
}

const originalFetch = globalThis.fetch;
const originalResponse = globalThis.Response;
afterEach(() => {
  globalThis.fetch = originalFetch;
  Reflect.set(globalThis, 'Response', originalResponse);
});

describe('loading a panel', () => {
  it('registers the entry of the registry and hands out the module', async () => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    const loaded = await loader(runtime)('conversation', 1);
    expect(loaded).toMatchObject({ name: 'conversation', version: '1.0.0-a' });
    expect(registered).toEqual([{ name: 'inbox_conversation', entry: `${BASE}mf-manifest.json`, force: false }]);
  });

  it('registers it anew for every later attempt, since a failed one stays cached', async () => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    await loader(runtime)('conversation', 2);
    expect(registered[0]?.force).toBe(true);
  });

  it('gives the canary to those who are chosen', async () => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    const release = { ...entry(), version: '2.0.0-b', entry: '/panels/conversation/2.0.0-b/mf-manifest.json' };
    const canary = { release, version: '2.0.0-b', percent: 100, seed: 's' };
    const registry = { revision: 2, panels: { conversation: entry({ canary }) } };
    await loader(runtime, { registry })('conversation', 1);
    expect(registered[0]?.entry).toContain('/2.0.0-b/');
  });

  it.each([
    ['is not in the registry', {}, 'not-published'],
    ['is switched off', { conversation: entry({ enabled: false }) }, 'disabled'],
    ['was built for another contract', { conversation: entry({ contract: '2' }) }, 'contract'],
    ['lies on an unlisted origin', { conversation: entry({ entry: 'https://evil.test/mf-manifest.json' }) }, 'origin'],
  ])('refuses one that %s, before anything is fetched', async (_, panels, kind) => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    expect(await failureOf(loader(runtime, { registry: { revision: 1, panels } })('conversation', 1))).toMatchObject({
      kind,
    });
    expect(registered).toEqual([]);
  });

  it('takes one from an origin that is listed', async () => {
    const { runtime } = fakeRuntime(async () => remoteModule());
    const panels = { conversation: entry({ entry: 'https://cdn.test/c/mf-manifest.json' }) };
    const load = loader(runtime, { registry: { revision: 1, panels }, allowedOrigins: ['https://cdn.test'] });
    await expect(load('conversation', 1)).resolves.toBeDefined();
  });

  it.each([
    ['has no mount', remoteModule({ mount: undefined }), 'not-a-panel'],
    ['is another panel', remoteModule({ name: 'ticket-list' }), 'not-a-panel'],
    ['says another contract than the registry', remoteModule({ contract: '2' }), 'contract'],
    ['is nothing', null, 'not-a-panel'],
  ])('refuses what was loaded when it %s', async (_, loaded, kind) => {
    const { runtime } = fakeRuntime(async () => loaded);
    expect(await failureOf(loader(runtime)('conversation', 1))).toMatchObject({ kind });
  });

  it('gives up on a server that never answers', async () => {
    const { runtime } = fakeRuntime(() => new Promise(() => {}));
    const failure = await failureOf(loader(runtime, { timeLimit: 5 })('conversation', 1));
    expect(failure).toEqual({ kind: 'time-limit', milliseconds: 5 });
  });
});

describe('the integrity of what is loaded', () => {
  it('is demanded of every script', async () => {
    let script: HTMLScriptElement | undefined;
    const { runtime } = fakeRuntime(async (hooks) => {
      script = scriptOf(hooks, `${BASE}panel.js`);
      return remoteModule();
    });
    await loader(runtime)('conversation', 1);
    expect(script).toMatchObject({ integrity: HASH, crossOrigin: 'anonymous', src: `${BASE}panel.js` });
  });

  it.each(['panel.evil.js', '../1.0.0-b/panel.js', 'https://evil.test/panel.js'])(
    'refuses the script %s, which has no hash, by name',
    async (file) => {
      const url = new URL(file, BASE).href;
      const { runtime } = fakeRuntime(async (hooks) => scriptOf(hooks, url));
      expect(await failureOf(loader(runtime)('conversation', 1))).toEqual({ kind: 'hash-missing', url });
    },
  );

  it('refuses a manifest that names a script without a hash, also one that is needed later only', async () => {
    globalThis.fetch = answer(manifest('later.js'));
    const { runtime } = fakeRuntime((hooks) => Promise.resolve(fetchOf(hooks, `${BASE}mf-manifest.json`)));
    const failure = await failureOf(loader(runtime)('conversation', 1));
    expect(failure).toEqual({ kind: 'hash-missing', url: `${BASE}later.js` });
    expect(globalThis.fetch).toHaveBeenCalledWith(
      `${BASE}mf-manifest.json`,
      expect.objectContaining({ integrity: HASH }),
    );
  });

  it.each([
    ['when its server answers', 200, 'hash-wrong'],
    ['when its server does not', 503, 'unreachable'],
  ])('tells a wrong hash from a missing file: %s', async (_, status, kind) => {
    globalThis.fetch = answer(null, status);
    const { runtime } = fakeRuntime(async (hooks) => {
      scriptOf(hooks, `${BASE}panel.js`)?.dispatchEvent(new Event('error'));
      throw new Error('the runtime does not say why');
    });
    expect(await failureOf(loader(runtime)('conversation', 1))).toMatchObject({ kind });
  });

  it('is asked of the server on a retry, at an address that no hanging request shares', async () => {
    globalThis.fetch = answer(manifest());
    Reflect.set(globalThis, 'Response', { json: (body: unknown) => body });
    const manifests = { '/panels/conversation/1.0.0-a/mf-manifest.json': manifest() };
    let first = true;
    const { runtime } = fakeRuntime(async (hooks) => {
      await fetchOf(hooks, `${BASE}mf-manifest.json`);
      if (!first) return remoteModule();
      first = false;
      throw new Error('down');
    });
    const load = loader(runtime, { manifests });
    await failureOf(load('conversation', 1));
    expect(globalThis.fetch).not.toHaveBeenCalled();
    let loaded = false;
    const loading = load('conversation', 2).then(() => (loaded = true));
    await waitFor(() => expect(document.querySelector('script')?.src).toBe(`${BASE}panel.js?attempt=2`));
    expect(globalThis.fetch).toHaveBeenCalledWith(`${BASE}mf-manifest.json?attempt=2`, expect.anything());
    // The panel's own loader would ask for it at the old address, so it must have run before.
    expect(loaded).toBe(false);
    document.querySelector('script')?.dispatchEvent(new Event('load'));
    await loading;
  });
});

describe("a developer's own build", () => {
  it('is taken in place of the published one, without hashes, from its origin only', async () => {
    const scripts: (HTMLScriptElement | undefined)[] = [];
    const { runtime, registered } = fakeRuntime(async (hooks) => {
      scripts.push(scriptOf(hooks, 'http://localhost:3003/remoteEntry.js'));
      scripts.push(scriptOf(hooks, 'http://localhost:9999/remoteEntry.js'));
      return remoteModule();
    });
    const load = loader(runtime, { overrides: { conversation: 'http://localhost:3003' } });
    expect(await failureOf(load('conversation', 1))).toMatchObject({ kind: 'hash-missing' });
    expect(registered[0]?.entry).toBe('http://localhost:3003/mf-manifest.json');
    expect(scripts).toHaveLength(1);
    expect(scripts[0]?.hasAttribute('integrity')).toBe(false);
  });
});
