import { ApiError } from '@inbox/api';

const NOT_ALLOWED = 403;

/** Whether the server will never take it, however often it is asked. What is too soon or not allowed now may be taken later. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.kind === 'refused' && !error.isTooSoon && error.details.status !== NOT_ALLOWED;
