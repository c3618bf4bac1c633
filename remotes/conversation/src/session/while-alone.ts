/**
 * Does this while no other tab does what has the same name; the others wait for their turn. Aborted before its turn it does
 * nothing. Where the browser has no locks, as on pages without https, it is done at once.
 */
export async function whileAlone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  try {
    await navigator.locks.request(name, { signal }, work);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
