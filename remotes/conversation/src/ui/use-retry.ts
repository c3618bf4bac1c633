import { useLineBack } from '@inbox/panel';
import { retryWait } from '@inbox/panel/retry';
import { useEffect, useState } from 'react';

export interface Retry {
  /** Changes when what has failed is to be tried again: for the dependencies of the effect that tries. */
  attempt: number;
  /** Attempts in a row that have failed. */
  failures: number;
  onFailed(): void;
  onWorked(): void;
}

/** Says when to try again by itself what has failed: after waits that grow, and when the connection is back. */
export function useRetry(): Retry {
  const [failures, setFailures] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const [handlers] = useState(() => ({
    onFailed: () => setFailures((count) => count + 1),
    onWorked: () => setFailures(0),
  }));
  useEffect(() => {
    if (failures === 0) return;
    const timer = setTimeout(() => setAttempt((count) => count + 1), retryWait(failures));
    return () => clearTimeout(timer);
  }, [failures]);
  useLineBack(() => {
    if (failures > 0) setAttempt((count) => count + 1);
  });
  return { attempt, failures, ...handlers };
}
