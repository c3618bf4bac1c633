import { ApiError } from '@inbox/api';
import type { Connection } from '@inbox/events';

/**
 * Is the page without a connection, as far as it knows?
 * @param connection undefined: nobody tells of it, as in a page without a shell; then the browser alone does
 */
export const isCutOff = (connection: Connection | undefined): boolean =>
  (connection !== undefined && connection.state !== 'live') || !navigator.onLine;

/**
 * Has a call failed for want of a connection, so that what it was for waits for one? A call alone that fails, fails: while
 * the page is connected its agent is told.
 */
export const mayWait = (error: unknown, connection: Connection | undefined): error is ApiError =>
  error instanceof ApiError && (error.kind === 'offline' || error.kind === 'timeout') && isCutOff(connection);
