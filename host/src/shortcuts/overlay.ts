import { createElement, type ComponentType, type ReactElement } from 'react';
import { createStore, type Store } from '../store';

export interface OverlayProps {
  onClose(): void;
}

export type OverlayName = 'palette' | 'sheet';

/** The one dialog of the shell that may lie over the page, once its code is there. */
export interface Overlay {
  shown: Store<ReactElement | null>;
  show(name: OverlayName): Promise<void>;
  close(): void;
}

/** @param load fetches a dialog's code; it is fetched when first asked for, and again after a failure */
export function createOverlay(
  load: (name: OverlayName) => Promise<ComponentType<OverlayProps>>,
  onFailed: () => void,
): Overlay {
  const shown = createStore<ReactElement | null>(null);
  let asked: OverlayName | null = null;
  function close(): void {
    asked = null;
    shown.set(null);
  }
  return {
    shown,
    async show(name) {
      asked = name;
      try {
        const component = await load(name);
        if (asked === name) shown.set(createElement(component, { onClose: close }));
      } catch (error) {
        console.warn(`The ${name} could not be loaded`, error);
        onFailed();
      }
    },
    close,
  };
}

/** From their own chunks: the first list does not wait for them. */
export const loadOverlay = async (name: OverlayName): Promise<ComponentType<OverlayProps>> =>
  name === 'palette' ? (await import('../palette/palette')).Palette : (await import('./sheet')).ShortcutSheet;
