import { expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { CALL_ERRORS } from '@inbox/panel/testing';
import { isFinal } from './file-uploads';

it.each(CALL_ERRORS)('a call that meets %s may be taken later', (_fault, error) => expect(isFinal(error)).toBe(false));

it.each([
  ['it is not a failed call', new Error('no'), false],
  ['there is no such thing', new ApiError('refused', 'no', { status: 404 }), true],
  ['it is not understood', new ApiError('refused', 'no', { status: 400 }), true],
])('when %s, a refusal is final: %p', (_when, error, final) => expect(isFinal(error)).toBe(final));
