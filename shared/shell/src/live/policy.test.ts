import { describe, expect, it } from '@jest/globals';
import { QUICK_RETRIES, resubscribeWait, retryWait } from './policy';

describe('the wait before a retry', () => {
  it.each([
    [1, 5_000],
    [2, 5_000],
    [23, 5_000],
    [24, 5_000],
    [25, 5_000],
    [26, 10_000],
    [27, 20_000],
    [28, 40_000],
    [29, 60_000],
    [30, 90_000],
    [31, 90_000],
    [500, 90_000],
  ])('number %i is %i ms', (attempt, wait) => {
    expect(retryWait(attempt, 0)).toBe(wait);
  });

  it('is about that long: up to a tenth more, so that not all agents knock at once', () => {
    expect(retryWait(1, 0.5)).toBe(5_250);
    expect(retryWait(30, 1)).toBe(99_000);
  });

  it('adds up to two minutes for the quick retries', () => {
    const total = Array.from({ length: QUICK_RETRIES }, (_, index) => retryWait(index + 1, 0)).reduce((a, b) => a + b);
    expect(total).toBe(120_000);
  });
});

describe('the wait before a resubscription', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 3_000],
    [4, 4_000],
    [5, 5_000],
    [6, 6_000],
    [7, 6_000],
    [99, 6_000],
  ])('number %i is %i ms', (time, wait) => {
    expect(resubscribeWait(time)).toBe(wait);
  });
});
