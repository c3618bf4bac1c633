import { jest } from '@jest/globals';

type Config = Extract<Parameters<typeof jest.useFakeTimers>[0], { doNotFake?: unknown }>;
type Part = NonNullable<Config['doNotFake']>[number];

const PARTS: readonly Part[] = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] as const),
  ...(['Date', 'performance', 'hrtime', 'nextTick', 'queueMicrotask'] as const),
];

/**
 * Has these parts of the clock stand until the test says that time passes (`jest.advanceTimersByTime`), while sockets,
 * threads and the database take as long as they take. Ends with `jest.useRealTimers`. A file with a database leaves
 * `setTimeout` out: its pool has timers that began before.
 */
export function holdTimes(...held: readonly Part[]): void {
  jest.useFakeTimers({ doNotFake: PARTS.filter((part) => !held.includes(part)) });
}

/** Limits of `AbortSignal.timeout` that end when the test says so. */
export interface HeldLimits {
  /** Ends those that have been set until now. */
  expire(): void;
  /** From here on they end by the clock again. */
  release(): void;
}

/** Has limits of `AbortSignal.timeout` end when the test says so: a call that hangs is heard before it is given up. */
export function holdLimits(): HeldLimits {
  const set: AbortController[] = [];
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    set.push(controller);
    return controller.signal;
  });
  return {
    expire() {
      for (const controller of set.splice(0)) controller.abort(new DOMException('The time is over.', 'TimeoutError'));
    },
    release: () => timeout.mockRestore(),
  };
}
