import type { TransportResponse } from './transport';

/** Milliseconds that a read waits at most for a server that asks to be left alone: it counts calls over ten seconds. */
const LONGEST_WAIT_MS = 10_000;

/** How long the server asks to be left alone, in milliseconds; 0 when it does not. */
export const retryAfterMs = ({ headers }: TransportResponse): number => Number(headers?.['retry-after']) * 1_000 || 0;

/**
 * In how many milliseconds a read that was asked too soon is answered, when that is soon enough to wait for; else 0. A page
 * that asks much for a moment gets its answers a moment later, and no panel fails for it.
 */
export function readableInMs(response: TransportResponse): number {
  const ms = retryAfterMs(response);
  return response.status === 429 && ms <= LONGEST_WAIT_MS ? ms : 0;
}
