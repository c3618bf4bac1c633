import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { retry } from './retry';
import { CALL_ERRORS } from '../testing';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const goingOn = () => new AbortController().signal;
const failing = (times: number, error = new Error('away')) => {
  let failures = 0;
  return jest.fn(async () => {
    if (failures++ < times) throw error;
    return 'answer';
  });
};

describe('what is retried', () => {
  it('is tried again after waits that grow to 30 seconds, until it works', async () => {
    const attempt = failing(7);
    const answered = retry(attempt, goingOn());
    const tries: number[] = [];
    for (const ms of [2_000, 4_000, 8_000, 15_000, 30_000, 30_000]) {
      await jest.advanceTimersByTimeAsync(ms - 1);
      tries.push(attempt.mock.calls.length);
      await jest.advanceTimersByTimeAsync(1);
    }
    expect(tries).toEqual([1, 2, 3, 4, 5, 6]);
    await jest.advanceTimersByTimeAsync(30_000);
    await expect(answered).resolves.toBe('answer');
  });

  it.each(CALL_ERRORS)('is tried again also when it meets %s', async (_fault, error) => {
    const onFailed = jest.fn();
    const answered = retry(failing(1, error), goingOn(), onFailed);
    await jest.advanceTimersByTimeAsync(2_000);
    await expect(answered).resolves.toBe('answer');
    expect(onFailed.mock.calls).toEqual([[error]]);
  });

  it('ends with its signal', async () => {
    const attempt = failing(9);
    const ended = new AbortController();
    const answered = retry(attempt, ended.signal);
    const outcome = answered.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(2_000);
    ended.abort();
    expect(await outcome).toBe(ended.signal.reason);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(attempt).toHaveBeenCalledTimes(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends with the session, which nobody can retry', async () => {
    const attempt = failing(1, new ApiError('signed-out', 'over'));
    await expect(retry(attempt, goingOn())).rejects.toThrow('over');
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
