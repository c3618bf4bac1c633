/** After this many tries a message has failed. */
export const MAX_ATTEMPTS = 10;
const FIRST_MS = 1_000;
const LONGEST_MS = 600_000;

/**
 * How long to wait after the nth failed attempt: 1 s, 2 s, 4 s, … to 10 minutes, within a fifth more or less, so that what
 * failed together does not come back together.
 * @param random from 0 to 1
 */
export function backOffMs(attempts: number, random: number = Math.random()): number {
  const even = Math.min(FIRST_MS * 2 ** Math.max(0, attempts - 1), LONGEST_MS);
  return Math.round(even * (0.8 + 0.4 * random));
}
