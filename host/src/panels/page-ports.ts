import type { NavigationIntent, PanelPorts, PanelReport } from '@inbox/panel/contract';
import type { SlotName } from '@inbox/panel/description';

/** As whom a panel acts: by its published description, whatever its code says. */
export interface PanelIdentity {
  name: string;
  version: string;
  slot: SlotName;
  consumes: readonly string[];
  produces: readonly string[];
}

/** What the shell does for panels. */
export interface PagePorts {
  navigate(intent: NavigationIntent): void;
  report(entry: PanelReport): void;
  /** The ports of one mounted panel: frozen, and its own down to each function. */
  of(panel: PanelIdentity): PanelPorts;
}
