import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkoutBody, customerBody, orderBody, orderNode, type SimulatedOrder } from '@inbox/simulate';
import type { MerchantId } from '@inbox/domain';
import fc from 'fast-check';
import { addConversation, addMerchant, type TestConversation } from '../testing/rows';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { contactsOf } from './contacts';
import { readOrder } from './read-answer';
import { listShopCheckouts, listShopOrders, storeRecords } from './shop-records';
import { noteSync, readSync } from './shop-syncs';
import { addShop } from './shops';
import { postWebhook, shopCredentials as credentials, simulatedCheckout, simulatedOrder } from './testing';

const rohit = contactsOf(['rohit@mail.example'], ['+919876543210'], 'IN');
const AT = '2026-11-20T06:00:00Z';

let inbox: TestInbox;
let merchant: MerchantId;
let domain: string;
let line: TestConversation;
let signals: unknown[];

beforeAll(async () => {
  inbox = await startTestInbox();
  inbox.context.live.signal = (_merchant, signal) => void signals.push(signal);
});
afterAll(() => inbox.close());

beforeEach(connectShop);
async function connectShop(): Promise<void> {
  const { db, vault } = inbox;
  signals = [];
  merchant = await addMerchant(db);
  domain = `shop-${merchant}.myshopify.com`;
  await addShop(db, vault, merchant, { domain, url: 'http://127.0.0.1:2', credentials });
  line = await addConversation(db, merchant, 'whatsapp', { email: 'rohit@mail.example', phone: '919876543210' });
}

interface Webhook {
  topic: string;
  body: object;
  triggered?: string | undefined;
}

const post = async ({ topic, body, triggered }: Webhook): Promise<number> =>
  postWebhook(inbox, domain, topic, body, triggered === undefined ? {} : { 'x-shopify-triggered-at': triggered });
const order = (given: Partial<SimulatedOrder>, changed: object = {}): object => ({
  ...orderBody(simulatedOrder(given)),
  ...changed,
});
const updated = (given: Partial<SimulatedOrder>, changed?: object): Webhook => ({
  topic: 'orders/updated',
  body: order(given, changed),
});
const orders = () => listShopOrders(inbox.db, merchant, rohit);
const parcel = (status: string, number = 'AWB77') => ({
  ...{ status, company: 'Delhivery', number, url: 'https://track.example/AWB77' },
});
const at = (time: string | null | undefined) => ({ updated_at: time });

describe('the newer of two webhooks about one order counts, also when it comes first', () => {
  it.each<[string, Webhook, Webhook, object]>([
    [
      'a creation and a change of one second',
      { topic: 'orders/create', body: order({ shipment: null, total_price: '9.00' }) },
      updated({ shipment: null }),
      { total_order_price: 1249 },
    ],
    [
      'a creation that was triggered after the parcel was sent',
      { topic: 'orders/create', body: order({ shipment: null }), triggered: '2026-11-20T06:00:00.9Z' },
      { ...updated({}), triggered: '2026-11-20T06:00:00.1Z' },
      { fulfillment_status: 'in_transit' },
    ],
    [
      'two changes of one second with the time of their triggers',
      { ...updated({ total_price: '3.00' }), triggered: '2026-11-20T06:00:00.877041743Z' },
      { ...updated({ total_price: '2.00' }), triggered: '2026-11-20T11:30:00.877041744+05:30' },
      { total_order_price: 2 },
    ],
    [
      'not sent and sent, in one second',
      updated({ shipment: null }),
      updated({}),
      { fulfillment_status: 'in_transit' },
    ],
    [
      'on its way and delivered, in one second',
      updated({ shipment: parcel('in_transit') }),
      updated({ shipment: parcel('delivered') }),
      { fulfillment_status: 'delivered' },
    ],
    [
      'sent and cancelled, in one second',
      updated({}),
      { topic: 'orders/cancelled', body: order({ shipment: null, cancelled_at: AT }) },
      { is_cancelled: true },
    ],
    [
      'paid and refunded, in one second',
      updated({ shipment: null, gateway: 'PayU' }, { financial_status: 'paid' }),
      updated({ shipment: null, gateway: 'PayU', total_price: '0.00' }, { financial_status: 'partially_refunded' }),
      { total_order_price: 0 },
    ],
    [
      'a time in another zone',
      updated({ total_price: '1.00' }, at('2026-11-20T11:30:00+05:30')),
      updated({ total_price: '2.00' }, at('2026-11-20T01:00:01-05:00')),
      { total_order_price: 2 },
    ],
    [
      'no time of the change: that of the trigger',
      updated({ total_price: '1.00' }),
      { ...updated({ total_price: '2.00' }, at(null)), triggered: '2026-11-20T06:00:05.25Z' },
      { total_order_price: 2 },
    ],
    [
      'neither: the time of the order',
      updated({ total_price: '1.00', created_at: '2026-11-19T06:00:00Z' }, at(undefined)),
      updated({ total_price: '2.00' }),
      { total_order_price: 2 },
    ],
  ])('%s', async (_, older, newer, expected) => {
    for (const both of [
      [older, newer],
      [newer, older],
      [newer, older, newer, older],
    ]) {
      await connectShop();
      for (const webhook of both) expect(await post(webhook)).toBe(200);
      expect(await orders()).toEqual([expect.objectContaining(expected)]);
    }
    await connectShop();
    await Promise.all([post(older), post(newer), post(older)]);
    expect(await orders()).toEqual([expect.objectContaining(expected)]);
  });
});

const anyWebhook = fc
  .record({
    topic: fc.constantFrom('orders/create', 'orders/updated', 'orders/cancelled', 'orders/fulfilled'),
    shipment: fc.constantFrom(null, parcel('in_transit'), parcel('delivered'), parcel('in_transit', 'AWB78')),
    cancelled_at: fc.constantFrom(null, AT),
    second: fc.constantFrom('00', '01'),
    total_price: fc.constantFrom('1.00', '2.00'),
    triggered: fc.constantFrom(undefined, '2026-11-20T06:00:00.25Z', '2026-11-20T06:00:00.75Z'),
  })
  .map(({ topic, triggered, second, ...given }): Webhook => {
    const updated_at = `2026-11-20T06:00:${second}Z`;
    return { topic, triggered, body: order({ ...given, updated_at }) };
  });

it('webhooks of one order end as one state in every order in which they come', async () => {
  const both = fc
    .array(anyWebhook, { minLength: 2, maxLength: 4 })
    .chain((sent) => fc.tuple(fc.constant(sent), fc.shuffledSubarray(sent, { minLength: sent.length })));
  await fc.assert(
    fc.asyncProperty(both, async (runs) => {
      const ends: unknown[] = [];
      for (const webhooks of runs) {
        await connectShop();
        for (const webhook of webhooks) await post(webhook);
        ends.push(await orders());
      }
      expect(ends[0]).toHaveLength(1);
      expect(ends[1]).toEqual(ends[0]);
    }),
    { numRuns: 12 },
  );
});

it('a checkout that was completed stays so after a webhook of the same second, and after an older one', async () => {
  const open = { topic: 'checkouts/update', body: checkoutBody(simulatedCheckout()) };
  const completed = { ...open, body: checkoutBody(simulatedCheckout({ completed_at: AT })) };
  for (const webhook of [completed, open]) await post(webhook);
  expect(await listShopCheckouts(inbox.db, merchant, rohit)).toMatchObject([{ is_converted: true }]);
});

describe('what the shop has deleted', () => {
  const customer = { id: 5, email: 'rohit@mail.example', phone: null, updated_at: AT };
  const list = async () => [...(await orders()), ...(await listShopCheckouts(inbox.db, merchant, rohit))];
  it.each<[string, Webhook, Webhook]>([
    ['an order', updated({}), { topic: 'orders/delete', body: { id: 1001 } }],
    [
      'a checkout',
      { topic: 'checkouts/update', body: checkoutBody(simulatedCheckout()) },
      { topic: 'checkouts/delete', body: { id: '900' } },
    ],
  ])('stays deleted: %s', async (_, late, deletion) => {
    await post(late);
    expect(await list()).toHaveLength(1);
    for (const webhook of [deletion, late, deletion, late]) expect(await post(webhook)).toBe(200);
    expect(await list()).toEqual([]);
    expect(signals).toHaveLength(2);
    const [left] = await inbox.db.selectFrom('shop_records').selectAll().where('merchant_id', '=', merchant).execute();
    expect(left).toMatchObject({ emails: [], phones: [], phone_numbers: [], details: {} });
  });

  it('is not brought back by a webhook or a read that comes after it, although it was never stored', async () => {
    await post({ topic: 'orders/delete', body: { id: 1001 } });
    await post(updated({ updated_at: '2030-01-01T00:00:00Z' }));
    const read = readOrder(orderNode(simulatedOrder()), 'IN');
    if (read === null) throw new Error('The order cannot be read');
    expect(await storeRecords(inbox.db, merchant, [read], { by: 'read', asOf: new Date() })).toBe(false);
    expect([await orders(), signals]).toEqual([[], []]);
  });

  it('as a customer has no orders by that customer any more', async () => {
    await post({ topic: 'customers/create', body: customerBody(customer) });
    await post(updated({ email: null, customer: { ...customer, email: null } }));
    expect(await orders()).toHaveLength(1);
    await post({ topic: 'customers/delete', body: { id: 5 } });
    await post({ topic: 'customers/update', body: customerBody(customer) });
    expect(await orders()).toEqual([]);
  });
});

describe('a read of the shop', () => {
  const read = async (given: Partial<SimulatedOrder>, asOf: string): Promise<boolean> => {
    const record = readOrder(orderNode(simulatedOrder(given)), 'IN');
    if (record === null) throw new Error('The order cannot be read');
    return storeRecords(inbox.db, merchant, [record], { by: 'read', asOf: new Date(asOf) });
  };
  const due = async () => {
    const of = { merchantId: merchant, customerId: line.customerId, contacts: rohit };
    const { isFresh } = await readSync(inbox.db, of, new Date());
    await noteSync(inbox.db, of, new Date());
    return !isFresh;
  };

  it('follows two different webhooks of one second, and decides between them', async () => {
    await due();
    await post(updated({ total_price: '1.00' }));
    expect(await due()).toBe(false);
    await post(updated({ total_price: '2.00' }));
    expect([await due(), signals.length]).toEqual([true, 2]);
    expect(await read({ total_price: '3.00' }, '2026-11-20T06:05:00Z')).toBe(true);
    await post(updated({ total_price: '1.00' }));
    expect([await due(), await orders()]).toMatchObject([true, [{ total_order_price: 3 }]]);
  });

  it('a minute later replaces the webhooks of that second', async () => {
    await post(updated({ cancelled_at: AT }));
    expect(await read({ cancelled_at: null }, '2026-11-20T06:00:30Z')).toBe(false);
    expect(await read({ cancelled_at: null }, '2026-11-20T06:05:00Z')).toBe(true);
    expect(await orders()).toMatchObject([{ is_cancelled: false }]);
  });

  it('that says what a read before it said is no change', async () => {
    expect(await read({}, '2026-11-20T06:05:00Z')).toBe(true);
    expect(await read({}, '2026-11-20T06:25:00Z')).toBe(false);
    expect(await read({ total_price: '3.00' }, '2026-11-20T06:45:00Z')).toBe(true);
  });

  it('that is older than a webhook changes nothing', async () => {
    await post(updated({ total_price: '2.00', updated_at: '2026-11-20T07:00:00Z' }));
    expect(await read({ total_price: '1.00' }, '2026-11-20T06:59:59Z')).toBe(false);
    expect(await orders()).toMatchObject([{ total_order_price: 2 }]);
  });
});
