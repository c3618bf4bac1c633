import type { Agent } from '@inbox/domain';
import { useEvent, usePanel, useRetry } from '@inbox/panel';
import { useEffect, useState } from 'react';

const NOBODY: readonly Agent[] = [];

/**
 * The merchant's agents, asked for once `wanted`: the rows come first. None while they are not known: rows are of use
 * without the names, and the ticket's number still stands there. What failed is asked for again by itself, and at once
 * when `needed`.
 */
export function useAgents(wanted: boolean, needed: boolean): readonly Agent[] {
  const { api } = usePanel();
  const [agents, setAgents] = useState(NOBODY);
  const { attempt, onFailed } = useRetry();
  const missing = wanted && agents === NOBODY;

  useEffect(() => {
    if (!missing) return;
    const gone = new AbortController();
    api.allAgents({}, { signal: gone.signal }).then(setAgents, () => gone.signal.aborted || onFailed());
    return () => gone.abort();
  }, [api, missing, needed, attempt, onFailed]);

  const reload = () => {
    if (wanted) api.allAgents({}, { fresh: true }).then(setAgents, () => undefined);
  };
  useEvent('refresh.requested', reload);
  useEvent('live.agents.changed', reload);

  return agents;
}
