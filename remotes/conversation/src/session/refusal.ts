import { ApiError } from '@inbox/api';

/** Too many at once, or not allowed just now: what is refused so may be taken later. */
const PASSING: readonly (number | undefined)[] = [403, 429];

/** Whether the server will never take it, however often it is asked. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && !PASSING.includes(error.details.status);
