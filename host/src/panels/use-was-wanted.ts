import { useState } from 'react';
import type { CatalogPanel } from '@inbox/shell/panels';

/**
 * Is the panel to be mounted? When it is first shown, and from then on, so that it is there at once the second time. One
 * that adds actions to others is mounted from the start, since it carries them out.
 */
export function useWasWanted({ description }: CatalogPanel, visible: boolean): boolean {
  const wanted = visible || (description.fills ?? []).length > 0;
  const [wasWanted, setWasWanted] = useState(wanted);
  if (wanted && !wasWanted) setWasWanted(true);
  return wanted || wasWanted;
}
