/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { readRegistry } from './registry';

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
