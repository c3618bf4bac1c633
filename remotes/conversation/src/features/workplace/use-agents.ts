import { CACHE_MAX_AGE_MS } from '@inbox/api';
import type { Agent } from '@inbox/domain';
import { useEvent, useLineBack, usePanel } from '@inbox/panel';
import { useCallback, useEffect, useState } from 'react';
import type { AgentDirectory } from './workplace';

/** The merchant's agents, for the owner's name and the assign menu. */
export function useAgentDirectory(): AgentDirectory {
  const { api } = usePanel();
  const [agents, setAgents] = useState<readonly Agent[] | null>(null);
  const [failed, setFailed] = useState(false);

  const load = useCallback(
    async (options: { signal?: AbortSignal; fresh?: boolean } = {}) => {
      setFailed(false);
      try {
        setAgents(await api.allAgents({}, options));
      } catch {
        if (!options.signal?.aborted) setFailed(true);
      }
    },
    [api],
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
  }, [load]);

  useEvent('refresh.requested', () => void load({ fresh: true }));
  useLineBack(() => {
    if (failed) void load();
  });

  return { agents, failed, reload: () => void load() };
}
