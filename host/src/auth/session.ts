import { ApiError } from '@inbox/api';
import type { Profile } from '@inbox/domain';
import { createListeners, createStore, type Store } from '@inbox/panel/store';
import { messages } from '../messages';
import {
  AUTH_KEY,
  bareToken,
  clearAuthState,
  isSameAgent,
  loadAuthState,
  saveAuthState,
  type AuthState,
} from './auth-state';

export interface SessionOptions {
  auth: AuthState;
  /** Asks the server for anything at all; rejects with ApiError `signed-out` when it takes the session for ended. */
  askServer(): Promise<unknown>;
  /** Removes what the shell keeps of this agent. */
  forget(): void;
  /** Leaves for the login page. */
  goToLogin(): void;
  /** Starts the page anew: somebody else has signed in. */
  reload(): void;
  /** The session has ended by itself; tells the agent and leaves for the login page. */
  onExpired(): void;
}

/** The signed-in agent of this page, from its start until signed out. */
export interface Session {
  user: Store<Profile>;
  /** The value of the Authorization header. Rejects with ApiError `signed-out` once signed out: the server would refuse the call. */
  getToken(options?: { forceRefresh?: boolean }): Promise<string>;
  /** The token without the word before it; empty once signed out. */
  bareToken(): string;
  /** Takes the profile as the server has it now. */
  refreshUser(user: Profile): void;
  /** Calls back once. Returns the unsubscribe function. */
  onSignedOut(listener: () => void): () => void;
  /** The server has ended the session. */
  expire(): void;
  /** The agent has signed out: nothing of them stays. False when the session had ended before. */
  leave(): boolean;
  /** Stops listening to other tabs. */
  stop(): void;
}

export function createSession(options: SessionOptions): Session {
  let auth: AuthState | null = options.auth;
  let asking: Promise<void> | null = null;
  const user = createStore(options.auth.user);
  const signedOut = createListeners();

  /** Returns false when it had ended before: it ends once. */
  function end(): boolean {
    if (auth === null) return false;
    auth = null;
    clearAuthState();
    options.forget();
    signedOut.notify();
    return true;
  }

  function adopt(state: AuthState): void {
    auth = state;
    user.set(state.user);
  }

  function expire(): void {
    if (end()) options.onExpired();
  }

  /** There is nothing to refresh a token with. One refused call may be an accident; a second one ends the session. */
  function confirmSignedOut(): Promise<void> {
    asking ??= options
      .askServer()
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === 'signed-out') expire();
      })
      .then(() => void (asking = null));
    return asking;
  }

  /** Another tab has signed in, out, or as somebody else. */
  function followOthers(): void {
    if (auth === null) return;
    const stored = loadAuthState();
    if (stored === null) {
      if (end()) options.goToLogin();
    } else if (isSameAgent(stored.user, auth.user)) {
      adopt(stored);
    } else {
      options.reload();
    }
  }
  const onStorage = ({ key }: StorageEvent) => (key === AUTH_KEY || key === null) && followOthers();
  // A page that comes back from the browser's history as it was has heard of nothing in the meantime.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && followOthers();
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);

  return {
    user,
    async getToken({ forceRefresh = false } = {}) {
      // The call waits: its caller must not report a failed call before the page says that the session has ended.
      if (forceRefresh && auth !== null) await confirmSignedOut();
      if (auth === null) throw new ApiError('signed-out', messages.sessionExpired);
      return auth.token;
    },
    bareToken: () => (auth ? bareToken(auth) : ''),
    refreshUser(profile) {
      if (auth === null) return;
      adopt({ ...auth, user: profile });
      saveAuthState(auth);
    },
    onSignedOut: signedOut.subscribe,
    expire,
    leave: end,
    stop() {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pageshow', onPageShow);
    },
  };
}
