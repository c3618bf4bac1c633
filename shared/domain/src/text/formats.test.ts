import { describe, expect, it } from '@jest/globals';
import { addDays, format } from 'date-fns';
import { cleanSearch, initials } from './clean-up';
import { percentage } from '../customers/customer';
import {
  formatCheckoutDate,
  formatDay,
  formatFileSize,
  formatMessageTime,
  formatOrderDate,
  relativeTime,
} from './formats';
import { countKey } from '../tickets/filters';
import { joinTags, tagList } from '../tickets/ticket';

const S = 1000;
const M = 60 * S;
const H = 60 * M;
const D = 24 * H;

describe('how long ago', () => {
  it.each([
    [0, '~5s'],
    [12 * S, '~10s'],
    [59 * S, '~55s'],
    [M, '1m'],
    [59 * M, '59m'],
    [H, '1h'],
    [D, '1d'],
    [7 * D, '1w'],
    [30 * D, '1mon'],
    [365 * D, '1y'],
    [800 * D, '2y'],
    [-5 * S, '~5s'],
  ])('%i ms is %s', (ago, text) => {
    expect(relativeTime(1_000_000_000_000 - ago, 1_000_000_000_000)).toBe(text);
  });
});

it('a message’s time reads day, month, year and the twelve-hour clock', () => {
  expect(formatMessageTime(new Date(2026, 10, 3, 16, 5))).toBe('03 Nov 2026, 04:05 PM');
});

it.each([
  [0, '0 KB'],
  [1, '0.1 KB'],
  [999_999, '1000 KB'],
  [1_000_000, '1 MB'],
  [24_960_000, '25 MB'],
  [1_540, '1.5 KB'],
])('%i bytes read %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});

it.each([
  ['Rohit Khanna', 'RK'],
  ['  asha  ', 'A'],
  ['', '?'],
  ['+91 98765 43210', '94'],
  ['प्रिया रघुनाथन', 'प्रि'],
  ['मनोज रघुनाथन', 'मर'],
  ['கிருஷ்ணமூர்த்தி வேங்கடராமன்', 'கி'],
  ['李 小龍', '李小'],
  ['“Joe” van der Berg', 'JB'],
  ['E\u0301va', 'E\u0301'],
])('the letters of %j are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it.each([
  ['  /order\\ 12/ ', 'order 12'],
  ['///', ''],
])('a search for %j looks for %j', (typed, text) => {
  expect(cleanSearch(typed)).toBe(text);
});

it('tags go to text and back without empties and doubles', () => {
  expect(tagList(' a, b,,a ')).toEqual(['a', 'b', 'a']);
  expect(joinTags(['a', 'b', 'a', ' ', 'c,d'])).toBe('a,b,c d');
});

it.each([
  ['open', null, 'open'],
  ['open', 'whatsapp', 'whatsapp:open'],
  [null, null, 'all'],
  [null, 'email', 'email:all'],
] as const)('the count of %s on %s stands under %s', (status, source, key) => {
  expect(countKey(status, source)).toBe(key);
});

it('a share of nothing is nothing', () => {
  expect(percentage(3, 0)).toBe(0);
  expect(percentage(12, 14)).toBe(86);
});

it.each([
  [1, '01 Nov, 2026', '1st Nov, 2026'],
  [2, '02 Nov, 2026', '2nd Nov, 2026'],
  [3, '03 Nov, 2026', '3rd Nov, 2026'],
  [11, '11 Nov, 2026', '11th Nov, 2026'],
  [13, '13 Nov, 2026', '13th Nov, 2026'],
  [21, '21 Nov, 2026', '21st Nov, 2026'],
  [30, '30 Nov, 2026', '30th Nov, 2026'],
])('the %i. is %s for an order and %s for a checkout', (day, order, checkout) => {
  const time = new Date(2026, 10, day);
  expect([formatOrderDate(time), formatCheckoutDate(time)]).toEqual([order, checkout]);
});

it('names months and days as date-fns does', () => {
  for (let day = new Date(2027, 0, 1); day.getFullYear() === 2027; day = addDays(day, 1)) {
    expect(formatDay(day)).toBe(format(day, 'dd MMM yyyy'));
    expect(formatOrderDate(day)).toBe(format(day, 'dd MMM, yyyy'));
    expect(formatCheckoutDate(day)).toBe(format(day, 'do MMM, yyyy'));
  }
});
