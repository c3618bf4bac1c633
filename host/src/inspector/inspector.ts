import * as z from 'zod/mini';
import { createStore, type ReadableStore } from '@inbox/panel/store';
import { readStoredText, writeStoredText } from '../storage';
import type { InspectorDeps } from './open-inspector';
import { inspectorMessages } from './messages';

const STORAGE_KEY = 'inbox.inspector';

/** The inspector of panels and bus: off by default; switched on in the palette, and remembered in this browser. */
export interface Inspector {
  on: ReadableStore<boolean>;
  /** Switched off it closes as well. */
  turn(on: boolean): void;
  toggle(): void;
  stop(): void;
}

interface Options extends Omit<InspectorDeps, 'onClose'> {
  onFailed(text: string): void;
}

/** Its code is loaded, and the bus watched, from when it is opened. */
export function createInspector({ onFailed, ...deps }: Options): Inspector {
  const on = createStore(readStoredText(STORAGE_KEY, z.enum(['on', 'off'])) === 'on');
  let opened: { close(): void } | null = null;

  function close(): void {
    opened?.close();
    opened = null;
  }

  async function open(): Promise<void> {
    const own = (opened = { close: () => {} });
    try {
      const { openInspector } = await import('./open-inspector');
      // Closed again while its code was on its way.
      if (opened === own) own.close = openInspector({ ...deps, onClose: close });
    } catch (error) {
      console.warn('The inspector could not be loaded', error);
      if (opened === own) opened = null;
      onFailed(inspectorMessages.failed);
    }
  }

  return {
    on,
    turn(wanted) {
      on.set(wanted);
      writeStoredText(STORAGE_KEY, wanted ? 'on' : 'off');
      if (!wanted) close();
    },
    toggle() {
      if (opened) close();
      else void open();
    },
    stop: close,
  };
}
