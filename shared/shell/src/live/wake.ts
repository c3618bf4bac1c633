import type { Clock } from './clock';
import type { LiveChannel } from './live-channel';
import { watchSleep } from './sleep';

/**
 * Follows the network and the agent: when either is back the connection is tried at once; when the network is
 * gone the agent is told at once, not when the silence has lasted. Returns how to stop.
 */
export function wakeWithPage(
  live: Pick<LiveChannel, 'wake' | 'networkBack' | 'networkLost'>,
  clock: Clock,
): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('online', () => live.networkBack(), { signal });
  window.addEventListener('offline', () => live.networkLost(), { signal });
  window.addEventListener('focus', () => live.wake(), { signal });
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') live.wake();
    },
    { signal },
  );
  signal.addEventListener(
    'abort',
    watchSleep(clock, () => live.wake()),
    { once: true },
  );
  return () => ended.abort();
}
