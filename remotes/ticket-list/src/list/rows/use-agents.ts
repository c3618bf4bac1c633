import type { Agent } from '@inbox/domain';
import { useEvent, usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

const NOBODY: readonly Agent[] = [];
/** Milliseconds before they are asked for again. */
const AGAIN_MS = 4_000;

/**
 * The merchant's agents, asked for once `wanted`: the rows come first. None while they are not known: rows are of use
 * without the names, and the ticket's number still stands there. What failed is asked for again by itself, and at once
 * when `needed`.
 */
export function useAgents(wanted: boolean, needed: boolean): readonly Agent[] {
  const { api } = usePanel();
  const [agents, setAgents] = useState(NOBODY);
  const [attempt, setAttempt] = useState(0);
  const missing = wanted && agents === NOBODY;

  useEffect(() => {
    if (!missing) return;
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    api.allAgents({}, { signal: gone.signal }).then(setAgents, () => {
      if (!gone.signal.aborted) timer = setTimeout(() => setAttempt(attempt + 1), AGAIN_MS);
    });
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [api, missing, needed, attempt]);

  const reload = () => {
    if (wanted) api.allAgents({}, { fresh: true }).then(setAgents, () => undefined);
  };
  useEvent('refresh.requested', reload);
  useEvent('live.agents.changed', reload);

  return agents;
}
