import { expect, it } from '@jest/globals';
import { CALL_ERRORS, CALL_FAULTS, type CallFault } from '@inbox/panel/testing';
import { failureWords } from './failure-words';

const UNANSWERED: readonly CallFault[] = ['hang', 'cut', 'malformed'];
const words = new Map(CALL_FAULTS);

it.each(CALL_ERRORS)('a change that meets %s says so in the words of the server, if it answered', (fault, error) => {
  const own = UNANSWERED.includes(fault) ? 'There has been an error. Please try again in some time.' : words.get(fault);
  expect(failureWords(error)).toBe(own);
});
