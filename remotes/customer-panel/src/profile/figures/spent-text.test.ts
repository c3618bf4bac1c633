import { expect, it } from '@jest/globals';
import { readCurrency } from '@inbox/domain';
import { aCustomer } from '@inbox/panel/testing';
import { spentText } from '../profile';

const { analytics } = aCustomer();

it.each<[string, readonly [number, string | null][] | undefined, string]>([
  ['one currency', [[49, 'USD']], '$49.00 spent'],
  [
    'two currencies, which are not added',
    [
      [124860, 'INR'],
      [49, 'USD'],
    ],
    '₹1,24,860.00 + $49.00 spent',
  ],
  [
    'a cancelled order of another currency, which is left out',
    [
      [0, 'EUR'],
      [499, 'INR'],
    ],
    '₹499.00 spent',
  ],
  ['cancelled orders alone', [[0, 'USD']], '$0.00 spent'],
  ['an amount without a currency', [[49, null]], '49.00 spent'],
  ['no orders', [], 'Nothing spent yet'],
  ['an older server, which sends rupees', undefined, '₹1,24,860.00 spent'],
])('what was spent shows for %s', (_, sums, text) => {
  if (analytics === null) throw new Error('The customer has no figures');
  const spent = sums?.map(([amount, currency]) => ({ amount, currency: readCurrency(currency) }));
  expect(spentText({ ...analytics, spent })).toBe(text);
});
