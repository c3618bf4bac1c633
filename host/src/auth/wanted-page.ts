const KEY = 'inbox.wanted';

/**
 * The page that somebody came for who must sign in first. The main site gives back no more than its ticket (spec
 * section 2, /validate); the rest of the address, which holds the list's filters, waits in this tab.
 */
export function keepWantedPage(page: Pick<Location, 'pathname' | 'search'>): void {
  try {
    sessionStorage.setItem(KEY, page.pathname + page.search);
  } catch {
    // A browser that refuses storage opens the page without its filters.
  }
}

/** `path` with the query that was wanted with it, if it is the page that was wanted. It is given back only once. */
export function withWantedQuery(path: string): string {
  try {
    const wanted = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return wanted?.startsWith(`${path}?`) ? wanted : path;
  } catch {
    return path;
  }
}
