import { expect, it } from '@jest/globals';
import { CALL_ERRORS, type CallFault } from '@inbox/panel/testing';
import { messages } from '../messages';
import { failureWords } from './section-failure';

const said: Record<CallFault, string> = {
  '500 JSON': 'Something went wrong. Please try again. (500)',
  '500 HTML': 'Something went wrong. Please try again. (500)',
  '429': 'Too many attempts. (429)',
  '403': 'You may not do this now. (403)',
  hang: 'The server is not answering. Please try again.',
  cut: 'The inbox could not be reached. Check your connection and try again.',
  malformed: 'The inbox answered in a way this page does not understand. Please reload it.',
};

it.each(CALL_ERRORS)('a section that meets %s has the message, and the status where there is one', (fault, error) => {
  const { message, status } = failureWords(error);
  expect(messages.failedWith(message, status)).toBe(said[fault]);
});
