import type { Profile } from '@inbox/domain';
import * as z from 'zod/mini';
import { isSameAgent, loadAuthState } from '../auth/auth-state';
import { readStoredText, removeStored, writeStoredText } from '../storage';

const KEY = 'inbox.forgotten';

/** The agent wants this browser to store nothing of what it shows, until somebody signs in. */
export const forgetDevice = (): void => writeStoredText(KEY, 'yes');
export const rememberDevice = (): void => removeStored(KEY);

/** Whether this agent is signed in still, and has not had the device forgotten; in whichever tab that happened. */
export function mayStore(user: Profile): boolean {
  const now = loadAuthState();
  return now !== null && isSameAgent(now.user, user) && readStoredText(KEY, z.string()) === null;
}
