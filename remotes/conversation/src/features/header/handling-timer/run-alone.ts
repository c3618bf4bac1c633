/**
 * Runs this in one tab at a time, until the signal aborts; the others wait for their turn. Where the browser has no locks,
 * as on pages without https, it runs at once.
 */
export async function runAlone(name: string, signal: AbortSignal, run: () => void): Promise<void> {
  const untilAborted = () =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      run();
      signal.addEventListener('abort', () => resolve());
    });
  if (!('locks' in navigator)) return untilAborted();
  // Aborted while it waited: nothing ran.
  return navigator.locks.request(name, { signal }, untilAborted).catch(() => undefined);
}
