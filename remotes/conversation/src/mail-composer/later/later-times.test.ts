import { describe, expect, it } from '@jest/globals';
import { laterTimes, localTime } from './later-times';

describe('the times that are offered', () => {
  it.each([
    ['2026-02-03T10:20:30', '2026-02-03T11:20', '2026-02-04T09:00'],
    ['2026-12-31T23:59:59', '2027-01-01T00:59', '2027-01-01T09:00'],
    ['2028-02-28T00:00:00', '2028-02-28T01:00', '2028-02-29T09:00'],
  ])('at %s', (now, hour, tomorrow) => {
    const times = laterTimes(new Date(now).getTime());
    expect(times.map(({ key, at }) => [key, localTime(at)])).toEqual([
      ['hour', hour],
      ['tomorrow', tomorrow],
    ]);
  });
});
