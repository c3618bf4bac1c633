import { createStore, type ReadableStore } from '@inbox/panel/store';
import { NOTHING, type Selection } from './selection-state';

export interface SelectionStore extends ReadableStore<Selection> {
  change(next: (before: Selection) => Selection): void;
  clear(): void;
}

/** What is chosen, outside React: each checkbox subscribes by itself, so that its row does not render again for it. */
export function createSelectionStore(): SelectionStore {
  const selection = createStore<Selection>(NOTHING);
  return {
    get: selection.get,
    subscribe: selection.subscribe,
    change: (next) => selection.set(next(selection.get())),
    clear: () => selection.set(NOTHING),
  };
}
