import { isTimed, type Ticket } from '@inbox/domain';
import { useLineBack, usePanel } from '@inbox/panel';
import { withTabLock } from '@inbox/panel/tab-lock';
import { onTick } from '@inbox/ui';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { useAgentWorkspace } from '../workspace/agent-workspace-context';

const TICK_MS = 1_000;
/** More than this between two ticks was no handling: the machine slept. */
const LONGEST_TICK_MS = 5_000;

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
}
const isLookedAt = () => document.visibilityState === 'visible' && document.hasFocus();

/** What has run and is not reported yet: the milliseconds until a moment (since 1970), and that moment. */
interface Running {
  ms: number;
  until: number;
}

const goOn = ({ ms, until }: Running, now: number): Running => ({
  ms: ms + Math.min(Math.max(0, now - until), LONGEST_TICK_MS),
  until: now,
});

interface Handling {
  /** For how long the ticket has been handled, what runs included. */
  seconds(): number;
  runs: boolean;
}

/**
 * For how long the ticket has been handled, or that this is not known yet; null when the ticket is not timed. The timer
 * runs while the ticket is open or assigned and the window is visible and focused, in one tab alone. What has run is
 * reported when the ticket is left, the window loses focus, or the page is closed (spec section 4).
 */
export function useHandlingTimer({ id, status }: Ticket): Handling | 'unknown' | null {
  const { report: log, storageArea } = usePanel();
  const { handled, profile } = useAgentWorkspace();
  const running = useRef<Running | null>(null);
  const timed = isTimed(status);
  const runs = useSyncExternalStore(subscribe, isLookedAt) && timed;
  const total = useSyncExternalStore(handled.subscribe, () => handled.total(id));

  useLineBack(() => handled.wake());
  useEffect(() => {
    if (timed) handled.load(id);
  }, [handled, id, timed]);

  useEffect(() => {
    if (!runs) return;
    const ended = new AbortController();
    const { signal } = ended;
    const count = (end: () => void) => {
      let counted: Running = { ms: 0, until: Date.now() };
      const tick = () => {
        counted = goOn(counted, Date.now());
        running.current = counted;
      };
      const report = () => {
        tick();
        const { ms, until } = counted;
        counted = { ms: 0, until };
        running.current = counted;
        handled.add(id, ms);
      };
      tick();
      const endTicks = onTick(TICK_MS, tick);
      // A page that is closed does not always say first that it loses the focus.
      window.addEventListener('pagehide', report);
      signal.addEventListener('abort', () => {
        endTicks();
        window.removeEventListener('pagehide', report);
        report();
        running.current = null;
        end();
      });
    };
    withTabLock(`${storageArea}.handling.${profile.current_user_id}`, signal, () => new Promise(count)).catch(
      (error: unknown) =>
        log({ level: 'warning', message: 'The handling timer could not start', detail: String(error) }),
    );
    return () => ended.abort();
  }, [runs, id, handled, log, storageArea, profile.current_user_id]);

  const seconds = useCallback(() => {
    const ms = running.current === null ? 0 : goOn(running.current, Date.now()).ms;
    return (total ?? 0) + Math.floor(ms / 1000);
  }, [total]);
  if (!timed) return null;
  return total === null ? 'unknown' : { seconds, runs };
}
