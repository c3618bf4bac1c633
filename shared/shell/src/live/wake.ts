import { type Clock, Timer } from './clock';
import type { LiveChannel } from './live-channel';
import { SILENCE_MS } from './policy';

/** Milliseconds between two looks at the clock. */
const LOOK_MS = 10_000;

/**
 * Notices that the machine slept, or the browser froze the page: the clock has moved on by more than a connection may be
 * silent while no timer ran. The page itself notices a sleep only when it was hidden meanwhile. Returns how to stop.
 */
export function watchSleep(clock: Clock, onWoke: () => void): () => void {
  const timer = new Timer(clock);
  function look(): void {
    const due = clock.now() + LOOK_MS;
    timer.set(LOOK_MS, () => {
      if (clock.now() - due > SILENCE_MS) onWoke();
      look();
    });
  }
  look();
  return () => timer.clear();
}

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
