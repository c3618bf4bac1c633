import { useLoadCode } from '@inbox/panel';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { messages } from '../messages';
import type FiltersPanelType from './filters-panel';

const requestPanel = () => import('./filters-panel');
/** A press on the button shares a request that was made when the pointer came near: when that is lost it has one of its own. */
const loadPanel = () => requestPanel().catch(requestPanel);

export interface FiltersPanelState {
  /** The panel while it is open; its code comes when it is first opened. */
  Panel: typeof FiltersPanelType | null;
  open(): void;
  close(): void;
  /** Loads the code ahead. */
  preload(): void;
  /** Gets the focus back. */
  button: RefObject<HTMLButtonElement | null>;
}

export function useFiltersPanel(): FiltersPanelState {
  const load = useLoadCode();
  const [Panel, setPanel] = useState<typeof FiltersPanelType | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  // The list takes no focus while the panel lies over it; afterwards the button is where the agent was.
  useEffect(() => {
    if (wasOpen.current && Panel === null) button.current?.focus();
    wasOpen.current = Panel !== null;
  }, [Panel]);

  return {
    Panel,
    open: () => load(loadPanel, (loaded) => setPanel(() => loaded.default), messages.filters.failed),
    close: () => setPanel(null),
    preload: () => void requestPanel().catch(() => undefined),
    button,
  };
}
