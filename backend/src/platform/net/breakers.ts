export interface BreakerOptions {
  /** So many calls in a row that nobody answers, and the provider is left alone. */
  failures?: number;
  /** Milliseconds for which it is left alone first; twice as long each time that a trial fails. */
  firstMs?: number;
  longestMs?: number;
  /** Milliseconds since any moment. */
  now?: () => number;
}

/** Whether a call got an answer, whatever it was; `unclear` says nothing about the provider. */
export type CallOutcome = 'answered' | 'away' | 'unclear';

/**
 * Leaves providers alone that do not answer, each for itself: who asks one that hangs waits until the time
 * is over, an agent before the page or a message in its place in the outbox. Only what follows one after the other counts: a single answer, to whomever, closes again.
 */
export interface Breakers {
  /**
   * Asks to call. Whoever gets 0 calls, and says by `end` what came of it.
   * @returns for how many milliseconds the provider is left alone
   */
  begin(provider: string): number;
  end(provider: string, outcome: CallOutcome): void;
}

interface Trouble {
  failures: number;
  /** Undefined while it may still be called. */
  open: { until: number; ms: number; isTried: boolean } | undefined;
}

export function createBreakers({
  failures: most = 5,
  firstMs = 5_000,
  longestMs = 30_000,
  now = () => performance.now(),
}: BreakerOptions = {}): Breakers {
  /** Of providers that did not answer the last time. */
  const troubles = new Map<string, Trouble>();

  return {
    begin(provider) {
      const open = troubles.get(provider)?.open;
      if (open === undefined) return 0;
      const left = open.until - now();
      if (left > 0) return left;
      // One call tries whether it is back; a crowd of them would all hang again.
      if (open.isTried) return firstMs;
      open.isTried = true;
      return 0;
    },

    end(provider, outcome) {
      if (outcome === 'answered') return void troubles.delete(provider);
      const trouble = troubles.get(provider) ?? { failures: 0, open: undefined };
      const { open } = trouble;
      if (outcome === 'unclear') {
        if (open !== undefined) open.isTried = false;
        return;
      }
      trouble.failures += 1;
      if (trouble.failures >= most) {
        // Calls that began before it was left alone end one after the other: only a trial makes it longer.
        const ms = open === undefined ? firstMs : open.isTried ? Math.min(open.ms * 2, longestMs) : open.ms;
        trouble.open = { until: now() + ms, ms, isTried: false };
      }
      troubles.set(provider, trouble);
    },
  };
}
