import type { ContentItem } from '@inbox/domain';
import { types } from 'node:util';

/** Work that a rule forbids, or that names what is not there. `message` is for the person who asked. */
export class WorkError extends Error {
  override readonly name = 'WorkError';
  constructor(
    /** HTTP's words: 400 a field is wrong, 403 not allowed, 404 not there (or another merchant's), 409 the ticket's state forbids it. */
    readonly status: 400 | 403 | 404 | 409,
    message: string,
    /** For programs. */
    readonly code: string,
    /** By field, what is wrong with it. */
    readonly fields?: Record<string, string[]>,
    /** What the person has not seen yet. */
    readonly items?: readonly ContentItem[],
  ) {
    super(message);
  }
}

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
