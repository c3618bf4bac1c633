/**
 * Shares one load of code among all who need it, and forgets one that failed: the next to need it loads it again, without a
 * new page. A `Promise` that is stored would stay rejected for as long as the page lives.
 */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));
}
