import type { Agent, Profile } from '@inbox/domain';
import { useStore } from '@inbox/panel/store';
import { createContext, useContext } from 'react';
import type { AgentSession } from './agent-session';

/** The agents of the merchant; null while they are not loaded. */
export interface AgentDirectory {
  agents: readonly Agent[] | null;
  failed: boolean;
  reload(): void;
}

export const AgentSessionContext = createContext<AgentSession | null>(null);
export const AgentsContext = createContext<AgentDirectory>({ agents: null, failed: false, reload: () => undefined });

export function useAgentSession(): AgentSession {
  const session = useContext(AgentSessionContext);
  if (!session) throw new Error('This component works only for a signed-in agent');
  return session;
}

/** Is it known what this browser stores? */
export function useIsLoaded(): boolean {
  const { records } = useAgentSession();
  return useStore(records.isLoaded);
}

export const useAgents = (): AgentDirectory => useContext(AgentsContext);

/** What the rules must know of the signed-in agent. */
export const actingAs = (profile: Profile) => ({ ...profile, id: profile.current_user_id });
