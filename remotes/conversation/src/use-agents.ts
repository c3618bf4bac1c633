import { CACHE_MAX_AGE_MS } from '@inbox/api';
import { agentSchema, type Agent } from '@inbox/domain';
import { useEvent, useLineBack, usePanel, usePanelStorage } from '@inbox/panel';
import { useCallback, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { AgentDirectory } from './parts/agent-session-context';

const STORED = 'agents';
const storedSchema = z.array(agentSchema);
/** Milliseconds between attempts after a failure. */
const WAITS = [2_000, 4_000, 8_000, 15_000, 30_000] as const;

/**
 * The merchant's agents, for the owner's name and the assign menu. Until they are loaded those of the last time stand in;
 * a failed load is tried again by itself.
 */
export function useAgentDirectory(): AgentDirectory {
  const { api } = usePanel();
  const storage = usePanelStorage();
  const [agents, setAgents] = useState<readonly Agent[] | null>(() => storage.read(STORED, storedSchema));
  /** Failures in a row. */
  const [failures, setFailures] = useState(0);

  const load = useCallback(
    async (options: { signal?: AbortSignal; fresh?: boolean } = {}) => {
      try {
        const loaded = await api.allAgents({}, options);
        setAgents(loaded);
        setFailures(0);
        storage.write(STORED, loaded);
      } catch {
        if (!options.signal?.aborted) setFailures((before) => before + 1);
      }
    },
    [api, storage],
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
  useEffect(() => {
    if (failures === 0) return;
    const ended = new AbortController();
    const wait = WAITS[Math.min(failures, WAITS.length) - 1];
    const timer = setTimeout(() => void load({ signal: ended.signal }), wait);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [failures, load]);

  useEvent('refresh.requested', () => void load({ fresh: true }));
  useEvent('live.agents.changed', () => void load({ fresh: true }));
  useLineBack(() => {
    if (failures > 0) void load();
  });

  return { agents, failed: failures > 0, reload: () => void load() };
}
