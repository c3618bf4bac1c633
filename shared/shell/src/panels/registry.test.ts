/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createKnownRegistry, fetchPageRegistry, readRegistry } from './registry';

const originalFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = originalFetch;
  document.body.replaceChildren();
});

function inline(text: string) {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'inbox-registry';
  element.textContent = text;
  document.body.append(element);
}

const served = (ok: boolean, body: unknown) =>
  jest.fn<typeof fetch>().mockResolvedValue({ ok, status: ok ? 200 : 503, json: async () => body } as Response);

describe('the registry', () => {
  it('is taken from the page, without a request', async () => {
    globalThis.fetch = served(true, {});
    inline('{"registry":{"revision":3,"panels":{}},"manifests":{"/a":{}}}');
    const report = jest.fn();
    expect(await readRegistry(report)).toEqual({ registry: { revision: 3, panels: {} }, manifests: { '/a': {} } });
    expect(globalThis.fetch).not.toHaveBeenCalled();
    expect(report).not.toHaveBeenCalled();
  });

  it('is fetched when the page brings none', async () => {
    globalThis.fetch = served(true, { revision: 4, panels: {} });
    expect((await readRegistry(jest.fn())).registry.revision).toBe(4);
  });

  it('leaves out an entry that does not fit, by name, and has the others', async () => {
    const hash = `sha384-${'A'.repeat(64)}`;
    const entry = (name: string, slot: string) => ({
      name,
      version: '1.0.0-a',
      contract: '1',
      consumes: [],
      produces: [],
      description: { title: name, slot, order: 0, failed: 'No.' },
      entry: `/panels/${name}/1.0.0-a/mf-manifest.json`,
      integrity: { 'mf-manifest.json': hash },
      published_at: '2026-01-02T03:04:05.000Z',
      enabled: true,
    });
    const panels = { good: entry('good', 'side'), bad: entry('bad', 'ceiling'), other: entry('another', 'side') };
    inline(JSON.stringify({ registry: { revision: 3, panels }, manifests: {} }));
    const report = jest.fn<(error: unknown) => void>();
    expect(Object.keys((await readRegistry(report)).registry.panels)).toEqual(['good']);
    expect(report.mock.calls.map(([error]) => (error as Error).message)).toEqual([
      'Panel bad is refused',
      'Panel other is refused',
    ]);
  });

  it.each([
    ['cannot be fetched', () => (globalThis.fetch = served(false, {}))],
    ['does not fit its schema', () => (globalThis.fetch = served(true, { revision: -1, panels: {} }))],
    ['is not JSON in the page', () => inline('{')],
  ])('is empty and reported when it %s, so that the shell goes on', async (_, arrange) => {
    arrange();
    const report = jest.fn();
    expect(await readRegistry(report)).toEqual({ registry: { revision: 0, panels: {} }, manifests: {} });
    expect(report).toHaveBeenCalledTimes(1);
  });
});

describe('the registry of a page of another product', () => {
  it('comes from the inbox, with the manifests', async () => {
    const answer = { registry: { revision: 5, panels: {} }, manifests: { '/a': {} }, panelTimeoutMs: 20_000 };
    globalThis.fetch = served(true, answer);
    expect(await fetchPageRegistry('https://inbox.example', jest.fn())).toEqual(answer);
    expect(globalThis.fetch).toHaveBeenCalledWith('https://inbox.example/embed/registry.json', expect.anything());
  });

  it('is an error when it cannot be had', async () => {
    globalThis.fetch = served(false, {});
    await expect(fetchPageRegistry('https://inbox.example', jest.fn())).rejects.toThrow('answered 503');
  });
});

describe('the registry that a page knows', () => {
  const known = { revision: 3, panels: {} };

  it.each([
    ['a newer one', served(true, { revision: 4, panels: {} }), 4, 0],
    ['an older one, as a cache has it', served(true, { revision: 2, panels: {} }), 3, 0],
    ['nonsense', served(true, { revision: 'x' }), 3, 1],
    ['nothing', served(false, {}), 3, 1],
  ])('is after the server answered %s the newest that can be read', async (_, answer, revision, reports) => {
    globalThis.fetch = answer;
    const report = jest.fn();
    const registry = createKnownRegistry(known, report);
    await Promise.all([registry.refresh(), registry.refresh()]);
    expect(registry.current().revision).toBe(revision);
    expect(report).toHaveBeenCalledTimes(reports);
    expect(answer).toHaveBeenCalledTimes(1);
  });
});
