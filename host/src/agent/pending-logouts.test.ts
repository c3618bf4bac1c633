/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { CALL_ERRORS } from '@inbox/panel/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createPendingLogouts, hasPendingLogouts } from './pending-logouts';

beforeEach(() => localStorage.clear());

describe('a logout', () => {
  it.each<[string, Error | null, 'done' | 'pending']>([
    ['is taken', null, 'done'],
    ['comes for a session that is over', new ApiError('signed-out', 'no'), 'done'],
    ['is refused for good', new ApiError('refused', 'no'), 'done'],
    ['takes too long', new DOMException('too long', 'TimeoutError'), 'pending'],
    // Too many calls, or a page in between, say nothing of the session either.
    ...CALL_ERRORS.map(([fault, error]): [string, Error, 'pending'] => [`meets ${fault}`, error, 'pending']),
  ])('that %s', async (_name, failure, outcome) => {
    const logouts = createPendingLogouts(() => (failure === null ? Promise.resolve() : Promise.reject(failure)));
    expect(await logouts.send('a.b.c')).toBe(outcome);
    expect(hasPendingLogouts()).toBe(outcome === 'pending');
  });

  it('is stored before it is sent: a page that is closed meanwhile loses nothing', () => {
    void createPendingLogouts(() => new Promise(() => {})).send('a.b.c');
    expect(hasPendingLogouts()).toBe(true);
  });

  it('of two tabs at once is kept for both, and each is sent again until it is taken', async () => {
    let isDown = true;
    const sent: string[] = [];
    const logout = jest.fn(async (token: string) => {
      sent.push(token);
      if (isDown || token === 'stuck') throw new ApiError('server', 'no');
    });
    const [one, other] = [createPendingLogouts(logout), createPendingLogouts(logout)];
    await Promise.all([one.send('first'), other.send('stuck')]);
    isDown = false;
    expect(await one.retry()).toBe(false);
    expect(sent).toEqual(['first', 'stuck', 'first', 'stuck']);
    expect(Object.values({ ...localStorage })).toEqual(['stuck']);
  });

  it('is sent again from time to time while the page is open', async () => {
    jest.useFakeTimers();
    localStorage.setItem('inbox.logout:x', 'a.b.c');
    let tries = 0;
    const logouts = createPendingLogouts(async () => {
      tries += 1;
      if (tries < 4) throw new ApiError('offline', 'no');
    });
    const onDone = jest.fn();
    const stop = logouts.start(onDone);
    await jest.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000);
    expect([tries, onDone.mock.calls.length, hasPendingLogouts()]).toEqual([4, 1, false]);
    stop();
    jest.useRealTimers();
  });
});
