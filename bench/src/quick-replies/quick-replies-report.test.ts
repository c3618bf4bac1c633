import { expect, it } from '@jest/globals';
import { quickRepliesReport } from './quick-replies-report';

it('shows opening and keys beside their aims', () => {
  const keys = Array.from({ length: 100 }, (_, at) => at);
  expect(
    quickRepliesReport([{ replies: 5000, opening: [100, 200, 120], keys }])
      .split('\n')
      .slice(2),
  ).toEqual([
    expect.stringMatching(/^\| 5,000: until the first row is painted +\| +120 ms \| ≤ 300 ms ✓ \|$/),
    expect.stringMatching(/^\| 5,000: key in the search to paint, p98 +\| +97 ms \| +≤ 50 ms ✗ \|$/),
  ]);
});
