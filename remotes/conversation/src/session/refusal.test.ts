import { expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { isFinal } from './refusal';

it.each([
  ['the server is away', new ApiError('server', 'no', { status: 500 }), false],
  ['the answer is nonsense', new ApiError('bad-answer', 'no'), false],
  ['it is not a failed call', new Error('no'), false],
  ['there are too many just now', new ApiError('refused', 'no', { status: 429 }), false],
  ['it is not allowed just now', new ApiError('refused', 'no', { status: 403 }), false],
  ['there is no such thing', new ApiError('refused', 'no', { status: 404 }), true],
  ['it is not understood', new ApiError('refused', 'no', { status: 400 }), true],
])('when %s, a refusal is final: %p', (_when, error, final) => expect(isFinal(error)).toBe(final));
