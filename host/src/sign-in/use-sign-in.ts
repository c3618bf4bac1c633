import { ApiError, type Api } from '@inbox/api';
import { signInCalls, type SignInState } from '@inbox/api/sign-in';
import { useEffect, useState } from 'react';
import { signInMessages } from './messages';

export type SignInApi = Pick<Api, 'call'>;

/** A failure in words for the agent. */
export class SaidError extends Error {
  override readonly name = 'SaidError';
}

/** What to show of a failure; a refusal has words of its own. */
const wordsOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof SaidError ? error.message : signInMessages.failed;

interface Loaded {
  /** As it was read last; null before that. */
  state: SignInState | null;
  /** Why it could not be read. */
  problem: string | null;
  /** Reads it anew; what was read stays meanwhile. */
  reload(): void;
}

/** How the agent signs in, and where they have. */
export function useSignInState(api: SignInApi): Loaded {
  const [state, setState] = useState<SignInState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    api.call(signInCalls.signInState, {}, { signal: ended.signal }).then(
      (read) => {
        setState(read);
        setProblem(null);
      },
      (error: unknown) => {
        if (!ended.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => ended.abort();
  }, [api, round]);
  return { state, problem, reload: () => setRound((before) => before + 1) };
}

/** One thing that the agent does, and what came of it. */
export interface Action {
  isRunning: boolean;
  problem: string | null;
  /** Does nothing while one runs: not a second time for a double click. */
  run(work: () => Promise<void>): void;
  /** Forgets the problem. */
  clear(): void;
}

export function useAction(): Action {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isRunning,
    problem,
    clear: () => setProblem(null),
    run(work) {
      if (isRunning) return;
      setRunning(true);
      setProblem(null);
      work()
        .catch((error: unknown) => setProblem(wordsOf(error)))
        .finally(() => setRunning(false));
    },
  };
}
