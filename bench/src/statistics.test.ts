import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { median, percentile, ratio, spreadOf } from './statistics';

const values = fc.array(fc.double({ noNaN: true, min: 0, max: 1e9 }), { minLength: 1, maxLength: 50 });

describe('figures', () => {
  it.each([
    [[3], 3],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 1, 1, 1, 10], 1],
  ])('the median of %j is %d', (list, expected) => {
    expect(median(list)).toBe(expected);
  });

  it.each([
    [50, 50],
    [99, 99],
    [100, 100],
    [0, 1],
  ])('percentile %d of 1 to 100 is %d', (share, expected) => {
    expect(
      percentile(
        Array.from({ length: 100 }, (_, index) => 100 - index),
        share,
      ),
    ).toBe(expected);
  });

  it('has as many values above the median as below', () => {
    fc.assert(
      fc.property(values, (list) => {
        const middle = median(list);
        const above = list.filter((value) => value > middle).length;
        const below = list.filter((value) => value < middle).length;
        expect(Math.max(above, below)).toBeLessThanOrEqual(list.length / 2);
      }),
    );
  });

  it('keeps the median within the spread, and the list as it was', () => {
    fc.assert(
      fc.property(values, (list) => {
        const before = [...list];
        const { median: middle, min, max } = spreadOf(list);
        expect(min <= middle && middle <= max).toBe(true);
        expect(list).toEqual(before);
      }),
    );
  });

  it('has no figure for nothing, and no ratio to nothing', () => {
    expect(() => median([])).toThrow(RangeError);
    expect(() => percentile([], 50)).toThrow(RangeError);
    expect(() => ratio(1, 0)).toThrow(RangeError);
    expect(ratio(3, 2)).toBe(1.5);
  });
});
