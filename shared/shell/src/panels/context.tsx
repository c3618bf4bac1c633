import { createContext, use } from 'react';
import type { EmotionCache } from '@emotion/cache';
import type { PanelTheme } from '@inbox/panel/contract';
import type { PagePorts } from './page-ports';
import type { PanelStore } from './panel-store';

/** What every panel slot of a page has in common. */
export interface PanelEnvironment {
  panels: PanelStore;
  /** Called when a panel shows what it loaded, or has crashed before. */
  onPanelComplete(name: string): void;
  ports: PagePorts;
  /** Handed what a panel that goes away still has to do. */
  onUnmount?: (done: Promise<void>) => void;
  theme: PanelTheme;
  locale: string;
  nonce?: string;
  /** Makes the cache of styles of a panel, where styles are not elements in the page's head. */
  createStyles?: (key: string) => EmotionCache;
}

const PanelContext = createContext<PanelEnvironment | null>(null);

export const PanelProvider = PanelContext.Provider;

/** Throws outside a PanelProvider. */
export function usePanelEnvironment(): PanelEnvironment {
  const environment = use(PanelContext);
  if (!environment) throw new Error('PanelSlot is outside PanelProvider.');
  return environment;
}
