import { ErrorState } from '@inbox/ui';
import { messages } from '../messages';
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

/** Stands in a section that could not be loaded. */
export const SectionFailure = ({ message, status, retry }: FailureWords & { retry(): void }) => (
  <ErrorState text={messages.failedWith(message, status)} onRetry={retry} />
);
