import { ErrorState } from '@inbox/ui';
import { messages } from '../messages';
import type { FailureWords } from './failure-words';

/** Stands in a section that could not be loaded. */
export const SectionFailure = ({ message, status, retry }: FailureWords & { retry(): void }) => (
  <ErrorState text={messages.failedWith(message, status)} onRetry={retry} />
);
