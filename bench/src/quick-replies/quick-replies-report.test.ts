import { expect, it } from '@jest/globals';
import { quickRepliesReport } from './quick-replies-report';

it('shows opening and keys, on a processor 4 times slower, beside their aims and the fewest', () => {
  const keys = Array.from({ length: 100 }, (_, at) => at / 4);
  const few = { replies: 50, opening: [20], reopening: [10], keys: [1] };
  const many = { replies: 5000, opening: [25, 50, 30], reopening: [100, 22, 80], keys };
  expect(quickRepliesReport([few, many]).split('\n').slice(5)).toEqual([
    expect.stringMatching(/^\| 5,000: until the first row is painted +\| +120 ms \| ≤ 300 ms ✓ \| +1\.50× \|$/),
    expect.stringMatching(/^\| 5,000: the same from the browser's copy +\| +320 ms \| ≤ 300 ms ✗ \| +8\.00× \|$/),
    expect.stringMatching(/^\| 5,000: key in the search to paint, p98 +\| +97 ms \| +≤ 50 ms ✗ \| +24\.25× \|$/),
  ]);
});
