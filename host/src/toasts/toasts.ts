import type { Toast } from '@inbox/events';
import { createListeners } from '@inbox/panel/store';

/** What draws toasts once it is loaded; see toast-layer.tsx. */
export interface ToastLayer {
  show(toast: Toast): void;
  dismissAll(): void;
}

/** Toasts, before and after the code that draws them is there: it is loaded with the first one. */
export interface Toasts {
  show(toast: Toast): void;
  dismissAll(): void;
  /** Shows this one in the place of all others and of those to come: what fails now fails because of it. */
  showLast(toast: Toast): void;
  /** Calls back with the action's id when the button of a toast is pressed; returns how to stop. */
  onActed(listener: (id: string) => void): () => void;
}

/** So many faults are remembered; one is reported by all who meet it within moments. */
const MOST_FAULTS = 100;

/** Remembers who has reported a fault first, and says of a toast whether another has shown its fault already. */
function createFaults(): (toast: Toast) => boolean {
  const reporters = new Map<string, string>();
  return ({ cause }) => {
    if (cause === undefined) return false;
    const first = reporters.get(cause.id) ?? cause.by;
    reporters.set(cause.id, first);
    if (reporters.size > MOST_FAULTS) reporters.delete([...reporters.keys()][0] ?? '');
    return first !== cause.by;
  };
}

export function createToasts(loadLayer: (onAction: (id: string) => void) => Promise<ToastLayer>): Toasts {
  const acted = createListeners<[id: string]>();
  let layer: ToastLayer | null = null;
  let loading = false;
  let waiting: Toast[] = [];
  let isOver = false;
  const isReported = createFaults();

  async function load(): Promise<void> {
    loading = true;
    try {
      layer = await loadLayer(acted.notify);
      for (const toast of waiting) layer.show(toast);
      waiting = [];
    } catch (error) {
      // The next toast tries again, and those that wait are shown with it.
      console.error('Toasts could not be loaded', error);
    } finally {
      loading = false;
    }
  }

  function show(toast: Toast): void {
    if (isOver || isReported(toast)) return;
    if (layer) return layer.show(toast);
    waiting.push(toast);
    if (!loading) void load();
  }
  function dismissAll(): void {
    waiting = [];
    layer?.dismissAll();
  }
  return {
    show,
    dismissAll,
    showLast(toast) {
      dismissAll();
      show(toast);
      isOver = true;
    },
    onActed: acted.subscribe,
  };
}
