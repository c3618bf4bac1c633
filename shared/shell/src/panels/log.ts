import { ApiError } from '@inbox/api';
import { newerText, type Newer } from '@inbox/domain';
import type { BusFault } from '@inbox/events';

/** Writes a fault of the bus to the console. A missing network is no fault of the code that made the call. */
export function logFault({ who, topic, error }: BusFault): void {
  const log = error instanceof ApiError && error.kind === 'offline' ? console.warn : console.error;
  log(`${who} failed on ${topic}`, error);
}

/** Writes to the console what a server says that this page does not know. */
export function logNewer(newer: readonly Newer[], source: string): void {
  console.warn(`${source} tells more than this page knows. ${newerText(newer)}`);
}
