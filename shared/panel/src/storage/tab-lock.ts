/**
 * Does this in one tab of the browser at a time: tabs that ask under the same name wait for their turn, and one that ends,
 * however it ends, holds none up. What is aborted before its turn is not done. Where the browser has no locks, as on pages
 * without https, it is done at once.
 */
export async function withTabLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const inTurn = async () => (signal.aborted ? undefined : work());
  if (!('locks' in navigator)) return inTurn();
  try {
    await navigator.locks.request(name, { signal }, inTurn);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
