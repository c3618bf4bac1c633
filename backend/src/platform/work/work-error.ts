import type { ContentItem } from '@inbox/domain';

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
