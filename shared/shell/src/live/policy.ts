import { BEAT_MS } from '@inbox/api';

/**
 * When the shell tries the live connection again. Spec sections 4 and 9 give three rows of figures; they are read as three
 * different waits:
 *
 * - "up to 24 retries 5 seconds apart": after a close the connection is tried again about 5 s later, 24 times, two minutes in
 *   all. A deploy or a lift ride ends within that.
 * - "reconnect waits 5, 10, 20, 40, 60, 90 s": an outage that outlasts those is tried in growing steps, the last one
 *   repeating, so that a tab left open overnight is live in the morning. By then the agent is told plainly, and may have
 *   it tried at once.
 * - "resubscribe waits 1 to 6 s": the connection stands but something is missing on it (a gap in the numbers, an overdue
 *   answer). What overtook may still arrive, so the shell waits this long before it drops the connection and asks anew; each
 *   time in a row a second longer.
 */
export const QUICK_RETRIES = 24;
export const QUICK_RETRY_MS = 5_000;
export const SLOW_RETRY_MS = [5_000, 10_000, 20_000, 40_000, 60_000, 90_000] as const;
export const RESUBSCRIBE_MS = [1_000, 2_000, 3_000, 4_000, 5_000, 6_000] as const;

/** A page of a node that restarts goes to another one within this time, each at a moment of its own. */
export const RESTART_MS = 1_000;

/** "Refetch every 6 s while disconnected": panels load anew by calls while the connection is down. */
export const REFETCH_MS = 6_000;
/** Between two loads anew that events cause which the page does not understand. */
export const LOAD_ANEW_MS = 30_000;
/** The connection is dead when three heartbeats of the server stay out. */
export const SILENCE_MS = 3 * BEAT_MS;
/** "Start-up waits 1 s before the socket is flagged". */
export const START_MS = 1_000;
/** A connection that is not greeted in this time will not be. */
export const GREETING_MS = 10_000;
/** After code 4401 the login page follows this much later (spec section 4); the toast stays for 4 s. */
export const LOGIN_AFTER_MS = 2_000;
export const EXPIRED_TOAST_MS = 4_000;

/**
 * Milliseconds before the `attempt`th try in a row (from 1). "About" 5 s: `random` (0 to 1) adds up to a tenth, so that
 * not all agents knock at once when a server comes back.
 */
export function retryWait(attempt: number, random: number): number {
  const slow = Math.min(attempt - QUICK_RETRIES, SLOW_RETRY_MS.length) - 1;
  const wait = attempt <= QUICK_RETRIES ? QUICK_RETRY_MS : (SLOW_RETRY_MS[slow] ?? QUICK_RETRY_MS);
  return Math.round(wait * (1 + random / 10));
}

/** Milliseconds before the `time`th resubscription in a row (from 1). */
export function resubscribeWait(time: number): number {
  return RESUBSCRIBE_MS[Math.min(time, RESUBSCRIBE_MS.length) - 1] ?? 1_000;
}

/** Have the quick tries been in vain? */
export const isLongOutage = (attempt: number): boolean => attempt > QUICK_RETRIES;
