import type { Store } from '@inbox/panel/store';
import { LOGIN_AFTER_MS } from '@inbox/shell/live';
import type { Session } from '../auth/session';
import type { PendingLogouts } from './pending-logouts';

/** What the page of an agent who has signed out says; null while signed in. */
export type SignedOut = 'notifying-server' | 'server-not-notified' | 'not-encrypted' | null;

interface Deps {
  session: Pick<Session, 'bareToken' | 'leave'>;
  logouts: PendingLogouts;
  signedOut: Store<SignedOut>;
  goToLogin(): void;
  /** Encrypts or removes what panels have stored of the agent; resolves with whether something is readable still. */
  putAway(): Promise<boolean>;
  /** Takes what ends the waiting when the page is taken away. */
  onStop(stop: () => void): void;
}

/**
 * Signs out (spec section 4). On a shared computer nothing is worse than a sign-out that did not happen: the stored session
 * is removed at once, and the page covered, whatever the server says. When it is not reached the page says so; the
 * login page follows, without a network as soon as there is one. What the agent has not sent is put away before that; what
 * cannot be made unreadable is said, and the agent goes on when they have read it.
 */
export async function signOut({ session, logouts, signedOut, goToLogin, putAway, onStop }: Deps): Promise<void> {
  const token = session.bareToken();
  if (!session.leave()) return;
  signedOut.set('notifying-server');
  const [told] = await Promise.all([logouts.send(token), putAway()]);
  // Panels may have stored something while they stopped.
  if (await putAway()) {
    signedOut.set('not-encrypted');
    if (told !== 'done') onStop(logouts.start());
    return;
  }
  if (told === 'done') return goToLogin();
  console.warn('The server does not know of the sign-out yet');
  signedOut.set('server-not-notified');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => {
    stop();
    goToLogin();
  };
  const stopRetries = logouts.start(leave);
  const stop = () => {
    stopRetries();
    clearTimeout(timer);
  };
  onStop(stop);
  if (navigator.onLine) timer = setTimeout(leave, LOGIN_AFTER_MS);
}
