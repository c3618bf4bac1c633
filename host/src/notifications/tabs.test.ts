/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TestLocks } from '@inbox/panel/testing';
import { createTabs } from './tabs';

const at = (second: number, seq = second) => ({ at: new Date(second * 1_000).toISOString(), seq });

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

describe.each([
  ['with locks', () => new TestLocks()],
  ['without locks', () => undefined],
])('an occasion %s', (_, makeLocks) => {
  async function claims(...asked: Promise<boolean>[]): Promise<boolean[]> {
    const all = Promise.all(asked);
    await jest.advanceTimersByTimeAsync(100);
    return all;
  }

  it('is one tab’s, however many ask', async () => {
    const locks = makeLocks();
    const tabs = [createTabs(locks), createTabs(locks), createTabs(locks)];
    const won = await claims(...tabs.map((tab) => tab.claim('sound', at(5), 0)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await claims(...tabs.map((tab) => tab.claim('sound', at(4), 0)))).toEqual([false, false, false]);
  });

  it('waits until the last one is long enough ago', async () => {
    const tabs = createTabs(makeLocks());
    expect(await claims(tabs.claim('sound', at(5), 3_000))).toEqual([true]);
    expect(await claims(tabs.claim('sound', at(6), 3_000))).toEqual([false]);
    jest.advanceTimersByTime(3_000);
    expect(await claims(tabs.claim('sound', at(7), 3_000))).toEqual([true]);
  });

  it('does not stand in the way of another kind', async () => {
    const tabs = createTabs(makeLocks());
    expect(await claims(tabs.claim('sound', at(5), 0), tabs.claim('notification', at(5), 0))).toEqual([true, true]);
  });

  it('is told apart by its number within a moment', async () => {
    const tabs = createTabs(makeLocks());
    expect(await claims(tabs.claim('sound', at(5, 1), 0))).toEqual([true]);
    expect(await claims(tabs.claim('sound', at(5, 2), 0))).toEqual([true]);
    expect(await claims(tabs.claim('sound', at(5, 2), 0))).toEqual([false]);
  });
});

describe('what a tab has in view', () => {
  it('is known to the others until it is gone', async () => {
    const locks = new TestLocks();
    const [one, other] = [createTabs(locks), createTabs(locks)];
    one.show(['page', 'view.5']);
    expect(await other.isShown('view.5')).toBe(true);
    one.show(['page']);
    await jest.advanceTimersByTimeAsync(0);
    expect(await other.isShown('view.5')).toBe(false);
    expect(await other.isShown('page')).toBe(true);
    one.stop();
    await jest.advanceTimersByTimeAsync(0);
    expect(await other.isShown('page')).toBe(false);
  });

  it('is known to itself without locks', async () => {
    const tabs = createTabs(undefined);
    tabs.show(['page']);
    expect(await tabs.isShown('page')).toBe(true);
    expect(await tabs.isShown('view.5')).toBe(false);
  });
});
