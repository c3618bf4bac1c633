import { forgetAgentStatus } from '../agent/agent-status';
import { isSameAgent, loadAuthState, saveAuthState, type AuthState } from '../auth/auth-state';
import { handOver, HAND_OVER_PATH, keepWantedPage, withWantedQuery } from '../auth/hand-over';
import { removePublicKey } from '../encryption/public-key-names';
import { forgetFirstCalls } from '../first-call/first-call';
import { rememberDevice } from '../stored-answers/may-store';

export type StartPage =
  | { kind: 'inbox'; auth: AuthState; replacePath: string | null }
  | { kind: 'login'; next?: string };

/** What a page at this address begins with (spec section 2): the hand-over after login, the inbox, or the login page. */
export function startPage(location: Pick<Location, 'pathname' | 'search'>): StartPage {
  if (location.pathname.replace(/\/$/, '') === HAND_OVER_PATH) {
    const result = handOver(new URLSearchParams(location.search));
    if (result.kind === 'login') return { kind: 'login' };
    const before = loadAuthState();
    // How somebody else stood here says nothing about who comes now.
    if (before !== null && !isSameAgent(before.user, result.auth.user)) {
      forgetAgentStatus();
      forgetFirstCalls();
    }
    // The server is asked for it anew: it may be another one than at the last sign-in.
    removePublicKey(result.auth.user.current_user_id);
    saveAuthState(result.auth);
    rememberDevice();
    // The address with the token leaves the history: nobody goes back to it or copies it.
    return { kind: 'inbox', auth: result.auth, replacePath: withWantedQuery(result.goTo) };
  }
  const auth = loadAuthState();
  if (auth !== null) return { kind: 'inbox', auth, replacePath: null };
  keepWantedPage(location);
  return { kind: 'login', next: location.pathname };
}
