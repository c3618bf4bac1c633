import type { BusClient } from '@inbox/events';
import type { ReadableStore } from '@inbox/panel/store';
import type { CatalogPanel } from '@inbox/shell/panels';

/** What panels can do now of the commands that they describe, and how they are made to. */
export interface PanelActions {
  /** The actions that the panel offers now, of those it describes. */
  offered(panel: string): readonly string[];
  act(panel: string, action: string): void;
}

/** Follows what panels offer on `actions.<panel>`, from when they are known. It ends with the bus's client. */
export function followPanelActions(
  bus: BusClient,
  panels: ReadableStore<readonly CatalogPanel[] | null>,
  onRefused: (error: unknown) => void,
): PanelActions {
  const offered = new Map<string, readonly string[]>();
  function follow(): void {
    for (const { name, description } of panels.get() ?? []) {
      if (!description.commands || offered.has(name)) continue;
      offered.set(name, []);
      bus.onState(`actions.${name}`, ({ actions }) => void offered.set(name, actions));
    }
  }
  follow();
  panels.subscribe(follow);
  return {
    offered: (panel) => offered.get(panel) ?? [],
    act: (panel, action) =>
      void bus.send(`act.${panel}`, { action }).catch((error: unknown) => {
        console.warn(`${panel} did not do what it offered: ${action}`, error);
        onRefused(error);
      }),
  };
}
