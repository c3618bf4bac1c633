/** SQLSTATE classes of what passes: connection, transaction rolled back, resources, operator's intervention, system. */
const PASSING_CLASSES = /^(?:08|40|53|57|58)/;

/**
 * Is it the database's momentary state, and not the data, that made this fail? Then the same thing is worth trying again
 * as it is. An error without an SQLSTATE comes from the connection (refused, reset, timed out) when it comes from pg.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  if ('code' in error && typeof error.code === 'string') {
    return PASSING_CLASSES.test(error.code) || /^(?:E[A-Z]{3,}|ERR_[A-Z_]+)$/.test(error.code);
  }
  return /connection|timeout|database pool|Client was closed|driver has already been destroyed/i.test(error.message);
}
