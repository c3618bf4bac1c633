import type { Agent } from '@inbox/domain';
import { useEvent, usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

const NOBODY: readonly Agent[] = [];

/**
 * The merchant's agents, asked for once `wanted`: the rows come first. None while they are not known; what failed is
 * asked for again when `needed`.
 */
export function useAgents(wanted: boolean, needed: boolean): readonly Agent[] {
  const { api } = usePanel();
  const [agents, setAgents] = useState(NOBODY);
  const missing = wanted && agents === NOBODY;

  useEffect(() => {
    if (!missing) return;
    const gone = new AbortController();
    // Rows are of use without the names; the ticket's number still stands there.
    api.allAgents({}, { signal: gone.signal }).then(setAgents, () => undefined);
    return () => gone.abort();
  }, [api, missing, needed]);

  const reload = () => {
    if (wanted) api.allAgents({}, { fresh: true }).then(setAgents, () => undefined);
  };
  useEvent('refresh.requested', reload);
  useEvent('live.agents.changed', reload);

  return agents;
}
