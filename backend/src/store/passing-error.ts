import { codeOf, partsOfError, wordsOf } from './error-words';

/** SQLSTATE classes of what passes: connection, transaction rolled back, resources, operator's intervention, system. */
const PASSING_CLASSES = /^(?:08|40|53|57|58)/;
const SYSTEM_CODE = /^(?:E[A-Z]{3,}|ERR_[A-Z_]+)$/;

/**
 * Is it the momentary state of the database or the disk, and not the data, that made this fail? Then the same thing is
 * worth trying again as it is. pg's own errors, of the connection, have no code.
 */
export function isPassing(error: unknown): boolean {
  const parts = partsOfError(error);
  if (parts.length > 1) return parts.some(isPassing);
  const code = codeOf(error);
  if (code !== undefined) return PASSING_CLASSES.test(code) || SYSTEM_CODE.test(code);
  return /connection|timeout|Client was closed|Cannot use a pool|driver has already been destroyed/i.test(
    wordsOf(error),
  );
}
