import { setTimeout as pause } from 'node:timers/promises';
import { ShopError } from './shop-error';

/** What a shop says of its limit: points that refill at `restoreRate` a second. */
export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

/** Milliseconds by the machine's clock, and waiting: tests bring their own. */
export interface Clock {
  now(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: async (ms, signal) => pause(ms, undefined, { signal }),
};

/** Keeps requests to one shop within its limit, as far as its last answer tells. */
export interface Throttle {
  /** Waits until the shop has points for this query. @throws ShopError when that is after the deadline */
  reserve(cost: number, deadline: Deadline): Promise<void>;
  update(status: ThrottleStatus): void;
}

/** Until when somebody waits. */
export interface Deadline {
  /** By the clock. */
  at: number;
  signal: AbortSignal;
}

/** @throws ShopError when the wait would end after the deadline */
export async function waitWithin(clock: Clock, ms: number, { at, signal }: Deadline): Promise<void> {
  if (ms <= 0) return;
  if (clock.now() + ms > at) throw new ShopError('The shop has no room for more requests right now.');
  await clock.wait(ms, signal);
}

export function createThrottle(clock: Clock): Throttle {
  let known: (ThrottleStatus & { at: number }) | null = null;
  return {
    async reserve(cost, deadline) {
      if (known === null) return;
      const { maximumAvailable, currentlyAvailable, restoreRate, at } = known;
      const refilled = currentlyAvailable + ((clock.now() - at) / 1000) * restoreRate;
      const available = Math.min(maximumAvailable, refilled);
      const missing = Math.min(cost, maximumAvailable) - available;
      // Taken before the wait, so that those who come meanwhile queue behind it.
      known = { ...known, currentlyAvailable: available - cost, at: clock.now() };
      if (missing <= 0) return;
      try {
        await waitWithin(clock, Math.ceil((missing / restoreRate) * 1000), deadline);
      } catch (error) {
        known = { ...known, currentlyAvailable: known.currentlyAvailable + cost };
        throw error;
      }
    },
    update(status) {
      known = { ...status, at: clock.now() };
    },
  };
}
