/** Milliseconds after which a page that is never idle does it all the same. */
const AT_LATEST_MS = 2_000;

/** Does it when the page has nothing else to do. Returns how to call it off. Safari knows no idle moments. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: AT_LATEST_MS });
  return () => cancelIdleCallback(handle);
}
