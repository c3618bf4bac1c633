import { afterEach, expect, it } from '@jest/globals';
import { createOpenTabs } from './open-tabs';

/** Locks as browsers have them: of one name one after the other. */
function someLocks() {
  const held = new Map<string, Promise<unknown>>();
  const request = async (name: string, { signal }: LockOptions, work: () => unknown): Promise<unknown> => {
    const before = held.get(name);
    if (before) {
      const aborted = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
      await Promise.race([before, aborted]);
    }
    const turn = Promise.resolve(work());
    held.set(name, turn);
    await turn;
    if (held.get(name) === turn) held.delete(name);
    return turn;
  };
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) });
  return { request, query } as unknown as LockManager;
}

const ends: AbortController[] = [];
afterEach(() => ends.forEach((end) => end.abort()));

async function openTab(locks: LockManager | undefined, name: string, prefix = 'inbox.tab.') {
  const [end, tabs] = [new AbortController(), createOpenTabs(prefix, name, locks)];
  ends.push(end);
  await tabs.begin(end.signal);
  return { ...tabs, end };
}

it('a page knows the tabs that were open when it began, and neither itself nor tabs of others', async () => {
  const locks = someLocks();
  const first = await openTab(locks, 'first');
  await openTab(locks, 'stranger', 'other.tab.');
  const second = await openTab(locks, 'second');
  expect(['first', 'second', 'stranger'].map(second.isOpen)).toEqual([true, false, false]);
  expect(first.isOpen('second')).toBe(false);
});

it('a tab that ends while the next page begins is not open', async () => {
  const locks = someLocks();
  const first = await openTab(locks, 'first');
  const next = openTab(locks, 'next');
  first.end.abort();
  expect((await next).isOpen('first')).toBe(false);
});

it('a browser without locks knows of no other tab', async () => {
  await openTab(undefined, 'first');
  expect((await openTab(undefined, 'second')).isOpen('first')).toBe(false);
});
