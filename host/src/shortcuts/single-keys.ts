import * as z from 'zod/mini';
import { createStore, type ReadableStore } from '@inbox/panel/store';
import { readStoredText, writeStoredText } from '../storage';

const SHORTCUTS_KEY = 'inbox.shortcuts';

/** May single keys act? The agent can turn them off (WCAG 2.1.4); remembered. */
export interface SingleKeys {
  on: ReadableStore<boolean>;
  turn(on: boolean): void;
}

export function createSingleKeys(): SingleKeys {
  const on = createStore(readStoredText(SHORTCUTS_KEY, z.enum(['on', 'off'])) !== 'off');
  return {
    on,
    turn(wanted) {
      on.set(wanted);
      writeStoredText(SHORTCUTS_KEY, wanted ? 'on' : 'off');
    },
  };
}
