import { agentName, type AgentId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useCallback, useEffect, useState } from 'react';
import { messages } from '../../messages';

/**
 * The names of owners, asked for once `wanted`: the rows come first. Undefined while they are not known, or when an agent
 * is not among them.
 */
export function useOwnerNames(wanted: boolean): (id: AgentId | null) => string | undefined {
  const { api } = usePanel();
  const [names, setNames] = useState<ReadonlyMap<AgentId, string>>(new Map());

  useEffect(() => {
    if (!wanted) return;
    const gone = new AbortController();
    api.allAgents({}, { signal: gone.signal }).then(
      (agents) => setNames(new Map(agents.map((agent) => [agent.id, agentName(agent)]))),
      // Rows are of use without the names; the ticket's number still stands there.
      () => undefined,
    );
    return () => gone.abort();
  }, [api, wanted]);

  return useCallback((id) => (id === null ? messages.nobody : names.get(id)), [names]);
}
