import { createContext, use } from 'react';
import { useStore } from '@inbox/panel/store';
import type { CatalogPanel } from '@inbox/shell/panels';
import { panelsIn, topOf, type Slots } from './slots';

const SlotsContext = createContext<Slots | null>(null);

export const SlotsProvider = SlotsContext.Provider;

/** Throws outside a SlotsProvider. */
export function useSlots(): Slots {
  const slots = use(SlotsContext);
  if (!slots) throw new Error('A component that needs the slots is outside SlotsProvider.');
  return slots;
}

export const useBreakpoint = () => useStore(useSlots().breakpoint);

/** The panel that fills the list or the main column; null when there is none, undefined while that is not known. */
export function useColumnPanel(slot: 'list' | 'main'): CatalogPanel | null | undefined {
  const panels = useStore(useSlots().panels);
  return panels === null ? undefined : (panelsIn(slot, panels)[0] ?? null);
}

/** The panels of the side slot, and the one that is seen. */
export function useSidePanels(): { panels: readonly CatalogPanel[]; top: CatalogPanel | null } {
  const slots = useSlots();
  const panels = panelsIn('side', useStore(slots.panels));
  const top = topOf(panels, useStore(slots.open));
  return { panels, top };
}
