import { CACHE_MAX_AGE_MS } from '@inbox/api';
import { agentSchema, type Agent } from '@inbox/domain';
import { useEvent, usePanel, usePanelStorage } from '@inbox/panel';
import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { AgentDirectory } from './agent-workspace-context';
import { useRetry } from '../ui/use-retry';

const STORED = 'copy.agents';
const storedSchema = z.array(agentSchema);

/**
 * The merchant's agents, for the owner's name and the assign menu. Until they are loaded those of the last time stand in;
 * a failed load is tried again by itself.
 */
export function useAgentDirectory(): AgentDirectory {
  const { api } = usePanel();
  const storage = usePanelStorage();
  const [agents, setAgents] = useState<readonly Agent[] | null>(() => storage.read(STORED, storedSchema));
  const { attempt, failures, onFailed, onWorked } = useRetry();

  const load = useCallback(
    async (options: { signal?: AbortSignal; fresh?: boolean } = {}) => {
      try {
        const loaded = await api.allAgents({}, options);
        setAgents(loaded);
        onWorked();
        storage.write(STORED, loaded);
      } catch {
        if (!options.signal?.aborted) onFailed();
      }
    },
    [api, storage, onFailed, onWorked],
  );

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    void load({ signal });
    const timer = setInterval(() => void load({ signal, fresh: true }), CACHE_MAX_AGE_MS);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [load, attempt]);

  useEvent('refresh.requested', () => void load({ fresh: true }));
  useEvent('live.agents.changed', () => void load({ fresh: true }));

  return { agents, failed: failures > 0, reload: () => void load() };
}
