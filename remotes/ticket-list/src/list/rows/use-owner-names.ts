import { agentName, type Agent, type AgentId } from '@inbox/domain';
import { useCallback, useMemo } from 'react';
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

/** The names of owners; undefined while they are not known, or when an agent is not among them. */
export function useOwnerNames(agents: readonly Agent[]): (id: AgentId | null) => string | undefined {
  const names = useMemo(() => shortNames(agents), [agents]);
  return useCallback((id) => (id === null ? messages.nobody : names.get(id)), [names]);
}
