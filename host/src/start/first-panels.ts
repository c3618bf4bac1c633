import { isInFirstPaint } from '@inbox/panel/description';
import type { CatalogPanel } from '@inbox/shell/panels';
import { ticketOfSegment } from '../routing/routes';

/** Names of the panels that the address asks for: the others come after them. */
export function firstPanelsOf(panels: readonly CatalogPanel[], path: string): readonly string[] {
  const ticket = ticketOfSegment(path.split('/')[3]);
  return panels
    .filter(({ description, enabled }) => enabled && isInFirstPaint(description, ticket !== null))
    .map(({ name }) => name);
}
