import { describe, expect, it } from '@jest/globals';
import { growthOf, isFlat, memoryReport } from './memory';

/** A process that fills what it keeps, and then has garbage that comes and goes. */
const looks = (growth: (n: number) => number): number[] =>
  Array.from({ length: 120 }, (_, n) => (n < 20 ? 50 + n * 5 : growth(n) + (n % 7) * 10) * 1_000_000);

describe('memory over a long time', () => {
  it('is flat where garbage comes and goes', () => {
    const flat = looks(() => 150);
    const { warm, end } = growthOf(flat);
    expect(Math.abs(end - warm)).toBeLessThanOrEqual(10_000_000);
    expect(isFlat(new Map([['one/web', flat]]))).toBe(true);
  });

  it('is not where it grows, in any of the processes', () => {
    const growing = looks((n) => 150 + n);
    const all = new Map([
      ['one/web', looks(() => 150)],
      ['two/web', growing],
    ]);
    expect(isFlat(all)).toBe(false);
    expect(memoryReport(all)).toContain('two/web');
  });

  it('is told of a time too short for parts', () => {
    expect(growthOf([100])).toEqual({ warm: 0, end: 0 });
    expect(growthOf([100, 200])).toEqual({ warm: 200, end: 200 });
  });
});
