/** Messages that a party may publish at once … */
export const BURST = 1_000;
/** … and each second for as long as it likes: an agent's work makes a few. */
export const PER_SECOND = 200;

export interface Quota {
  /** `first` when this is the first message too many since the party was within its bounds. */
  take(): 'ok' | 'first' | 'more';
  /** The bound in words. */
  readonly limit: string;
}

/** Counts what one party publishes, as a bucket that fills up steadily. */
export function createQuota(now: () => number): Quota {
  let left = BURST;
  let at = now();
  let isOver = false;
  return {
    limit: `more than ${BURST} messages at once and ${PER_SECOND} a second`,
    take() {
      const time = now();
      // A clock that is set back takes nothing away.
      left = Math.min(BURST, left + (Math.max(0, time - at) / 1_000) * PER_SECOND);
      at = time;
      if (left >= 1) {
        // Who goes on and on publishes as fast as the bucket fills: that is no end of the burst.
        if (left >= PER_SECOND) isOver = false;
        left -= 1;
        return 'ok';
      }
      if (isOver) return 'more';
      isOver = true;
      return 'first';
    },
  };
}
