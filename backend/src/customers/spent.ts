import { readCurrency, RUPEES, type CustomerAnalytics, type Money } from '@inbox/domain';

/** Reads the sums of each currency, as the database groups them, into the figures of a customer. */
export function spentFigures(
  sums: readonly { amount: number; currency: unknown }[],
): Pick<CustomerAnalytics, 'total_spent' | 'spent'> {
  const spent: Money[] = sums.map(({ amount, currency }) => ({ amount, currency: readCurrency(currency) }));
  return { total_spent: spent.find(({ currency }) => currency === RUPEES)?.amount ?? 0, spent };
}
