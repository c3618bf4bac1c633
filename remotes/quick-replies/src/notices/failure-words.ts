import { ApiError } from '@inbox/api';
import { messages } from '../messages';

/** What a failed change says: the server's own words when it said some, else that of a network failure (spec section 8). */
export function failureWords(error: unknown): string {
  const isAnswered = error instanceof ApiError && ['refused', 'server', 'signed-out'].includes(error.kind);
  return isAnswered ? error.message : messages.networkFailed;
}
