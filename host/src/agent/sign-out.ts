import type { Api } from '@inbox/api';
import type { Session } from '../auth/session';

/** Milliseconds that the server may take to hear of a sign-out; the agent does not wait longer. */
export const LOGOUT_MS = 3_000;

/** Calls the logout endpoint with the token, removes the stored session and goes to login (spec section 4). */
export async function signOut(api: Pick<Api, 'logout'>, session: Session): Promise<void> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), LOGOUT_MS);
  try {
    await api.logout({ body: { token: session.bareToken() } }, { signal: tooLong.signal });
  } catch (error) {
    // On a shared computer nothing is worse than a sign-out that did not happen: this page signs out regardless.
    console.warn('The server did not hear of the sign-out', error);
  } finally {
    clearTimeout(timer);
  }
  session.leave();
}
