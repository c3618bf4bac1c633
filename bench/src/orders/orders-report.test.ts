import { expect, it } from '@jest/globals';
import { ordersReport } from './orders-report';

it('shows the section and one of its orders, on a processor 4 times slower, beside the fewest', () => {
  const few = { orders: 5, opening: [10], details: [5] };
  const many = { orders: 500, opening: [80, 20, 76], details: [10, 12, 11] };
  expect(ordersReport([few, many]).split('\n').slice(4)).toEqual([
    expect.stringMatching(
      /^\| 500: from opening the section to the first order +\| +304 ms \| ≤ 300 ms ✗ \| 7\.60× \|$/,
    ),
    expect.stringMatching(/^\| 500: from opening one to its details, all shown +\| +44 ms \| +\| 2\.20× \|$/),
  ]);
});
