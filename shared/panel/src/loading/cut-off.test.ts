/** @jest-environment jsdom */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { Connection } from '@inbox/events';
import { isCutOff, mayWait } from './cut-off';
import { CALL_ERRORS } from '../testing';

afterEach(() => void jest.restoreAllMocks());
const browserSays = (isOnLine: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnLine);
const live: Connection = { state: 'live' };
const lost: Connection = { state: 'offline', since: 1, attempt: 1 };

it.each<[string, Connection | undefined, boolean, boolean]>([
  ['a live connection', live, true, false],
  ['a connection that is lost', lost, true, true],
  ['one that begins', { state: 'connecting' }, true, true],
  ['a browser without a network, which hears of it first', live, false, true],
  ['a page that nobody tells', undefined, true, false],
  ['such a page in a browser without a network', undefined, false, true],
])('%s', (_, connection, isOnLine, expected) => {
  browserSays(isOnLine);
  expect(isCutOff(connection)).toBe(expected);
});

describe('what a call was for', () => {
  it.each(CALL_ERRORS)('that meets %s waits while there is no connection, if that may be the cause', (fault, error) => {
    browserSays(true);
    expect(mayWait(error, lost)).toBe(fault === 'hang' || fault === 'cut');
    expect(mayWait(error, live)).toBe(false);
  });

  it('that fails in the page itself does not wait', () => expect(mayWait(new Error('no'), lost)).toBe(false));
});
