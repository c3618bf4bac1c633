import type { Agent, Profile } from '@inbox/domain';
import { useStore } from '@inbox/panel/store';
import { createContext, useContext } from 'react';
import type { AgentWorkspace } from './agent-workspace';

/** The agents of the merchant; null while they are not loaded. */
export interface AgentDirectory {
  agents: readonly Agent[] | null;
  failed: boolean;
  reload(): void;
}

export const AgentWorkspaceContext = createContext<AgentWorkspace | null>(null);
export const AgentsContext = createContext<AgentDirectory>({ agents: null, failed: false, reload: () => undefined });

export function useAgentWorkspace(): AgentWorkspace {
  const session = useContext(AgentWorkspaceContext);
  if (!session) throw new Error('This component works only for a signed-in agent');
  return session;
}

/** Is it known what this browser stores? */
export function useIsLoaded(): boolean {
  const { records } = useAgentWorkspace();
  return useStore(records.isLoaded);
}

export const useAgents = (): AgentDirectory => useContext(AgentsContext);

/** What the rules must know of the signed-in agent. */
export const actingAs = (profile: Profile) => ({ ...profile, id: profile.current_user_id });
