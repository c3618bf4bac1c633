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
  /** Calls back with the action's id when the button of a toast is pressed; returns how to stop. */
  onActed(listener: (id: string) => void): () => void;
}

export function createToasts(loadLayer: (onAction: (id: string) => void) => Promise<ToastLayer>): Toasts {
  const acted = createListeners<[id: string]>();
  let layer: ToastLayer | null = null;
  let loading = false;
  let waiting: Toast[] = [];

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

  return {
    show(toast) {
      if (layer) return layer.show(toast);
      waiting.push(toast);
      if (!loading) void load();
    },
    dismissAll() {
      waiting = [];
      layer?.dismissAll();
    },
    onActed: acted.subscribe,
  };
}
