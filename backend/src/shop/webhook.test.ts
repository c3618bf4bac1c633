import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkoutBody, customerBody, orderBody, shopifySignature, type SimulatedOrder } from '@inbox/simulate';
import type { MerchantId } from '@inbox/domain';
import { sql } from 'kysely';
import { addConversation, addMerchant, type TestConversation } from '../testing/rows';
import { startTestInbox, type TestInbox } from '../testing/inbox';
import { contactsOf } from './contacts';
import { listShopCheckouts, listShopOrders, readShopAnalytics } from './shop-records';
import { noteSync, readSync } from './shop-syncs';
import { addShop } from './shops';
import { postWebhook, shopCredentials, simulatedCheckout, simulatedOrder } from './testing';

const credentials = shopCredentials;
const rohit = contactsOf(['rohit@mail.example'], ['+919876543210'], 'IN');

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

beforeEach(async () => {
  const { db, vault } = inbox;
  signals = [];
  merchant = await addMerchant(db);
  domain = `shop-${merchant}.myshopify.com`;
  await addShop(db, vault, merchant, { domain, url: 'http://127.0.0.1:2', credentials });
  line = await addConversation(db, merchant, 'whatsapp', { email: 'Rohit@mail.example', phone: '919876543210' });
});

const post = async (topic: string, body: unknown, given: Record<string, string> = {}): Promise<number> =>
  postWebhook(inbox, domain, topic, body, given);

const orders = () => listShopOrders(inbox.db, merchant, rohit);
const told = (given: Partial<SimulatedOrder> = {}, topic = 'orders/updated') =>
  post(topic, orderBody(simulatedOrder(given)));
const deadLetters = async () =>
  (await inbox.db.selectFrom('inbox_kept').selectAll().where('merchant_id', '=', merchant).orderBy('id').execute()).map(
    ({ door, reason }) => `${door}: ${reason}`,
  );
const changed = () => ({ type: 'customers.changed', customer_ids: [line.customerId] });

describe('a webhook that no shop has signed is refused, and nothing of it is stored', () => {
  const order = orderBody(simulatedOrder());
  it.each([
    ['without a signature', { 'x-shopify-hmac-sha256': '' }],
    ['with that of other bytes', { 'x-shopify-hmac-sha256': shopifySignature(credentials.app_secret, '{}') }],
    ['with one of another secret', { 'x-shopify-hmac-sha256': shopifySignature('other', JSON.stringify(order)) }],
    ['with one that is cut', { 'x-shopify-hmac-sha256': 'YQ==' }],
    ['of a shop that is not here', { 'x-shopify-shop-domain': 'other.myshopify.com' }],
    ['without a shop', { 'x-shopify-shop-domain': '' }],
  ])('%s', async (_what, headers) => {
    expect(await post('orders/create', order, headers)).toBe(401);
    expect([await orders(), await deadLetters(), signals]).toEqual([[], [], []]);
  });
});

describe('an order', () => {
  it('of a customer is stored as the API says it, and open panels are notified', async () => {
    expect(await told({}, 'orders/create')).toBe(200);
    expect(await orders()).toEqual([
      {
        order_number: '#1001',
        order_url: 'https://shop.example/orders/1001',
        order_created_at: '2026-11-20T06:00:00.000Z',
        is_cod: true,
        is_cancelled: false,
        fulfillment_status: 'in_transit',
        currency: 'INR',
        total_order_price: 1249,
        total_discounts: 50,
        user_email: 'rohit@mail.example',
        user_phone_number: null,
        line_items: [{ name: 'Silk kurta', sku: 'KUR-7', price: 1299 }],
        shipment_details: {
          fulfillment_status: 'in_transit',
          shipment_company: 'Delhivery',
          shipment_tracking_id: 'AWB77',
          shipment_tracking_url: 'https://track.example/AWB77',
        },
      },
    ]);
    expect(signals).toEqual([changed()]);
  });

  it('is never added to one of another currency', async () => {
    await told();
    await told({ id: 1002, currency: 'USD', total_price: '49.00' });
    await told({ id: 1003, currency: 'usd', total_price: '0.50' });
    await told({ id: 1004, currency: '', total_price: '7.00' });
    await told({ id: 1005, currency: 'EUR', total_price: '9.00', cancelled_at: '2026-11-20T06:00:00Z' });
    expect(await readShopAnalytics(inbox.db, merchant, rohit)).toMatchObject({
      total_spent: 1249,
      total_orders: 5,
      spent: [
        { amount: 49.5, currency: 'USD' },
        { amount: 0, currency: 'EUR' },
        { amount: 1249, currency: 'INR' },
        { amount: 7, currency: null },
      ],
    });
  });

  it('that is told twice is one, and notified once', async () => {
    expect([await told(), await told()]).toEqual([200, 200]);
    expect([await orders(), signals]).toMatchObject([[{ order_number: '#1001' }], [changed()]]);
  });

  it('is as its newest version says, in whatever order they come', async () => {
    const newer = { updated_at: '2026-11-21T06:00:00Z', cancelled_at: '2026-11-21T06:00:00Z' };
    await told(newer, 'orders/cancelled');
    await told();
    expect(await orders()).toMatchObject([{ is_cancelled: true }]);
    await told({ ...newer, updated_at: '2026-11-22T11:30:00+05:30', total_price: '1.00' });
    expect(await orders()).toMatchObject([{ is_cancelled: true, total_order_price: 1 }]);
    expect(signals).toHaveLength(2);
  });

  it('with another e-mail is no longer the customer’s, who is notified', async () => {
    await told();
    await told({ email: 'other@mail.example', updated_at: '2026-11-21T06:00:00Z' });
    expect([await orders(), signals]).toEqual([[], [changed(), changed()]]);
  });

  it.each([
    ['+6581234567', '+916581234567'],
    ['+17025550123', '+917025550123'],
  ])('of %s is not beside %s, whose last ten digits are the same', async (theirs, others) => {
    const { db } = inbox;
    const mine = await addConversation(db, merchant, 'whatsapp', { phone: theirs });
    await addConversation(db, merchant, 'whatsapp', { phone: others });
    const of = (phone: string) => listShopOrders(db, merchant, contactsOf([], [phone], 'IN'));
    await told({ email: null, phone: theirs });
    expect(signals).toEqual([{ type: 'customers.changed', customer_ids: [mine.customerId] }]);
    expect([await of(theirs), await of(others)]).toMatchObject([[{ order_number: '#1001' }], []]);

    // As the release before stored it: by the end of the number, and with it beside the order.
    await db
      .updateTable('shop_records')
      .set({ phone_numbers: sql`null` })
      .where('merchant_id', '=', merchant)
      .execute();
    expect([await of(theirs), await of(others)]).toMatchObject([[{ order_number: '#1001' }], []]);
  });

  it('whose address has a phone of its country is that customer’s', async () => {
    await addConversation(inbox.db, merchant, 'whatsapp', { phone: '+6581234567' });
    const order = orderBody(simulatedOrder({ email: null }));
    const shipping_address = { phone: '8123 4567', country_code: 'SG' };
    await post('orders/create', { ...order, shipping_address });
    const lim = contactsOf([], ['+6581234567'], 'IN');
    expect(await listShopOrders(inbox.db, merchant, lim)).toMatchObject([{ order_number: '#1001' }]);
  });

  it('of somebody who has never written is not stored', async () => {
    expect(await told({ email: 'stranger@mail.example' })).toBe(200);
    expect(await inbox.db.selectFrom('shop_records').where('merchant_id', '=', merchant).selectAll().execute()).toEqual(
      [],
    );
  });

  it('of another merchant stays there', async () => {
    const other = await addMerchant(inbox.db);
    await addConversation(inbox.db, other, 'whatsapp', { email: 'rohit@mail.example' });
    await told();
    expect(await listShopOrders(inbox.db, other, rohit)).toEqual([]);
  });
});

it('a checkout is stored, and is converted when it is completed', async () => {
  await post('checkouts/create', checkoutBody(simulatedCheckout()));
  const completed = { completed_at: '2026-11-21T06:00:00Z', updated_at: '2026-11-21T06:00:00Z' };
  await post('checkouts/update', checkoutBody(simulatedCheckout(completed)));
  expect(await listShopCheckouts(inbox.db, merchant, rohit)).toMatchObject([
    { checkout_id: '900', is_converted: true, line_items: [{ name: 'Khadi stole', sku: null, price: 799 }] },
  ]);
});

it('a customer whose e-mail changes has the orders that were the shop customer’s, and is asked for anew', async () => {
  const at = '2026-11-20T06:00:00Z';
  const before = { id: 5, email: 'old@mail.example', phone: '+919876543210', updated_at: at };
  await told({ email: null, customer: before });
  const of = { merchantId: merchant, customerId: line.customerId, contacts: rohit };
  await noteSync(inbox.db, of, new Date());
  const after = { ...before, email: 'rohit@mail.example', phone: null, updated_at: '2026-11-21T06:00:00Z' };
  await post('customers/update', customerBody(after));
  const byMail = contactsOf(['rohit@mail.example'], [], 'IN');
  expect(await listShopOrders(inbox.db, merchant, byMail)).toMatchObject([{ order_number: '#1001' }]);
  expect((await readSync(inbox.db, of, new Date())).isFresh).toBe(false);
  expect(signals).toEqual([changed(), changed()]);
});

describe('what is not understood is kept for the operator', () => {
  it.each([
    ['orders/create', '{"id":1}', "shopify: A webhook 'orders/create' that is not understood."],
    [
      'orders/create',
      `{"id":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
      "shopify: A webhook 'orders/create' that is not understood.",
    ],
    ['orders/create', 'no json', "shopify: A webhook 'orders/create' that is not understood."],
    ['app/uninstalled', '{}', "shopify: Nothing here reads the topic 'app/uninstalled'."],
  ])('%s %.20s', async (topic, body, kept) => {
    expect(await post(topic, body)).toBe(200);
    expect(await deadLetters()).toEqual([kept]);
  });
});

const evil = '<img src=x onerror=alert(1)>\u0000\ud800';
it('hostile text is stored as text, and leads nowhere', async () => {
  const status = await told({
    name: evil,
    order_status_url: 'javascript:alert(1)',
    total_price: 'Infinity',
    line_items: Array.from({ length: 500 }, () => ({ name: evil.repeat(100), sku: evil, price: evil })),
    shipment: { status: evil, company: evil, number: evil, url: 'data:text/html,x' },
  });
  expect(status).toBe(200);
  const [order] = await orders();
  expect(order).toMatchObject({
    order_url: null,
    total_order_price: 0,
    shipment_details: { shipment_tracking_url: null },
  });
  expect(order?.line_items).toHaveLength(100);
  expect(order?.line_items[0]?.name.length).toBeLessThanOrEqual(300);
});
