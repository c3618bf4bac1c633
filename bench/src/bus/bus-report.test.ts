import { describe, expect, it } from '@jest/globals';
import { busReport, latenessOf } from './bus-report';

describe('messages that are due one after another', () => {
  it('wait for those before them', () => {
    expect(latenessOf([0.5, 3, 0.5, 0.5, 0.5], 1_000)).toEqual([0.5, 3, 2.5, 2, 1.5]);
  });
});

it('shows the quietest second beside the aim, and the middle one', () => {
  const work = Array.from({ length: 100 }, () => 1);
  const rounds = [work.map(() => 1.2), work, work.map(() => 1.1)];
  expect(busReport({ perSecond: 1_000, rounds }).split('\n').slice(2)).toEqual([
    expect.stringMatching(/median +\| +1.100 ms \| +\|$/),
    expect.stringMatching(/quietest second \| +1.00 ms \| +≤ 5 ms ✓ \|$/),
    expect.stringMatching(/median of the seconds +\| +10.90 ms \| +\|$/),
  ]);
});
