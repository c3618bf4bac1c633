import { profileSchema, type Profile, type Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { readStored, removeStored, writeStored } from '../storage';

/** Who is signed in (spec section 2): the login token with the word jwt before it, and the user it names. */
export interface AuthState {
  /** The value of the Authorization header. */
  token: `jwt ${string}`;
  user: Profile;
}

export const AUTH_KEY = 'inbox.auth';

const authStateSchema: Schema<AuthState> = z.object({
  // A template of literals says the same, and is half a kilobyte before the first list.
  token: z.pipe(
    z.string().check(z.regex(/^jwt [^]+$/)),
    z.transform((text) => text as AuthState['token']),
  ),
  user: profileSchema,
});

export const loadAuthState = (): AuthState | null => readStored(AUTH_KEY, authStateSchema);
export const saveAuthState = (state: AuthState): void => writeStored(AUTH_KEY, state);
export const clearAuthState = (): void => removeStored(AUTH_KEY);

/** The token as the socket and the logout call want it. */
export const bareToken = (state: AuthState): string => state.token.slice('jwt '.length);

/** Agents are numbered within their merchant. */
export const isSameAgent = (one: Profile, other: Profile): boolean =>
  one.current_user_id === other.current_user_id && one.id === other.id;
