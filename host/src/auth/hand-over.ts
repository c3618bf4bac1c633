import type { AuthState } from './auth-state';
import { decodeToken } from '@inbox/shell/token';

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

export const HAND_OVER_PATH = '/validate';

export type HandOver = { kind: 'signed-in'; auth: AuthState; goTo: string } | { kind: 'login' };

/**
 * The hand-over after login (spec section 2, /validate): `token` names the user; `t`, when present and not the text None,
 * the ticket to open.
 */
export function handOver(query: URLSearchParams): HandOver {
  const token = query.get('token')?.trim() ?? '';
  const user = decodeToken(token);
  if (user === null) return { kind: 'login' };
  const ticket = query.get('t');
  const goTo = ticket && ticket !== 'None' ? `/inbox/tickets/${encodeURIComponent(ticket)}` : '/inbox/tickets';
  return { kind: 'signed-in', auth: { token: `jwt ${token}`, user }, goTo };
}
