import { Timer, type Clock } from './clock';
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
