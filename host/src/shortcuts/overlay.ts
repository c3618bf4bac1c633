import { createElement, type ComponentType, type ReactElement } from 'react';
import { createStore, type ReadableStore } from '@inbox/panel/store';

export interface OverlayProps {
  onClose(): void;
}

export type OverlayName = 'palette' | 'sheet' | 'sign-in' | 'sign-out';

/** The one dialog of the shell that may lie over the page, once its code is there. */
export interface Overlay {
  shown: ReadableStore<ReactElement | null>;
  show(name: OverlayName): Promise<void>;
  close(): void;
}

/** @param load fetches a dialog's code; it is fetched when first asked for, and again after a failure */
export function createOverlay(
  load: (name: OverlayName) => Promise<ComponentType<OverlayProps>>,
  onFailed: (name: OverlayName) => void,
): Overlay {
  const shown = createStore<ReactElement | null>(null);
  let requested: OverlayName | null = null;
  function close(): void {
    requested = null;
    shown.set(null);
  }
  return {
    shown,
    async show(name) {
      requested = name;
      try {
        const component = await load(name);
        if (requested === name) shown.set(createElement(component, { onClose: close }));
      } catch (error) {
        console.warn(`The ${name} could not be loaded`, error);
        onFailed(name);
      }
    },
    close,
  };
}
