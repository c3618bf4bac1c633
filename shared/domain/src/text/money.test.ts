import { describe, expect, it } from '@jest/globals';
import { formatMoney, readCurrency, sumOf } from './money';

describe('an amount shows with its own currency', () => {
  it.each([
    [124860, 'INR', '₹1,24,860.00'],
    [0, 'INR', '₹0.00'],
    [3499.5, 'inr', '₹3,499.50'],
    [10000000, 'INR', '₹1,00,00,000.00'],
    [49, 'USD', '$49.00'],
    [1234567.5, 'EUR', '€1,234,567.50'],
    [20, 'CAD', 'CA$20.00'],
    [1500, 'JPY', '¥1,500'],
    [1.234, 'KWD', 'KWD 1.234'],
    [49, 'NPR', 'NPR 49.00'],
    [49, 'QQQ', 'QQQ 49.00'],
    [49.125, 'USDT', 'USDT 49.125'],
    [1234.5, null, '1,234.50'],
    [1234.5, '₹', '1,234.50'],
    [49, 'XXX', '49.00'],
    [-49, 'USD', '-$49.00'],
  ])('%d of %s is %s', (amount, code, text) => {
    expect(formatMoney(amount, readCurrency(code))).toBe(text);
  });

  it('after more currencies than have a stored formatter', () => {
    for (let n = 0; n < 100; n += 1) formatMoney(1, readCurrency(`C${n}`));
    expect(formatMoney(124860, readCurrency('INR'))).toBe('₹1,24,860.00');
  });
});

it.each([
  ['usd ', 'USD'],
  ['', null],
  [undefined, null],
  [840, null],
  ['US$', null],
  ['<b>', null],
  ['A'.repeat(1_000_000), null],
])('the currency %p is read as %p', (code, read) => {
  expect(readCurrency(code)).toBe(read);
});

it.each([
  [[{ quantity: 3, price: 0.1 }], 0.3],
  [
    [
      { quantity: 2, price: 1.005 },
      { quantity: 1, price: 0.001 },
    ],
    2.011,
  ],
  [[], 0],
])('%j cost %d together', (parts, sum) => {
  expect(sumOf(parts)).toBe(sum);
});
