import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { calls } from '@inbox/api/wire';
import { startShopifyServer, type ShopifyServer } from '@inbox/simulate';
import type { ConversationId, MerchantId } from '@inbox/domain';
import { addAgent, addConversation, addMerchant, type TestConversation } from '../testing/rows';
import { until } from '../testing/fake-graph';
import { dataOf, startTestInbox, type TestInbox } from '../testing/inbox';
import { addShop } from './shops';
import { simulatedCheckout, simulatedOrder } from './testing';
import { systemClock, type Clock } from './throttle';

const credentials = { access_token: 'shpat_secret', app_secret: 'app-secret' };
const minutes = (n: number) => n * 60_000;
/** Tells the wait for a shop from others. */
const PATIENCE_MS = 86_400_000;

let inbox: TestInbox;
let shopify: ShopifyServer;
let merchant: MerchantId;
let line: TestConversation;
let token: string;
let time: number;
let began: string;
let signals: unknown[];
/** Milliseconds by which a shop is left alone that does not answer. */
let waited = 0;
/** Ends the patience of who waits; undefined before somebody does. */
const patience: { lose?: () => void } = {};
const endPatience = () => patience.lose?.();

/** Patience ends when the test says so: until then a shop has the time that it needs. */
const clock: Clock = {
  now: () => systemClock.now(),
  wait: async (ms, signal) =>
    ms === PATIENCE_MS ? new Promise((resolve) => (patience.lose = resolve)) : systemClock.wait(ms, signal),
};

beforeAll(async () => {
  inbox = await startTestInbox({ shop: { clock, patienceMs: PATIENCE_MS, breaking: { now: () => waited } } });
  const { live } = inbox.context;
  const signal = live.signal.bind(live);
  live.signal = (...given) => {
    if (given[1].type === 'customers.changed') signals.push(given[1]);
    signal(...given);
  };
});
afterAll(() => inbox.close());

beforeEach(async () => {
  const { db, vault } = inbox;
  time = Date.now();
  began = new Date(time).toISOString();
  inbox.clock.now = () => new Date(time);
  signals = [];
  merchant = await addMerchant(db);
  const domain = `shop-${merchant}.myshopify.com`;
  shopify = await startShopifyServer({ port: 0, domain, accessToken: credentials.access_token });
  await addShop(db, vault, merchant, { domain, url: shopify.url, credentials });
  line = await addConversation(db, merchant, 'whatsapp', { email: 'rohit@mail.example', phone: '919876543210' });
  token = await inbox.signIn(merchant, await addAgent(db, merchant));
});
afterEach(() => shopify.close());

const params = (id: ConversationId = line.conversationId) => ({ params: { conversation_id: id } });
const orders = async (id?: ConversationId) =>
  dataOf(calls.customerOrders, await inbox.call(token, 'customerOrders', params(id)));
const checkouts = async () => dataOf(calls.customerCheckouts, await inbox.call(token, 'customerCheckouts', params()));
const state = async () => dataOf(calls.customerShop, await inbox.call(token, 'customerShop', params()));
const numbers = async (id?: ConversationId) => (await orders(id)).map(({ order_number }) => order_number);
const asked = () => shopify.requests.filter(({ what }) => what === 'orders').length;

describe('orders and abandoned checkouts of a shop', () => {
  it('are asked for once, by as many as want them at the same time, and answered from the cache for a quarter of an hour', async () => {
    shopify.orders.push(simulatedOrder());
    shopify.checkouts.push(simulatedCheckout());
    const all = await Promise.all([orders(), checkouts(), orders()]);
    expect(all).toMatchObject([[{ order_number: '#1001' }], [{ checkout_id: '900' }], [{ order_number: '#1001' }]]);
    expect(asked()).toBe(1);
    expect(await state()).toEqual({ as_of: began, is_stale: false });

    shopify.orders.push(simulatedOrder({ id: 1002, name: '#1002', created_at: '2026-11-21T06:00:00Z' }));
    time += minutes(15) - 1;
    expect(await numbers()).toEqual(['#1001']);
    time += 1;
    expect(await numbers()).toEqual(['#1002', '#1001']);
    expect(asked()).toBe(2);
    expect(signals).toEqual([
      { type: 'customers.changed', customer_ids: [line.customerId] },
      { type: 'customers.changed', customer_ids: [line.customerId] },
    ]);
  });

  it('are shown as they were when the shop does not answer, and are said to be old', async () => {
    shopify.orders.push(simulatedOrder());
    await orders();
    time += minutes(20);
    for (const mode of ['fail', 'refuse', 'hang'] as const) {
      shopify.answerWith(mode);
      delete patience.lose;
      const shown = numbers();
      await until(() => patience.lose !== undefined);
      if (mode === 'hang') endPatience();
      expect(await shown).toEqual(['#1001']);
      expect(await state()).toEqual({ as_of: began, is_stale: true });
    }
  });

  it('are not asked for by everybody while the shop does not answer: it is left alone for five seconds, then tried once', async () => {
    const { db } = inbox;
    const others: TestConversation[] = [];
    for (let n = 0; n < 8; n += 1)
      others.push(await addConversation(db, merchant, 'whatsapp', { email: `${n}@mail.example` }));
    const calledBy = async (some: readonly TestConversation[]) => {
      const before = shopify.requests.length;
      for (const { conversationId } of some) await orders(conversationId);
      return shopify.requests.length - before;
    };
    shopify.answerWith('fail');
    expect(await calledBy(others)).toBe(5);
    waited += 5_000;
    expect(await calledBy(others)).toBe(1);
    shopify.answerWith('accept');
    shopify.orders.push(simulatedOrder());
    expect(await numbers()).toEqual([]);
    waited += 10_000;
    expect(await numbers()).toEqual(['#1001']);
    expect(await calledBy(others)).toBeGreaterThanOrEqual(others.length);
  });

  it('are none while the shop has never answered, and that is said', async () => {
    shopify.answerWith('fail');
    expect([await orders(), await checkouts()]).toEqual([[], []]);
    expect(await state()).toEqual({ as_of: null, is_stale: true });
    shopify.orders.push(simulatedOrder());
    shopify.answerWith('accept');
    expect(await numbers()).toEqual(['#1001']);
  });

  it('that came before the shop went away stay', async () => {
    for (let id = 1; id <= 30; id += 1) shopify.orders.push(simulatedOrder({ id, name: `#${id}` }));
    // Customers and the first page.
    shopify.answerWith('accept', 2, 'fail');
    expect(await orders()).toHaveLength(25);
    expect(await state()).toEqual({ as_of: null, is_stale: true });
  });

  it('count in the profile', async () => {
    shopify.orders.push(simulatedOrder(), simulatedOrder({ id: 2, name: '#2', cancelled_at: '2026-11-21T06:00:00Z' }));
    shopify.checkouts.push(simulatedCheckout({ completed_at: '2026-11-21T06:00:00Z' }));
    await orders();
    const details = await inbox.call(token, 'customerDetails', params());
    expect(dataOf(calls.customerDetails, details).analytics).toEqual({
      total_spent: 1249,
      spent: [{ amount: 1249, currency: 'INR' }],
      total_orders: 2,
      orders_cancelled: 1,
      orders_delivered: 0,
      orders_rtod: 0,
      total_abandoned_checkouts: 1,
      abandoned_checkouts_converted: 1,
    });
  });

  it('are not said to count for nothing while the shop has yet to say', async () => {
    shopify.orders.push(simulatedOrder());
    const details = async () => dataOf(calls.customerDetails, await inbox.call(token, 'customerDetails', params()));
    const figures = async () => dataOf(calls.customerFigures, await inbox.call(token, 'customerFigures', params()));
    shopify.answerWith('fail');
    expect(await details()).toMatchObject({ analytics_pending: true });
    expect(await figures()).toMatchObject({ is_known: false });
    shopify.answerWith('accept');
    let told = await figures();
    // A machine that is busy takes longer than an agent waits here.
    while (!told.is_known) told = await figures();
    expect(told.analytics).toMatchObject({ total_spent: 1249, total_orders: 1 });
    expect(await details()).toMatchObject({ analytics: { total_orders: 1 } });
    expect(await details()).not.toHaveProperty('analytics_pending');
  });

  it('follow a corrected e-mail at once, and entries of one person share them', async () => {
    shopify.orders.push(simulatedOrder(), simulatedOrder({ id: 2, name: '#2', email: 'new@mail.example' }));
    const same = await addConversation(inbox.db, merchant, 'email', { email: 'ROHIT@mail.example' });
    expect([await numbers(), await numbers(same.conversationId)]).toEqual([['#1001'], ['#1001']]);
    await inbox.db
      .updateTable('customers')
      .set({ email: 'new@mail.example' })
      .where('id', '=', line.customerId)
      .execute();
    expect(await numbers()).toEqual(['#2']);
    await inbox.db
      .updateTable('customers')
      .set({ joined_into: line.customerId })
      .where('id', '=', same.customerId)
      .execute();
    expect((await numbers()).sort()).toEqual(['#1001', '#2']);
  });

  it('of nobody with an address or phone are none, and the shop is not asked', async () => {
    shopify.orders.push(simulatedOrder({ email: null }));
    const unknown = await addConversation(inbox.db, merchant, 'instagram', { phone: '12345' });
    expect(await numbers(unknown.conversationId)).toEqual([]);
    expect(shopify.requests).toEqual([]);
  });

  it('of another merchant are never found', async () => {
    shopify.orders.push(simulatedOrder());
    await orders();
    const other = await addMerchant(inbox.db);
    const theirs = await addConversation(inbox.db, other, 'whatsapp', { email: 'rohit@mail.example' });
    const answered = await inbox.call(token, 'customerOrders', params(theirs.conversationId));
    expect(answered.status).toBe(404);
  });
});

it('a merchant without a shop has the stored rows, and no state', async () => {
  await inbox.db.deleteFrom('shops').where('merchant_id', '=', merchant).execute();
  await inbox.db
    .insertInto('orders')
    .values({
      merchant_id: merchant,
      customer_id: line.customerId,
      order_number: 'stored',
      order_created_at: new Date(time),
      is_cod: false,
      fulfillment_status: null,
      total_order_price: 1,
      details: '{}',
    })
    .execute();
  expect(await numbers()).toEqual(['stored']);
  expect(await state()).toBeNull();
});

const EVIL = [
  '<img src=x onerror=alert(1)>',
  "'; drop table shop_records; --",
  '\u0000\ud800torn',
  '\u202Eevil',
  '{"$ne":null}',
  'x'.repeat(50_000),
];

it.each(EVIL)('hostile text is stored as text, short, and leads nowhere: %#', async (evil) => {
  shopify.orders.push(
    simulatedOrder({
      name: evil,
      gateway: evil,
      order_status_url: 'javascript:alert(1)',
      total_price: evil,
      line_items: [{ name: evil, sku: evil, price: evil }],
      shipment: { status: evil, company: evil, number: evil, url: `data:text/html,${evil}` },
    }),
  );
  const [order] = await orders();
  expect(order).toMatchObject({
    order_url: null,
    total_order_price: 0,
    shipment_details: { shipment_tracking_url: null },
  });
  expect(JSON.stringify(order).length).toBeLessThan(5_000);
});
