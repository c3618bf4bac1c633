import type { PanelModule } from '@inbox/panel/contract';
import { createListeners } from '@inbox/panel/store';
import { detailOf, PanelLoadError, type PanelFailure } from './failure';

/** A panel whose props the shell does not know: it hands on what its routes say. */
export type LoadedPanel = PanelModule<Record<string, unknown>>;

export type PanelState =
  | { status: 'loading' }
  | { status: 'ready'; module: LoadedPanel }
  | { status: 'failed'; failure: PanelFailure; error: Error };

/** Fetches a panel. `attempt` counts from 1: every later one must start from nothing. Rejects with PanelLoadError. */
export type LoadPanel = (name: string, attempt: number) => Promise<LoadedPanel>;

export interface PanelStore {
  /** The panel's state now; the first call starts loading it. */
  state(name: string): PanelState;
  subscribe(listener: () => void): () => void;
  /** Loads a failed panel once more, from nothing. Does nothing in any other state. */
  retry(name: string): void;
  /** Resolves when each of them is ready or has failed; never rejects. */
  preload(names: readonly string[]): Promise<void>;
}

interface Slot {
  state: PanelState;
  attempt: number;
  completed: Promise<void>;
}

/**
 * What is loaded, loading or failed. It knows nothing of federation: `loadPanel` may as well hand out modules that were
 * bundled with the shell.
 */
export function createPanelStore(loadPanel: LoadPanel, onFailure: (error: Error) => void = () => {}): PanelStore {
  const slots = new Map<string, Slot>();
  const { notify, subscribe } = createListeners();

  function set(name: string, state: PanelState) {
    const slot = slots.get(name);
    if (slot) slot.state = state;
    notify();
  }

  function start(name: string, attempt: number): Slot {
    const completed = loadPanel(name, attempt).then(
      (module) => set(name, { status: 'ready', module }),
      (reason: unknown) => {
        const error = reason instanceof Error ? reason : new Error(String(reason));
        const failure: PanelFailure =
          error instanceof PanelLoadError ? error.failure : { kind: 'unreachable', detail: detailOf(error) };
        set(name, { status: 'failed', failure, error });
        onFailure(error);
      },
    );
    const slot: Slot = { state: { status: 'loading' }, attempt, completed };
    slots.set(name, slot);
    return slot;
  }

  const slotOf = (name: string) => slots.get(name) ?? start(name, 1);

  return {
    state: (name) => slotOf(name).state,
    subscribe,
    retry(name) {
      const slot = slotOf(name);
      if (slot.state.status !== 'failed') return;
      start(name, slot.attempt + 1);
      notify();
    },
    async preload(names) {
      await Promise.all(names.map((name) => slotOf(name).completed));
    },
  };
}
