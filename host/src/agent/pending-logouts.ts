import { ApiError, createApi } from '@inbox/api';
import * as z from 'zod/mini';
import { readStoredText, removeStored, storedKeys, writeStoredText } from '../storage';

/** One record for each, so that tabs which sign out at the same time do not overwrite each other. */
const PREFIX = 'inbox.logout:';
const tokenSchema = z.string().check(z.minLength(1));

/** Milliseconds that the server may take to answer. */
export const LOGOUT_MS = 3_000;
/** Milliseconds before the first retry while the page is open; each further wait is twice as long. */
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** A token that the server refuses for good has no session any more. Too many calls, or a page in between, say nothing of it. */
const isOver = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.kind === 'signed-out' ||
    (error.kind === 'refused' && error.details.status !== 403 && error.details.status !== 429));

export interface PendingLogouts {
  /** Tells the server that the token's session has ended; what does not get through is stored first, and retried. */
  send(token: string): Promise<'done' | 'pending'>;
  /** Sends again what is left. True when nothing is. */
  retry(): Promise<boolean>;
  /** Retries now, whenever the network is back, and from time to time. Returns how to stop. */
  start(onDone?: () => void): () => void;
}

/**
 * Logouts that did not reach the server. Its session is open until it gets them, so the token, which is what ends it,
 * stays in this browser for that and nothing else; also a later page sends it.
 * @param logout rejects with ApiError when the server did not take it
 */
export function createPendingLogouts(logout: (token: string, signal: AbortSignal) => Promise<unknown>): PendingLogouts {
  async function attempt(key: string, token: string): Promise<boolean> {
    try {
      await logout(token, AbortSignal.timeout(LOGOUT_MS));
    } catch (error) {
      if (!isOver(error)) return false;
    }
    removeStored(key);
    return true;
  }

  async function retry(): Promise<boolean> {
    const answers = storedKeys(PREFIX).map(async (key) => {
      const token = readStoredText(key, tokenSchema);
      return token === null || attempt(key, token);
    });
    return (await Promise.all(answers)).every(Boolean);
  }

  return {
    async send(token) {
      const key = `${PREFIX}${token.slice(-24)}`;
      writeStoredText(key, token);
      return (await attempt(key, token)) ? 'done' : 'pending';
    },
    retry,
    start(onDone = () => {}) {
      const stopped = new AbortController();
      let wait = FIRST_RETRY_MS;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const tryNow = async (): Promise<void> => {
        clearTimeout(timer);
        const isDone = await retry();
        if (stopped.signal.aborted) return;
        if (isDone) return onDone();
        clearTimeout(timer);
        timer = setTimeout(() => void tryNow(), wait);
        wait = Math.min(wait * 2, LONGEST_RETRY_MS);
      };
      window.addEventListener('online', () => void tryNow(), { signal: stopped.signal });
      void tryNow();
      return () => {
        stopped.abort();
        clearTimeout(timer);
      };
    },
  };
}

/** Whether anything is left to send. */
export const hasPendingLogouts = (): boolean => storedKeys(PREFIX).length > 0;

/** The logout call with the token that is to end: the page itself has none any more. It outlives the page. */
export const logoutCall =
  (baseUrl: string) =>
  (token: string, signal: AbortSignal): Promise<unknown> =>
    createApi({ baseUrl, getToken: async () => `jwt ${token}` }).logout(
      { body: { token } },
      { signal, keepalive: true },
    );
