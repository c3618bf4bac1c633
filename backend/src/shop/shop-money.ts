import { readCurrency, type CurrencyCode, type Money } from '@inbox/domain';
import * as z from 'zod/mini';

/** Reads the amounts of a shop, each with its currency. */

/** Schema of an amount as the shop writes it. */
export const amountSchema = z.optional(z.nullable(z.union([z.string(), z.number()])));
/** Schema of a currency. `readCurrency` reads it later, so that an unknown code does not reject the order. */
export const currencySchema = z.optional(z.unknown());

const MOST_MONEY = 1e10;
/** Fractions of a unit; 10,000 is a multiple of those of every currency. */
const FRACTIONS = 10_000;

/** Reads an amount in whole units of its currency; 0 for what is no amount. */
export function amountOf(amount: z.infer<typeof amountSchema>): number {
  const money = Number(amount ?? 0);
  return Number.isFinite(money) && Math.abs(money) < MOST_MONEY ? Math.round(money * FRACTIONS) / FRACTIONS : 0;
}

/** One of the two amounts of a price: that of the shop, or that of the customer. */
export interface PriceSide {
  amount?: z.infer<typeof amountSchema>;
  currency?: unknown;
}

/** Returns the first side that has an amount: `sides` begin with what the customer paid. Without any, nothing in no currency. */
export function firstPrice(...sides: readonly (PriceSide | null | undefined)[]): Money {
  const side = sides.find((each) => each?.amount != null);
  return { amount: amountOf(side?.amount), currency: readCurrency(side?.currency) };
}

/** Returns the fields of an order for its total and discounts. */
export const orderPrices = (total: Money, discounts: Money) => ({
  currency: total.currency,
  total_order_price: total.amount,
  // The shop may say the total alone in the customer's currency. Discounts of another one cannot be shown beside it.
  total_discounts: discounts.currency === total.currency ? discounts.amount : 0,
});

/** Returns the fields of an order's line for its price. */
export const linePrice = ({ amount, currency }: Money, ofOrder: CurrencyCode | null) => ({
  price: amount,
  ...(currency !== ofOrder && { currency }),
});
