import { useSyncExternalStore } from 'react';

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
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(current, value)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; the component renders again when it changes. */
export function useStore<T>(store: ReadableStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
