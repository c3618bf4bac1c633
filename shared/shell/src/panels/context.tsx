import { createContext, use } from 'react';
import type { PanelTheme } from '@inbox/panel/contract';
import type { PagePorts } from './page-ports';
import type { PanelStore } from './panel-store';

/** What every panel slot of a page has in common. */
export interface PanelEnvironment {
  panels: PanelStore;
  /** Called when a panel shows what it loaded, or has crashed before. */
  onPanelComplete(name: string): void;
  ports: PagePorts;
  theme: PanelTheme;
  locale: string;
  nonce?: string;
}

const PanelContext = createContext<PanelEnvironment | null>(null);

export const PanelProvider = PanelContext.Provider;

/** Throws outside a PanelProvider. */
export function usePanelEnvironment(): PanelEnvironment {
  const environment = use(PanelContext);
  if (!environment) throw new Error('PanelSlot is outside PanelProvider.');
  return environment;
}
