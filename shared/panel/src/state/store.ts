import { useSyncExternalStore } from 'react';

/** Those who subscribe to something that happens, and what they are notified with. */
export interface Listeners<Args extends readonly unknown[] = []> {
  /** Calls everyone who is subscribed now; who subscribes meanwhile waits for the next time. */
  notify(...args: Args): void;
  /** Returns the unsubscribe function. */
  subscribe(listener: (...args: Args) => void): () => void;
}

export function createListeners<Args extends readonly unknown[] = []>(): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>();
  return {
    notify(...args) {
      for (const listener of [...listeners]) listener(...args);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** One value that changes, and those who subscribe to it: the seam between code outside React and components. */
export interface ReadableStore<T> {
  get(): T;
  /** Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

export interface Store<T> extends ReadableStore<T> {
  /** Replaces the value; subscribers are notified unless it is the same. */
  set(value: T): void;
}

/** Half of zustand's vanilla store by size, and it replaces values instead of merging objects. */
export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const { notify, subscribe } = createListeners();
  return {
    get: () => current,
    set(value) {
      if (Object.is(current, value)) return;
      current = value;
      notify();
    },
    subscribe,
  };
}

/** One value for each key. Subscribers are notified of all keys, and read their own. */
export interface KeyedStore<K, V> {
  /** What was set last, or `none`. */
  get(key: K): V;
  /** Replaces the key's value; subscribers are notified unless it is the same. */
  set(key: K, value: V): void;
  /** The values that are not `none`. */
  values(): readonly V[];
  /** Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** @param none the value of a key that has no other, by identity: setting it forgets the key */
export function createKeyedStore<K, V>(none: V): KeyedStore<K, V> {
  const byKey = new Map<K, V>();
  const { notify, subscribe } = createListeners();
  const get = (key: K): V => byKey.get(key) ?? none;
  return {
    get,
    set(key, value) {
      if (Object.is(get(key), value)) return;
      if (Object.is(value, none)) byKey.delete(key);
      else byKey.set(key, value);
      notify();
    },
    values: () => [...byKey.values()],
    subscribe,
  };
}

/** The store's value; the component renders again when it changes. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
