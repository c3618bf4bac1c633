import type { Schema } from '@inbox/domain';
import type { PanelStorage } from './storage';
import { createStore, type ReadableStore } from '../state/store';

/** A short list in the browser's storage that all tabs of the agent change and follow, the newest entry last. */
export interface StoredList<T> extends ReadableStore<readonly T[]> {
  /** Puts it last, whether or not it was there. */
  add(item: T): void;
  remove(item: T): void;
  /** Follows what other tabs change; returns how to stop. */
  start(): () => void;
}

export interface StoredListOptions<T> {
  storage: Pick<PanelStorage, 'read' | 'write' | 'onChange'>;
  key: string;
  schema: Schema<T[]>;
  /** How many there may be: the oldest are forgotten first. */
  most: number;
}

/** Entries are told apart by identity: texts or numbers. */
export function createStoredList<T extends string | number>(options: StoredListOptions<T>): StoredList<T> {
  const { storage, key, schema, most } = options;
  const read = (): readonly T[] => storage.read(key, schema) ?? [];
  const { get, set, subscribe } = createStore(read());

  /** Read anew: another tab may have changed it. What the browser will not store stays in this page. */
  function change(item: T, ...added: readonly T[]): void {
    const items = [...read().filter((other) => other !== item), ...added].slice(-most);
    storage.write(key, items);
    set(items);
  }

  return {
    get,
    subscribe,
    add: (item) => change(item, item),
    remove: (item) => change(item),
    start() {
      set(read());
      return storage.onChange(key, () => set(read()));
    },
  };
}
