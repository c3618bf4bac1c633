import type { AuthState } from './auth-state';
import { decodeToken } from '@inbox/shell/token';

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
