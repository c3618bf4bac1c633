/** @jest-environment jsdom */
import { expect, it, jest } from '@jest/globals';
import { leanBuild } from './lean-build';

interface Page {
  /** Imports two parts, each a chunk of its own. */
  parts?: readonly [() => Promise<unknown>, () => Promise<unknown>];
}

const chunkScript = () => document.head.querySelector<HTMLScriptElement>('script[src]');

/** The address that a part is requested at; the network then fails. */
async function addressOf(load: () => Promise<unknown>): Promise<string> {
  const loading = load();
  const script = chunkScript();
  if (!script) throw new Error('No chunk is requested.');
  script.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow('Loading chunk');
  return new URL(script.src).search;
}

it('a chunk that could not be loaded is requested at a new address each time, and others are not', async () => {
  const { main, problems } = await leanBuild('chunks');
  expect(problems).toEqual([]);
  const script = document.createElement('script');
  script.textContent = main;
  document.head.append(script);
  const { parts } = globalThis as Page;
  if (!parts) throw new Error('The build has not run.');
  const [one, other] = parts;
  expect(await addressOf(one)).toBe('');
  expect(await addressOf(one)).toBe('?attempt=1');
  expect(await addressOf(one)).toBe('?attempt=2');
  expect(await addressOf(other)).toBe('');

  globalThis.fetch = jest.fn<typeof fetch>().mockRejectedValue(new TypeError('offline'));
  void one().catch(() => undefined);
  const loaded = chunkScript()!;
  loaded.dispatchEvent(new Event('load'));
  // After a reload the browser would otherwise use the bytes that it holds for this address.
  expect(globalThis.fetch).toHaveBeenCalledWith(new URL(loaded.src).pathname, { cache: 'reload' });
});
