import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** By which the directory proves to a cell that it is the directory. */
export const DIRECTORY_HEADER = 'x-inbox-directory';

/** Whether this comes from the directory; takes the same time for every wrong secret. */
export function isFromDirectory(secret: string | undefined, headers: IncomingHttpHeaders): boolean {
  const given = headers[DIRECTORY_HEADER];
  if (secret === undefined || typeof given !== 'string') return false;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
