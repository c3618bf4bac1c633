import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countedSeconds, isTimed } from './handled-time';
import { TICKET_STATUSES } from './ticket';

it('handling is timed while the ticket is open or assigned', () => {
  expect(TICKET_STATUSES.filter(isTimed).sort()).toEqual(['assigned', 'open']);
});

describe('the seconds that count', () => {
  it.each([
    ['all that were reported', 30, 0, 60_000, 30],
    ['what is left of the time that has passed', 30, 50, 60_000, 10],
    ['none when all of it was counted before', 30, 60, 60_000, 0],
    ['a second that has begun', 1, 0, 400, 1],
    ['none by a clock that was put back', 30, 0, -5_000, 0],
  ])('%s', (_name, reported, total, passed, counted) => {
    expect(countedSeconds(reported, { total, began: 1_000_000, now: 1_000_000 + passed })).toBe(counted);
  });

  it('never sum up to more than has passed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5_000), { maxLength: 20 }), fc.nat(20_000), (reports, passed) => {
        let total = 0;
        for (const reported of reports) total += countedSeconds(reported, { total, began: 0, now: passed * 1000 });
        return total <= passed;
      }),
    );
  });
});
