import { isoTime, rowsOf, type Schema } from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from './call';
import { nothing } from './calls/parts';

/** A browser or program in which the agent is signed in. */
export interface OwnSession {
  id: string;
  started_at: string;
  /** Lags by minutes. */
  used_at: string;
  /** IP address of the last use; null when it is not known. */
  address: string | null;
  /** As `Firefox on Windows`; null when it does not say. */
  browser: string | null;
  /** The one that the call was made with. */
  current: boolean;
}

/** How an agent signs in, and where they have. */
export interface SignInState {
  /** The one used last first. */
  sessions: OwnSession[];
}

const session = (): Schema<OwnSession> =>
  z.object({
    id: z.string(),
    started_at: isoTime,
    used_at: isoTime,
    address: z.nullable(z.string()),
    browser: z.nullable(z.string()),
    current: z.boolean(),
  });

/** Of the agent who calls. The calls stand apart: only the dialog on signing in has use for them. */
export const signInCalls = {
  signInState: get<SignInState>('/api/inbox/agent/sign-in/', () => ({
    answer: z.object({ sessions: rowsOf('sign_in.session', session()) }),
  })),
  endSession: post<Record<string, never>, { id: string }>('/api/inbox/agent/sessions/:id/end/', () => ({
    params: z.object({ id: z.uuid() }),
    answer: nothing(),
  })),
  /** All but the one that the call is made with. */
  endOtherSessions: post<{ ended: number }>('/api/inbox/agent/sessions/end-others/', () => ({
    answer: z.object({ ended: z.int() }),
  })),
} as const;
