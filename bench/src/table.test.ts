import { describe, expect, it } from '@jest/globals';
import { against, kilobytes, markdownTable, milliseconds, spread, times } from './table';

describe('what is printed', () => {
  it('is a Markdown table with figures to the right', () => {
    const table = markdownTable(
      ['page', 'time'],
      [
        ['one', '5 ms'],
        ['another', '1200 ms'],
      ],
    );
    expect(table.split('\n')).toEqual([
      '| page    |    time |',
      '| ------- | ------: |',
      '| one     |    5 ms |',
      '| another | 1200 ms |',
    ]);
  });

  it.each([
    [kilobytes(199_949), '199.9 KB'],
    [milliseconds(1234.4), '1234 ms'],
    [milliseconds(1.26), '1.3 ms'],
    [spread({ median: 800, min: 790.2, max: 912 }), '800 ms (790–912)'],
    [times(1.199), '1.20×'],
    [against('≤ 14', true), '≤ 14 ✓'],
    [against('≤ 14', false), '≤ 14 ✗'],
  ])('%s is %s', (shown, expected) => {
    expect(shown).toBe(expected);
  });
});
