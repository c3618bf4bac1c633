import { describe, expect, it } from '@jest/globals';
import { orderBody, orderNode, type SimulatedOrder } from '@inbox/simulate';
import { readOrder } from './read-answer';
import { readWebhook } from './read-webhook';
import { simulatedOrder } from './testing';

/** An order as a webhook has it, with these fields instead. */
function fromWebhook(changed: object, given: Partial<SimulatedOrder> = {}) {
  const body = { ...orderBody(simulatedOrder(given)), ...changed };
  const read = readWebhook('orders/updated', Buffer.from(JSON.stringify(body)), 'IN');
  return 'details' in read ? read.details : read;
}

const both = (own: string, paid: string, currency_code: unknown) => ({
  shop_money: { amount: own, currency_code: 'USD' },
  presentment_money: { amount: paid, currency_code },
});
const line = { name: 'Stole', sku: null, price: '49.00' };

describe('an order of a webhook has the amounts and the currency that the customer paid', () => {
  it.each<[string, object, object]>([
    [
      'all of them said in both',
      {
        currency: 'USD',
        presentment_currency: 'KWD',
        total_price_set: both('49.00', '15.123', 'KWD'),
        total_discounts_set: both('5.00', '1.543', 'KWD'),
        line_items: [{ ...line, price_set: both('54.00', '16.666', 'KWD') }],
      },
      { currency: 'KWD', total_order_price: 15.123, total_discounts: 1.543, line_items: [{ price: 16.666 }] },
    ],
    [
      'the total alone said in both: a line keeps its own currency, and discounts of another are left out',
      {
        currency: 'USD',
        total_price_set: both('49.00', '7350', 'JPY'),
        total_discounts: '5.00',
        line_items: [line],
      },
      {
        currency: 'JPY',
        total_order_price: 7350,
        total_discounts: 0,
        line_items: [{ name: 'Stole', sku: null, price: 49, currency: 'USD' }],
      },
    ],
    [
      'no money of the customer: that of the shop',
      { currency: 'USD', total_price_set: { shop_money: { amount: '49.00' }, presentment_money: null } },
      { currency: 'USD', total_order_price: 49 },
    ],
    [
      'the plain amount, which is in the currency of the shop',
      { currency: 'USD', presentment_currency: 'EUR', total_price: '49.00' },
      { currency: 'USD', total_order_price: 49, total_discounts: 50 },
    ],
    ['no currency', { currency: undefined }, { currency: null, total_order_price: 1249 }],
    ['a currency that is no code', { currency: 5 }, { currency: null, total_order_price: 1249 }],
    ['a code that is not listed', { currency: 'usdt' }, { currency: 'USDT', total_order_price: 1249 }],
  ])('%s', (_, changed, expected) => {
    expect(fromWebhook(changed)).toMatchObject(expected);
  });
});

it.each(['INR', 'USD', 'JPY', 'QQQ'])('an order in %s reads the same from the API and from a webhook', (currency) => {
  const { details } = readOrder(orderNode(simulatedOrder({ currency })), 'IN') ?? {};
  expect(details).toMatchObject({ currency, total_order_price: 1249 });
  expect(details).toEqual(fromWebhook({}, { currency }));
});

it('the API’s amounts are those that the customer paid', () => {
  const totalPriceSet = {
    shopMoney: { amount: '49.0', currencyCode: 'USD' },
    presentmentMoney: { amount: '45.5', currencyCode: 'EUR' },
  };
  const read = readOrder({ ...orderNode(simulatedOrder()), totalPriceSet }, 'IN');
  expect(read?.details).toMatchObject({ currency: 'EUR', total_order_price: 45.5, total_discounts: 0 });
  expect(read?.details.line_items).toMatchObject([{ price: 1299, currency: 'INR' }]);
});
