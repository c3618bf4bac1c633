import { readCurrency } from '@inbox/domain';
import { formatMoney, sumOf } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import { lenientText } from './lenient-text';
import { messages } from '../messages';

export const number = z.union([z.number(), z.pipe(z.string(), z.pipe(z.transform(Number), z.number()))]);

/** The basket of a catalogue that a customer sent. */
export const order = z.object({
  text: lenientText,
  product_items: z.array(
    z.object({
      product_retailer_id: lenientText,
      name: lenientText,
      quantity: z.nullish(number),
      item_price: z.nullish(number),
      currency: lenientText,
    }),
  ),
});

/** Lists the products, the total of several in one known currency, and the customer's words. */
export function orderWords({ text, product_items: items }: z.infer<typeof order>): string {
  const lines = items.map(({ product_retailer_id, name, quantity, item_price, currency }) => {
    const price = item_price == null ? '' : ` (${formatMoney(item_price, readCurrency(currency))})`;
    return messages.orderLine(quantity ?? 1, name || product_retailer_id, price);
  });
  const currencies = new Set(items.map((item) => (item.item_price == null ? null : readCurrency(item.currency))));
  const [currency, ...others] = currencies;
  const isOne = items.length > 1 && currency != null && others.length === 0;
  const cost = sumOf(items.map(({ quantity, item_price }) => ({ quantity: quantity ?? 1, price: item_price ?? 0 })));
  const total = isOne ? messages.orderTotal(formatMoney(cost, currency)) : '';
  return messages.order([...lines, total], text);
}
