import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { loadUntilThere } from './load-until-there';

const code = { start: () => undefined };

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Fails so many times before it is there. */
function aLoad(failures: number) {
  let left = failures;
  return jest.fn(async () => {
    if (left-- > 0) throw new Error('404');
    return code;
  });
}

it('tries again after a failure, at longer and longer intervals', async () => {
  const load = aLoad(7);
  const found = loadUntilThere(load, new AbortController().signal);
  const at: number[] = [];
  for (let second = 0; load.mock.calls.length < 8; second += 1) {
    await jest.advanceTimersByTimeAsync(second === 0 ? 0 : 1_000);
    if (load.mock.calls.length > at.length) at.push(second);
  }
  expect(at).toEqual([0, 2, 6, 14, 30, 62, 122, 182]);
  expect(await found).toBe(code);
});

it('ends with its page', async () => {
  const [load, ended] = [aLoad(Infinity), new AbortController()];
  const found = loadUntilThere(load, ended.signal);
  await jest.advanceTimersByTimeAsync(3_000);
  ended.abort();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await found).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});
