import { describe, expect, it } from '@jest/globals';
import { dateRangeProblem, dayEnd, dayOf, dayStart, daysAfter, minuteOf } from './calendar';

describe('a day', () => {
  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['2026-11-20T18:30:00.000Z', '2026-11-21'],
    ['2026-12-31T20:00:00.000Z', '2027-01-01'],
  ])('at %s is %s in India', (time, day) => {
    expect(dayOf(Date.parse(time))).toBe(day);
  });

  it('begins at midnight in India and ends at the next', () => {
    expect(new Date(dayStart('2026-11-21')).toISOString()).toBe('2026-11-20T18:30:00.000Z');
    expect(dayEnd('2026-11-21')).toBe(dayStart('2026-11-22'));
    expect(new Date(dayEnd('9999-12-31')).toISOString()).toBe('9999-12-31T18:30:00.000Z');
  });

  it('has its minutes by the Indian clock', () => {
    expect(minuteOf(Date.parse('2026-12-31T18:29:59.999Z'))).toBe('2026-12-31 23:59');
    expect(minuteOf(Date.parse('2026-12-31T18:30:00.000Z'))).toBe('2027-01-01 00:00');
  });

  it.each([
    ['2026-11-21', -7, '2026-11-14'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
  ])('%s and %i days is %s', (day, days, then) => {
    expect(daysAfter(day, days)).toBe(then);
  });
});

describe('a range of days', () => {
  const now = Date.parse('2026-11-21T04:30:00.000Z');
  it.each([
    [null, null, null],
    ['2026-11-01', '2026-11-21', null],
    ['2026-11-21', '2026-11-21', null],
    ['2026-11-22', null, 'future'],
    [null, '2026-11-22', 'future'],
    ['2026-11-10', '2026-11-09', 'end_before_start'],
  ])('from %p to %p: %p', (start, end, problem) => {
    expect(dateRangeProblem(start, end, now)).toBe(problem);
  });
});
