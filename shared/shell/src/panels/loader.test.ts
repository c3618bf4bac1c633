/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/dom';
import type { Registry } from '@inbox/federation/registry';
import { PanelLoadError } from './failure';
import {
  BASE,
  entry,
  fakeRuntime,
  HASH,
  loader,
  makeLoader,
  manifest,
  remoteModule,
  type Plugin,
} from './loader-testing';

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
  const response = { ok: status < 400, status, json: async () => body, arrayBuffer: async () => new ArrayBuffer(0) };
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

  it('takes the manifest that came with the page also for files of another origin', async () => {
    const elsewhere = 'https://cdn.test/inbox/conversation/1.0.0-a/mf-manifest.json';
    globalThis.fetch = answer({}, 500);
    Reflect.set(globalThis, 'Response', { json: (body: unknown) => body });
    const { runtime } = fakeRuntime(async (hooks) => {
      await fetchOf(hooks, elsewhere);
      return remoteModule();
    });
    const load = loader(runtime, {
      registry: { revision: 1, panels: { conversation: entry({ entry: elsewhere }) } },
      allowedOrigins: ['https://cdn.test'],
      manifests: { [elsewhere]: manifest() },
    });
    expect(await load('conversation', 1)).toMatchObject({ version: '1.0.0-a' });
    expect(globalThis.fetch).not.toHaveBeenCalled();
  });

  it('registers it anew for every later attempt, since a failed one stays cached', async () => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    const load = loader(runtime);
    await load('conversation', 1);
    await load('conversation', 2);
    expect(registered.map(({ force }) => force)).toEqual([false, true]);
  });

  it('has at a later attempt what was published or rolled back meanwhile', async () => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    const back = entry({ version: '0.9.0-z', entry: '/panels/conversation/0.9.0-z/mf-manifest.json' });
    const load = loader(runtime, { newer: { revision: 2, panels: { conversation: back } } });
    await load('conversation', 1);
    await load('conversation', 2);
    expect(registered.at(-1)?.entry).toContain('/0.9.0-z/');
  });

  const release = { ...entry(), version: '2.0.0-b', entry: '/panels/conversation/2.0.0-b/mf-manifest.json' };
  const canary = { release, version: '2.0.0-b', percent: 100, seed: 's' };
  const withCanary = { revision: 2, panels: { conversation: entry({ canary }) } };

  it('gives the canary to those who are chosen', async () => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    await loader(runtime, { registry: withCanary })('conversation', 1);
    expect(registered[0]?.entry).toContain('/2.0.0-b/');
  });

  it('takes the stable build at once when the canary fails, and stays with it', async () => {
    let isFirst = true;
    const { runtime, registered } = fakeRuntime(async () => {
      if (!isFirst) return remoteModule();
      isFirst = false;
      throw new Error('no heart');
    });
    const onGivenUp = jest.fn();
    const load = loader(runtime, { registry: withCanary, onGivenUp });
    await load('conversation', 1);
    await load('conversation', 2);
    expect(registered.map(({ entry: url }) => /conversation\/([^/]+)/.exec(url)?.[1])).toEqual([
      '2.0.0-b',
      '1.0.0-a',
      '1.0.0-a',
    ]);
    expect(onGivenUp).toHaveBeenCalledTimes(1);
  });

  it('gives up a canary that failed after it was loaded, and nothing else', async () => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    const { load, giveUp } = makeLoader(runtime, { registry: withCanary });
    expect(await giveUp('conversation', '1.0.0-a')).toBe(false);
    expect(await giveUp('conversation', '2.0.0-b')).toBe(true);
    await load('conversation', 1);
    expect(registered[0]?.entry).toContain('/1.0.0-a/');
  });

  it.each([
    ['the same', entry(), false],
    ['rolled back', entry({ version: '0.9.0-z' }), true],
    ['switched off', entry({ enabled: false }), true],
  ])('knows whether the server has another build: %s', async (_, served, expected) => {
    const { runtime } = fakeRuntime(async () => remoteModule());
    const { isOther, refresh } = makeLoader(runtime, { newer: { revision: 2, panels: { conversation: served } } });
    expect(await isOther('conversation', '1.0.0-a')).toBe(false);
    await refresh();
    expect(await isOther('conversation', '1.0.0-a')).toBe(expected);
  });

  it.each([
    ['not-started', 'Cannot read properties of undefined'],
    ['version', 'Version 1.0.0 of shared singleton module @inbox/events does not satisfy the requirement of x'],
  ])('says %s of files that came and failed as they ran', async (kind, message) => {
    const { runtime } = fakeRuntime(() => Promise.reject(new Error(message)));
    expect(await failureOf(loader(runtime)('conversation', 1))).toEqual({ kind, detail: message });
  });

  it.each([
    ['is not in the registry', {}, 'not-published'],
    ['is switched off', { conversation: entry({ enabled: false }) }, 'disabled'],
    ['speaks another version of a topic', { conversation: entry({ produces: ['ticket.current@2'] }) }, 'version'],
    ['declares a topic that nobody knows', { conversation: entry({ consumes: ['weather@1'] }) }, 'version'],
    ['was built for another contract', { conversation: entry({ contract: '2' }) }, 'contract'],
    ['lies on an unlisted origin', { conversation: entry({ entry: 'https://evil.test/mf-manifest.json' }) }, 'origin'],
  ])('refuses one that %s, before anything is fetched', async (_, panels, kind) => {
    const { runtime, registered } = fakeRuntime(async () => remoteModule());
    expect(await failureOf(loader(runtime, { registry: { revision: 1, panels } })('conversation', 1))).toMatchObject({
      kind,
    });
    expect(registered).toEqual([]);
  });

  it('lets it do what was published of it, whatever its code declares', async () => {
    const { runtime } = fakeRuntime(async () => remoteModule({ consumes: ['session@1'], produces: ['toast@1'] }));
    const panels = { conversation: entry({ consumes: ['ticket.open@1'] }) };
    const loaded = await loader(runtime, { registry: { revision: 1, panels } })('conversation', 1);
    expect(loaded).toMatchObject({ consumes: ['ticket.open@1'], produces: [] });
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
    ['declares topics of another page', remoteModule({ consumes: ['ticket.open@7'] }), 'version'],
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

  /** Runtime whose script fails this many times without a reason, and the server that is asked for it. */
  function failing(times: number, server: (init: RequestInit | undefined) => Promise<Response>) {
    let loads = 0;
    globalThis.fetch = jest.fn<typeof fetch>((_url, init) => server(init));
    const { runtime, registered } = fakeRuntime(async (hooks) => {
      if ((loads += 1) > times) return remoteModule();
      scriptOf(hooks, `${BASE}panel.js`)?.dispatchEvent(new Event('error'));
      throw new Error('the runtime does not say why');
    });
    return { runtime, registered };
  }
  const published = async () => new Response('published');
  /** Browsers refuse other bytes than those that the hash is of. */
  const altered = (init: RequestInit | undefined) =>
    init?.integrity ? Promise.reject(new TypeError('Failed to fetch')) : published();

  it.each([
    ['its server answers with other bytes', altered, 'hash-wrong'],
    ['its server has no such file', async () => new Response('', { status: 404 }), 'unreachable'],
    ['its server is not reached', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ])('tells a wrong hash from a missing file: %s', async (_, server, kind) => {
    const { runtime, registered } = failing(1, server);
    expect(await failureOf(loader(runtime)('conversation', 1))).toMatchObject({ kind });
    expect(registered).toHaveLength(1);
  });

  it('does not refuse a panel whose connection broke: it is loaded once more', async () => {
    const { runtime, registered } = failing(1, published);
    await expect(loader(runtime)('conversation', 1)).resolves.toBeDefined();
    expect(registered.map(({ force }) => force)).toEqual([false, true]);
  });

  it('does not refuse a panel whose connection breaks twice: it is unreachable', async () => {
    const { runtime, registered } = failing(2, published);
    expect(await failureOf(loader(runtime)('conversation', 1))).toMatchObject({ kind: 'unreachable' });
    expect(registered).toHaveLength(2);
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
    // After a reload the browser would otherwise use the bytes once more that were wrong.
    for (const file of ['mf-manifest.json', 'panel.js']) {
      expect(globalThis.fetch).toHaveBeenCalledWith(`${BASE}${file}`, expect.objectContaining({ cache: 'reload' }));
    }
  });
});

describe('a preview', () => {
  const preview = { ...entry(), version: '0.2.0-p', entry: '/panels/conversation/0.2.0-p/mf-manifest.json' };
  const previews = { conversation: preview };

  it('is loaded in place of the live release, also where that is switched off or there is none', async () => {
    const live: Registry['panels'][] = [{}, { conversation: entry({ enabled: false }) }, { conversation: entry() }];
    for (const panels of live) {
      const { runtime, registered } = fakeRuntime(async () => remoteModule());
      await loader(runtime, { previews, registry: { revision: 1, panels } })('conversation', 1);
      expect(registered[0]?.entry).toContain('/0.2.0-p/');
    }
  });

  it('runs no script without the hash that it was published with', async () => {
    const { runtime } = fakeRuntime(async (hooks) => {
      expect(scriptOf(hooks, 'https://inbox.test/panels/conversation/0.2.0-p/panel.js')?.integrity).toBe(HASH);
      scriptOf(hooks, 'https://inbox.test/panels/conversation/0.2.0-p/other.js');
      return remoteModule();
    });
    expect(await failureOf(loader(runtime, { previews })('conversation', 1))).toMatchObject({ kind: 'hash-missing' });
  });

  it('stays when something newer is live, and gives way to no stable build', async () => {
    const { runtime } = fakeRuntime(async () => remoteModule());
    const builds = makeLoader(runtime, { previews });
    expect(await builds.isOther('conversation', '0.2.0-p')).toBe(false);
    expect(await builds.giveUp('conversation', '0.2.0-p')).toBe(false);
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
