/** Waits that end early when there is reason to. */
export interface Sleepers {
  /** Resolves after so many milliseconds, at the next `wake`, and at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  wake(): void;
}

export function createSleepers(): Sleepers {
  const sleepers = new Set<() => void>();
  return {
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wakeUp = () => {
          clearTimeout(timer);
          sleepers.delete(wakeUp);
          resolve();
        };
        const timer = setTimeout(wakeUp, ms);
        sleepers.add(wakeUp);
        if (signal.aborted) wakeUp();
      }),
    wake() {
      for (const wakeUp of [...sleepers]) wakeUp();
    },
  };
}
