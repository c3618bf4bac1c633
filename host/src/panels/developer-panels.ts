import { PanelFacts } from '@inbox/federation/registry';
import * as z from 'zod/mini';
import { inOrder, type CatalogPanel } from './catalog';
import type { PanelOverrides } from './overrides';

/** The panels with a developer's own builds among them, which describe themselves in the `panel.json` of their server. */
export async function withDeveloperPanels(
  panels: readonly CatalogPanel[],
  overrides: PanelOverrides,
): Promise<readonly CatalogPanel[]> {
  const described = Object.entries(overrides).map(async ([name, origin]): Promise<CatalogPanel[]> => {
    try {
      const response = await fetch(new URL('/panel.json', origin));
      const { description } = z.parse(PanelFacts, await response.json());
      return description ? [{ name, description, enabled: true }] : [];
    } catch (error) {
      // The published description does as well; the panel itself says what is wrong when it cannot be loaded.
      console.warn(`${name} at ${origin} does not describe itself`, error);
      return [];
    }
  });
  const own = (await Promise.all(described)).flat();
  return inOrder([...panels.filter(({ name }) => !own.some((one) => one.name === name)), ...own]);
}
