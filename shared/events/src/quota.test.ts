import { expect, it } from '@jest/globals';
import { BURST, createQuota, PER_SECOND } from './quota';

const takes = (quota: ReturnType<typeof createQuota>, count: number) =>
  Array.from({ length: count }, () => quota.take());

it('lets a burst pass, and then so many a second', () => {
  let now = 50_000;
  const quota = createQuota(() => now);
  expect(new Set(takes(quota, BURST))).toEqual(new Set(['ok']));
  expect(takes(quota, 2)).toEqual(['first', 'more']);
  now += 1_000;
  expect(takes(quota, PER_SECOND + 1)).toEqual([...Array.from({ length: PER_SECOND }, () => 'ok'), 'first']);
});

it('takes nothing away when the clock is set back', () => {
  let now = 50_000;
  const quota = createQuota(() => now);
  now = 10;
  expect(new Set(takes(quota, BURST))).toEqual(new Set(['ok']));
  now += 1_000;
  expect(quota.take()).toBe('ok');
});
