import { isTimed, type Ticket } from '@inbox/domain';
import { useLineBack, usePanel } from '@inbox/panel';
import { whileAlone } from '@inbox/panel/alone';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useAgentSession } from '../../../parts/agent-session-context';

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

/**
 * Seconds for which the ticket has been handled, those that run included; null while they are not known, or the ticket is
 * not timed. The timer runs while the ticket is open or assigned and the window is visible and focused, in one tab alone.
 * What has run is reported when the ticket is left, the window loses focus, or the page is closed (spec section 4).
 */
export function useHandlingTimer({ id, status }: Ticket): { seconds: number; runs: boolean } | null {
  const { report: log, storageArea } = usePanel();
  const { handled, profile } = useAgentSession();
  const [running, setRunning] = useState(0);
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
      let ms = 0;
      let last = Date.now();
      const tick = () => {
        const now = Date.now();
        ms += Math.min(Math.max(0, now - last), LONGEST_TICK_MS);
        last = now;
        setRunning(Math.floor(ms / 1000));
      };
      const report = () => {
        tick();
        handled.add(id, ms);
        ms = 0;
        setRunning(0);
      };
      const timer = setInterval(tick, TICK_MS);
      // A page that is closed does not always say first that it loses the focus.
      window.addEventListener('pagehide', report);
      signal.addEventListener('abort', () => {
        clearInterval(timer);
        window.removeEventListener('pagehide', report);
        report();
        end();
      });
    };
    whileAlone(`${storageArea}.handling.${profile.current_user_id}`, signal, () => new Promise(count)).catch(
      (error: unknown) =>
        log({ level: 'warning', message: 'The handling timer could not start', detail: String(error) }),
    );
    return () => ended.abort();
  }, [runs, id, handled, log, storageArea, profile.current_user_id]);

  return timed && total !== null ? { seconds: total + running, runs } : null;
}
