import { expect, it } from '@jest/globals';
import { leastOf } from './mail-figures';
import { mailReport, memoryReport } from './mail-report';

const rowsOf = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()));

it('holds the work of a mail against what it may take for its length', () => {
  const report = mailReport([
    { name: 'short', size: 80_000, open: { sum: 40, longest: 30 }, whole: null },
    { name: 'long', size: 1_000_000, open: { sum: 60, longest: 30 }, whole: { sum: 400, longest: 250 } },
  ]);
  expect(rowsOf(report).map((cells) => cells.slice(1, -1))).toEqual([
    ['short', '40 ms', '40 ms ≤ 50 ✓', '30 ms ≤ 200 ✓', '–', '–', '–'],
    ['long', '60 ms', '60 ms ≤ 50 ✗', '30 ms ≤ 200 ✓', '400 ms', '40 ms ≤ 50 ✓', '250 ms ≤ 200 ✗'],
  ]);
});

it('takes of each mail the least of all rounds', () => {
  const quiet = { name: 'long', size: 9, open: { sum: 40, longest: 30 }, whole: { sum: 400, longest: 20 } };
  const busy = { name: 'long', size: 9, open: { sum: 90, longest: 25 }, whole: { sum: 300, longest: 90 } };
  expect(leastOf([[quiet], [busy]])).toEqual([
    { name: 'long', size: 9, open: { sum: 40, longest: 25 }, whole: { sum: 300, longest: 20 } },
  ]);
});

it('says whether all that was accepted is shown, and how much memory it took', () => {
  const taken = { name: 'large', accepted: 11, deferred: 1, shown: 10, ms: 900, rss: 800_000_000, blockedMs: 20 };
  expect(rowsOf(memoryReport([taken]))[0]?.slice(1, -1)).toEqual([
    'large',
    '11',
    '1',
    '10 ✗',
    '900 ms',
    '800 MB ≤ 1000 ✓',
    '20 ms ≤ 500 ✓',
  ]);
});
