import { ApiError } from '@inbox/api';

/** Milliseconds before each further attempt; the last repeats. */
const WAITS = [2_000, 4_000, 8_000, 15_000, 30_000] as const;

/**
 * Milliseconds before what has failed is tried again by itself.
 * @param failures in a row, at least one
 */
export const retryWait = (failures: number): number => WAITS[Math.min(failures, WAITS.length) - 1] ?? 0;

/**
 * Milliseconds before an agent's own request is sent again: the first wait is shorter than that of a load.
 * @param failures in a row, at least one
 */
export const sendWait = (failures: number): number => (failures === 1 ? 1_000 : retryWait(failures - 1));

/**
 * Repeats what fails, after waits that grow, until it works. Rejects when the signal aborts, or when the session has ended.
 * @param onFailed is told of each failure
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal,
  onFailed?: (error: unknown) => void,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ApiError && error.kind === 'signed-out') throw error;
      onFailed?.(error);
      await pause(retryWait(failures), signal);
      signal.throwIfAborted();
    }
  }
}

/** Waits so many milliseconds; ends early when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
