import type { ContentId } from '@inbox/domain';
import { useCallback, useEffect, useState } from 'react';
import type { GoTo } from './go-to';

/** An item to be shown; a new object each time it is asked for, so that the same one can be asked for twice. */
export interface Target {
  id: ContentId;
}

interface GoToOptions {
  isLoaded(id: ContentId): boolean;
  hasOlder: boolean;
  older: 'idle' | 'loading' | 'failed';
  loadOlder(backTo: ContentId): void;
}

/** Where the thread shall go. What lies between is loaded first; `target` is set once it is there. */
export function useGoTo({ isLoaded, hasOlder, older, loadOlder }: GoToOptions): { goTo: GoTo; target: Target | null } {
  const [wanted, setWanted] = useState<Target | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const isHere = wanted !== null && isLoaded(wanted.id);

  useEffect(() => {
    if (wanted === null) return;
    if (isHere) {
      setTarget(wanted);
      setWanted(null);
    } else if (!hasOlder || older === 'failed') {
      setWanted(null);
    } else if (older === 'idle') {
      loadOlder(wanted.id);
    }
  }, [wanted, isHere, hasOlder, older, loadOlder]);

  const goTo = useCallback((id: ContentId) => setWanted({ id }), []);
  return { goTo, target };
}
