/** Time as the live connection needs it; tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
  /** From 0 to 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (timer) => window.clearTimeout(timer as number | undefined),
  random: () => Math.random(),
};

/** One timer at a time: setting it again replaces it. */
export class Timer {
  #pending: { handle: unknown } | null = null;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isSet(): boolean {
    return this.#pending !== null;
  }

  set(ms: number, run: () => void): void {
    this.clear();
    const handle = this.#clock.setTimeout(() => {
      this.#pending = null;
      run();
    }, ms);
    this.#pending = { handle };
  }

  clear(): void {
    if (this.#pending) this.#clock.clearTimeout(this.#pending.handle);
    this.#pending = null;
  }
}
