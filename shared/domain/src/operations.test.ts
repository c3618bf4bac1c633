import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addBuckets,
  bucketsOf,
  failingShare,
  failingWords,
  HEALTH_MEASURES,
  isFailing,
  isLiveFailing,
  NO_FIGURES,
  percent,
  percentile,
  type HealthFigures,
} from './operations';

const figures = (loads: number, load_failed: number, render_error = 0, agents = 2): HealthFigures => ({
  loads,
  load_failed,
  render_error,
  agents,
});
const bounds = { loads: 5, share: 0.2 };

describe('a release fails', () => {
  it.each([
    ['nothing is known', NO_FIGURES, NO_FIGURES, false],
    ['too few pages have loaded it', figures(4, 4), NO_FIGURES, false],
    ['as many failed as may', figures(10, 1, 1), NO_FIGURES, false],
    ['one more failed', figures(10, 2, 1), NO_FIGURES, true],
    ['throwing counts as failing to load does', figures(5, 0, 2), NO_FIGURES, true],
    ['what is beside it fails as much', figures(10, 5), figures(10, 5), false],
    ['what is beside it fails less', figures(10, 5), figures(10, 2), true],
    ['too little is known of what is beside it', figures(10, 5), figures(4, 4), true],
    ['all of it and all beside it fails', figures(10, 10), figures(10, 10), false],
  ])('or does not, when %s', (_, own, beside, expected) => {
    expect(isFailing(own, bounds, beside)).toBe(expected);
  });

  it.each([
    [
      'it fails for several agents, others work, and the one before did',
      figures(10, 5),
      figures(99, 0),
      figures(9, 0),
      true,
    ],
    ['it fails for one agent alone', figures(10, 5, 0, 1), figures(99, 0), figures(9, 0), false],
    ['the other panels fail too', figures(10, 5), figures(99, 50), figures(9, 0), false],
    ['the one before failed as well', figures(10, 5), figures(99, 0), figures(9, 4), false],
    ['nothing is known of the one before', figures(10, 5), figures(99, 0), NO_FIGURES, false],
  ])('for everybody, or does not, when %s', (_, live, others, before, expected) => {
    expect(isLiveFailing(live, bounds, { others, before })).toBe(expected);
  });

  it('says why in figures', () => {
    expect(failingWords(figures(30, 8, 4), { to: 'stable 0.1.0-a', figures: figures(200, 1) })).toBe(
      '12 of 30 page loads failed (40 %): 8 could not be loaded, 4 threw; stable 0.1.0-a: 1 of 200',
    );
    expect(failingWords(figures(5, 5), { to: 'stable 0.1.0-a', figures: NO_FIGURES })).toMatch(
      /0\.1\.0-a: none known$/,
    );
    expect([0, 0.004, 0.125, 1].map(percent)).toEqual(['0 %', '0.4 %', '13 %', '100 %']);
  });

  it('never shares more than all', () => {
    expect(failingShare(figures(2, 5))).toBe(1);
  });
});

describe('a histogram', () => {
  it('knows nothing of nothing', () => {
    expect(percentile('load_ms', [], 0.75)).toBeNull();
  });

  it('finds the value that three in four are not above', () => {
    const all = [60, 60, 60, 1_900].map((value) => bucketsOf('load_ms', value)).reduce(addBuckets);
    expect(percentile('load_ms', all, 0.75)).toBe(100);
    expect(percentile('load_ms', all, 1)).toBe(2_000);
    expect(percentile('cls', bucketsOf('cls', 7), 0.75)).toBe(0.5);
  });

  it('puts each value into one bucket, at whose ends the percentile lies', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HEALTH_MEASURES), fc.double({ min: 0, max: 1, noNaN: true }), (measure, part) => {
        const value = part * (measure === 'cls' ? 0.5 : 20_000);
        const buckets = bucketsOf(measure, value);
        expect(buckets.reduce((sum, count) => sum + count)).toBe(1);
        expect(percentile(measure, buckets, 1)).toBeGreaterThanOrEqual(value);
      }),
    );
  });
});
