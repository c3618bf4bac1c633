import { codeOf, partsOfError, wordsOf } from '../lib/error-words';

/** SQLSTATE classes of what passes: connection, transaction rolled back, resources, operator's intervention, system. */
const TRANSIENT_CLASSES = /^(?:08|40|53|57|58)/;
const SYSTEM_CODE = /^(?:E[A-Z]{3,}|ERR_[A-Z_]+)$/;

/**
 * Is it the momentary state of the database or the disk, and not the data, that made this fail? Then the same thing is
 * worth trying again as it is. pg's own errors, of the connection, have no code.
 */
export function isTransient(error: unknown): boolean {
  const parts = partsOfError(error);
  if (parts.length > 1) return parts.some(isTransient);
  const code = codeOf(error);
  if (code !== undefined) return TRANSIENT_CLASSES.test(code) || SYSTEM_CODE.test(code);
  return /connection|timeout|Client was closed|Cannot use a pool|driver has already been destroyed/i.test(
    wordsOf(error),
  );
}

/** SQLSTATEs of serialization_failure and deadlock_detected. */
const ROLLED_BACK = new Set(['40001', '40P01']);

/** The database rolled the whole transaction back because it collided with another: the same work again may succeed. */
export function isRolledBack(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && ROLLED_BACK.has(code);
}

/** SQLSTATEs of a server that goes down, is down or comes up. */
const GOES_OR_COMES = new Set(['57P01', '57P02', '57P03', '08006', '08001', '08003']);
const NOBODY_THERE = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/** The server is gone, or was started anew, under this connection: another one may be had in a moment. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return GOES_OR_COMES.has(code) || NOBODY_THERE.has(code);
  return /Connection terminated|Client has encountered a connection error|Connection ended/i.test(wordsOf(error));
}
