import { NOTHING, type Selection } from './selection-state';

export interface SelectionStore {
  subscribe(listener: () => void): () => void;
  get(): Selection;
  change(next: (before: Selection) => Selection): void;
  clear(): void;
}

/** What is chosen, outside React: each checkbox listens for itself, so that no row is drawn anew for it. */
export function createSelectionStore(): SelectionStore {
  const listeners = new Set<() => void>();
  let selection = NOTHING;
  const set = (next: Selection): void => {
    if (next === selection) return;
    selection = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get: () => selection,
    change: (next) => set(next(selection)),
    clear: () => set(NOTHING),
  };
}
