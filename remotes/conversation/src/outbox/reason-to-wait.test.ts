import { expect, it } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { CALL_ERRORS, type CallFault } from '@inbox/panel/testing';
import { reasonToWait, type Wait } from './reason-to-wait';

const server: Wait = { waiting: 'server', leastMs: 0 };
const reasons: Record<CallFault, Wait | null> = {
  '500 JSON': server,
  '500 HTML': server,
  '429': { waiting: 'server', busy: true, leastMs: 0 },
  '403': null,
  hang: server,
  cut: { waiting: 'offline', leastMs: 0 },
  malformed: null,
};

it.each(CALL_ERRORS)('what meets %s waits and says for what, or does not wait', (fault, error) => {
  expect(reasonToWait(error)).toEqual(reasons[fault]);
});

it.each<[string, unknown, Wait | null]>([
  [
    'a server that asks for 7 seconds',
    new ApiError('refused', 'no', { status: 429, retryAfterMs: 7_000 }),
    { waiting: 'server', busy: true, leastMs: 7_000 },
  ],
  [
    'a server that asks for an hour',
    new ApiError('refused', 'no', { status: 429, retryAfterMs: 3_600_000 }),
    { waiting: 'server', busy: true, leastMs: 60_000 },
  ],
  ['a session that has ended', new ApiError('signed-out', 'no', { status: 401 }), server],
  ['a fault of the page itself', new TypeError('no'), null],
])('%s', (_what, error, reason) => expect(reasonToWait(error)).toEqual(reason));
