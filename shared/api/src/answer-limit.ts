/** How long a call may go without a sign of its answer. */
export interface AnswerLimit {
  /** Aborted when the time is up. */
  signal: AbortSignal;
  /** Rejects when the time is up. */
  expired: Promise<never>;
  /** Bytes of the answer have come: the time begins anew. */
  renew(): void;
  /** The call has ended. */
  stop(): void;
}

/** @param ms milliseconds without a byte of the answer */
export function startAnswerLimit(ms: number): AnswerLimit {
  const control = new AbortController();
  const { signal } = control;
  const expired = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`No answer within ${ms} ms`)), { once: true });
  });
  // A call that ends in time leaves nobody to hear of it.
  expired.catch(() => undefined);
  const start = () => setTimeout(() => control.abort(), ms);
  let timer = start();
  return {
    signal,
    expired,
    renew() {
      clearTimeout(timer);
      timer = start();
    },
    stop: () => clearTimeout(timer),
  };
}
