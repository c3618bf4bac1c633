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

/** Milliseconds: the same words within this time are about one fault. */
const ONE_FAULT_MS = 1_000;

/** Toasts with the same key say the same thing and offer the same actions. */
export const toastKey = ({ kind, text, action, second_action }: Toast): string =>
  JSON.stringify([kind, text, action?.id, second_action?.id]);

export function createToasts(loadLayer: (onAction: (id: string) => void) => Promise<ToastLayer>): Toasts {
  const acted = createListeners<[id: string]>();
  let layer: ToastLayer | null = null;
  let loading = false;
  let waiting: Toast[] = [];
  let last: { key: string; at: number } | null = null;

  /** A panel and what it calls may both report one fault. */
  function isRepeated(toast: Toast): boolean {
    const [key, at] = [toastKey(toast), Date.now()];
    const isSame = last?.key === key && at - last.at < ONE_FAULT_MS;
    last = { key, at };
    return isSame;
  }

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
      if (isRepeated(toast)) return;
      if (layer) return layer.show(toast);
      waiting.push(toast);
      if (!loading) void load();
    },
    dismissAll() {
      waiting = [];
      last = null;
      layer?.dismissAll();
    },
    onActed: acted.subscribe,
  };
}
