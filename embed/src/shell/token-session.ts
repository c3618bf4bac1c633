import { ApiError } from '@inbox/api';
import type { PanelPorts } from '@inbox/panel/contract';
import { createListeners } from '@inbox/panel/store';
import { decodeToken } from '@inbox/shell/token';

/** Milliseconds in which a token counts as new: calls that were refused with the one before it do not ask once more. */
const NEW_MS = 5_000;

/** The page's `getToken`. */
export type AskPage = (options: { forceRefresh: boolean }) => Promise<string | null> | string | null;

export interface TokenSession extends Readonly<PanelPorts['auth']> {
  /** The token without the word before it; empty once signed out. */
  bareToken(): string;
  /** Asks the page for a new token; false when it has none for the same person, and the session has ended. */
  renew(): Promise<boolean>;
}

/** A token as the page gives it, without the word before it; null for none. */
export async function askForToken(ask: AskPage, forceRefresh: boolean): Promise<string | null> {
  const given = await ask({ forceRefresh });
  return typeof given === 'string' && given !== '' ? given.replace(/^(?:jwt|bearer)\s+/i, '') : null;
}

/** Of whom a token is and how far it reaches, whenever it was made: panels with the same share a session. */
export function subjectOf(token: string): string {
  const agent = decodeToken(token);
  if (agent !== null) return `agent ${agent.id}.${agent.current_user_id}`;
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iss, sub, scope } = JSON.parse(atob(payload)) as Record<string, unknown>;
    if (iss !== undefined && sub !== undefined) return JSON.stringify([iss, sub, scope]);
  } catch {
    // A token that only the inbox can read.
  }
  return token;
}

interface SessionDeps {
  token: string;
  ask: AskPage;
  /** Asks the server for anything at all, with the token of now; rejects with ApiError `signed-out` when it is refused. */
  askServer(): Promise<unknown>;
}

/** One person's session in a page of another product: its token is the page's to make and to renew. */
export function createTokenSession({ token, ask, askServer }: SessionDeps): TokenSession {
  const signedOut = createListeners();
  const subject = subjectOf(token);
  let current: string | null = token;
  let renewing: Promise<boolean> | null = null;
  let renewedAt = -Infinity;

  function end(): false {
    if (current === null) return false;
    current = null;
    signedOut.notify();
    return false;
  }

  async function renewOnce(): Promise<boolean> {
    const next = await askForToken(ask, true).catch(() => null);
    // Another person's panels are not this one's to show.
    if (current === null || next === null || subjectOf(next) !== subject) return end();
    current = next;
    renewedAt = performance.now();
    // The refused call is made once more with it; whether it was of use is known by one question of its own.
    askServer().catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === 'signed-out' && current === next) end();
    });
    return true;
  }

  function renew(): Promise<boolean> {
    if (current === null) return Promise.resolve(false);
    if (performance.now() - renewedAt < NEW_MS) return Promise.resolve(true);
    renewing ??= renewOnce().finally(() => void (renewing = null));
    return renewing;
  }

  return {
    async getToken({ forceRefresh = false } = {}) {
      if (forceRefresh) await renew();
      return current === null ? null : `jwt ${current}`;
    },
    onSignedOut: signedOut.subscribe,
    bareToken: () => current ?? '',
    renew,
  };
}
