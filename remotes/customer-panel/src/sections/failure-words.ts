import { ApiError } from '@inbox/api';

export interface FailureWords {
  message: string;
  /** HTTP's, when the server has answered. */
  status: number | undefined;
}

/** The server's message and status code, which are kept (spec section 8). */
export const failureWords = (error: Error): FailureWords => ({
  message: error.message,
  status: error instanceof ApiError ? error.details.status : undefined,
});
