import { types } from 'node:util';

/** What an error says; `instanceof` would not know errors that were thrown in another context, as a worker's. */
export function wordsOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}

/** The error's code: a system's (ECONNREFUSED), or the database's SQLSTATE. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** An error that stands for several says them here; of any other this is the error itself. */
export function partsOfError(error: unknown): unknown[] {
  const several = typeof error === 'object' && error !== null && 'errors' in error ? error.errors : undefined;
  return Array.isArray(several) ? several : [error];
}
