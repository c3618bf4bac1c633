import { describe, expect, it } from '@jest/globals';
import { createKeyedStore, createListeners, createStore } from './store';

/** Counts how often it is called. */
function counter() {
  let count = 0;
  return { count: () => count, listener: () => void (count += 1) };
}

describe('listeners', () => {
  it('are notified with what happened until they unsubscribe', () => {
    const heard: string[] = [];
    const { notify, subscribe } = createListeners<[name: string, age: number]>();
    const end = subscribe((name, age) => heard.push(`${name} ${age}`));
    notify('Asha', 31);
    end();
    notify('Bala', 42);
    expect(heard).toEqual(['Asha 31']);
  });

  it('that unsubscribe or subscribe meanwhile take nobody out of turn', () => {
    const heard: string[] = [];
    const { notify, subscribe } = createListeners();
    const endFirst = subscribe(() => {
      heard.push('first');
      endFirst();
      subscribe(() => heard.push('late'));
    });
    subscribe(() => heard.push('second'));
    notify();
    expect(heard).toEqual(['first', 'second']);
    notify();
    expect(heard).toEqual(['first', 'second', 'second', 'late']);
  });
});

describe('a store', () => {
  it('notifies of another value, not of the same', () => {
    const { count, listener } = counter();
    const store = createStore(1);
    store.subscribe(listener);
    store.set(1);
    store.set(2);
    expect([store.get(), count()]).toEqual([2, 1]);
  });
});

describe('a keyed store', () => {
  const NONE: readonly string[] = [];

  it('has `none` for a key that was never set, and forgets a key that is set to it', () => {
    const store = createKeyedStore<number, readonly string[]>(NONE);
    expect(store.get(1)).toBe(NONE);
    store.set(1, ['a']);
    store.set(2, ['b']);
    store.set(1, NONE);
    expect(store.get(1)).toBe(NONE);
    expect(store.values()).toEqual([['b']]);
  });

  it('notifies of another value of any key, not of the same', () => {
    const { count, listener } = counter();
    const store = createKeyedStore<number, number | null>(null);
    store.subscribe(listener);
    store.set(1, null);
    store.set(1, 0);
    store.set(1, 0);
    store.set(2, 5);
    expect([store.get(1), store.get(2), count()]).toEqual([0, 5, 2]);
  });
});
