import { agentName, type Agent, type AgentId } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useCallback, useEffect, useState } from 'react';
import { messages } from '../../messages';

/** First names, as a row has little room; whoever shares one goes by the full name. */
export function shortNames(agents: readonly Agent[]): ReadonlyMap<AgentId, string> {
  const bearers = new Map<string, number>();
  for (const { first_name } of agents) bearers.set(first_name, (bearers.get(first_name) ?? 0) + 1);
  return new Map(
    agents.map((agent) => {
      const alone = agent.first_name !== '' && bearers.get(agent.first_name) === 1;
      return [agent.id, alone ? agent.first_name : agentName(agent)];
    }),
  );
}

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
      (agents) => setNames(shortNames(agents)),
      // Rows are of use without the names; the ticket's number still stands there.
      () => undefined,
    );
    return () => gone.abort();
  }, [api, wanted]);

  return useCallback((id) => (id === null ? messages.nobody : names.get(id)), [names]);
}
