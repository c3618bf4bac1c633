import type { Agent } from '@inbox/domain';
import { useLineBack, usePanel } from '@inbox/panel';
import { useCallback, useEffect, useState } from 'react';
import type { AgentDirectory } from './workplace';

/** Milliseconds for which the directory is believed (spec section 9, cache max age). */
const MAX_AGE = 900_000;

/** The merchant's agents, for the owner's name and the assign menu. */
export function useAgentDirectory(): AgentDirectory {
  const { api } = usePanel();
  const [agents, setAgents] = useState<readonly Agent[] | null>(null);
  const [failed, setFailed] = useState(false);

  const load = useCallback(
    async (signal?: AbortSignal) => {
      setFailed(false);
      try {
        setAgents(await api.allAgents({}, signal && { signal }));
      } catch {
        if (!signal?.aborted) setFailed(true);
      }
    },
    [api],
  );

  useEffect(() => {
    const ended = new AbortController();
    void load(ended.signal);
    const timer = setInterval(() => void load(ended.signal), MAX_AGE);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [load]);

  useLineBack(() => {
    if (failed) void load();
  });

  return { agents, failed, reload: () => void load() };
}
