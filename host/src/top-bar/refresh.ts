import { createStore, type Store } from '@inbox/panel/store';

/** Refresh, Refreshing, Refreshed for a second, Refresh (spec sections 4 and 9). */
export type RefreshState = 'idle' | 'refreshing' | 'refreshed';

export const REFRESHED_MS = 1_000;

export interface Refresher {
  state: Store<RefreshState>;
  press(): Promise<void>;
}

/** @param refresh loads anew; rejects when it could not */
export function createRefresher(refresh: () => Promise<void>): Refresher {
  const state = createStore<RefreshState>('idle');
  let calmingDown: ReturnType<typeof setTimeout> | undefined;
  return {
    state,
    async press() {
      if (state.get() === 'refreshing') return;
      clearTimeout(calmingDown);
      state.set('refreshing');
      try {
        await refresh();
      } catch {
        // The list itself says what went wrong.
        state.set('idle');
        return;
      }
      state.set('refreshed');
      calmingDown = setTimeout(() => state.set('idle'), REFRESHED_MS);
    },
  };
}
