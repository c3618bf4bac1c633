import { describe, expect, it } from '@jest/globals';
import { analyticsRangeProblem, surveyRating } from './analytics';
import { dayStart } from './text/calendar';

describe('an answer to the survey', () => {
  it.each([
    ['5', 5],
    [' 4 ', 4],
    ['3/5', 3],
    ['1.', 1],
    ['5!\nOn Monday the shop wrote:\n> from 1 (not at all) to 5', 5],
    ['0', null],
    ['6', null],
    ['10', null],
    ['4.5', null],
    ['1 of my shirts is missing', null],
    ['2 days ago', null],
    ['five', null],
    ['', null],
  ])('%j is %p', (message, rating) => {
    expect(surveyRating(message)).toBe(rating);
  });
});

describe('a range of days', () => {
  const now = dayStart('2026-11-23') + 1;
  it.each([
    ['2026-11-23', '2026-11-23', null],
    ['2026-08-24', '2026-11-23', null],
    ['2026-08-23', '2026-11-23', 'too_long'],
    ['2026-11-23', '2026-11-24', 'future'],
    ['2026-11-22', '2026-11-21', 'end_before_start'],
  ])('from %s to %s: %p', (from, to, problem) => {
    expect(analyticsRangeProblem({ from, to }, now)).toBe(problem);
  });
});
