/** Milliseconds before the second try; each later wait is twice as long, up to the longest. */
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Fetches code that nobody asks for by hand, again after a failure: a page that has come without it would be without it
 * until it is loaded anew.
 *
 * @returns null once the signal has ended it
 */
export async function loadUntilThere<T extends object>(load: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch (error) {
      console.warn('A part of the shell could not be loaded', error);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return null;
}
