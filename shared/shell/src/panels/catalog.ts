import { chooseRelease, type Registry } from '@inbox/federation/registry';
import type { PanelDescription } from '@inbox/panel/description';
import {
  createPanelStore,
  type LoadPanel,
  type OtherBuilds,
  type PanelStore,
  type PanelStoreOptions,
} from './panel-store';

/** A panel that the shell can place: what is known of it before its code is loaded. */
export interface CatalogPanel {
  name: string;
  description: PanelDescription;
  /** False while an operator has switched it off: it is placed only where the page has nothing else to show. */
  enabled: boolean;
}

/** The panels of this page, lowest order first, and how each is loaded. */
export interface Catalog {
  panels: readonly CatalogPanel[];
  load: LoadPanel;
  /** None of panels that are bundled with the shell. */
  builds?: OtherBuilds;
}

/** Lowest order first; by name where two say the same. */
export const inOrder = (panels: readonly CatalogPanel[]) =>
  panels.toSorted((a, b) => a.description.order - b.description.order || (a.name < b.name ? -1 : 1));

/** The published panels with one's own builds in their places. */
export const withOwn = (panels: readonly CatalogPanel[], own: readonly CatalogPanel[]) =>
  inOrder([...panels.filter(({ name }) => !own.some((one) => one.name === name)), ...own]);

/** The panels that this agent's releases describe. A release without a description cannot be placed and is reported. */
export function describedPanels(
  registry: Registry,
  agentId: string,
  report: (error: Error) => void,
): readonly CatalogPanel[] {
  const found = Object.entries(registry.panels).flatMap(([name, entry]): CatalogPanel[] => {
    const release = chooseRelease(entry, agentId);
    if (!release) return [];
    const { description } = release;
    if (description) return [{ name, description, enabled: entry.enabled }];
    report(new Error(`Panel ${name} ${entry.version} describes no slot. Publish it again.`));
    return [];
  });
  return inOrder(found);
}

/**
 * The panels of a catalog that is still on its way.
 *
 * @param load loads one when its turn has come; the catalog's own `load` does it at once
 */
export function catalogStore(
  catalog: Promise<Catalog>,
  load: LoadPanel,
  options: Pick<PanelStoreOptions, 'timeLimit'> = {},
): PanelStore {
  return createPanelStore(load, {
    ...options,
    builds: {
      refresh: async () => (await catalog).builds?.refresh(),
      isOther: async (name, version) => (await (await catalog).builds?.isOther(name, version)) ?? false,
      giveUp: async (name, version) => (await (await catalog).builds?.giveUp(name, version)) ?? false,
    },
    onFailure: (error) => console.error(error),
  });
}
