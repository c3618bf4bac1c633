import { readCurrency } from '@inbox/domain';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addConversation, type TestConversation } from '../testing/rows';
import { createTicketWorld, type TicketWorld } from '../testing/ticket-world';
import { readCustomer } from './customer-queries';
import { listCheckouts, listOrders } from './order-queries';

let world: TicketWorld;
let line: TestConversation;

beforeAll(async () => {
  world = await createTicketWorld();
  line = await addConversation(world.test.db, world.shop);
});
afterAll(() => world.test.drop());

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const of = () => ({ merchant_id: world.shop, customer_id: line.customerId });

it('answers checkouts newest first, with what is not known as such', async () => {
  const { db } = world.test;
  const full = { is_cod: true, total_order_price: 499, line_items: [{ name: 'Kurta', sku: 'K1', price: 499 }] };
  await db
    .insertInto('abandoned_checkouts')
    .values([
      { ...of(), checkout_id: 'old', created_at: day(1), details: '{}' },
      { ...of(), checkout_id: 'new', created_at: day(2), is_converted: true, details: JSON.stringify(full) },
    ])
    .execute();
  expect(await listCheckouts(db, world.shop, line.conversationId)).toMatchObject([
    { checkout_id: 'new', created_at: day(2).toISOString(), is_converted: true, ...full },
    { checkout_id: 'old', is_cod: false, is_cancelled: false, fulfillment_status: null, line_items: [] },
  ]);
});

it('adds up what was spent for each currency by itself, to three decimals', async () => {
  const { db } = world.test;
  const { customerId: customer_id, conversationId } = await addConversation(db, world.shop);
  const common = { merchant_id: world.shop, customer_id, order_created_at: day(1), is_cod: false, details: '{}' };
  const dinar = readCurrency('KWD') ?? undefined;
  await db
    .insertInto('orders')
    .values([
      { ...common, order_number: 'a', fulfillment_status: null, total_order_price: 499 },
      { ...common, order_number: 'b', fulfillment_status: null, total_order_price: 1.001, currency: dinar },
      { ...common, order_number: 'c', fulfillment_status: null, total_order_price: 1.233, currency: dinar },
    ])
    .execute();
  expect((await readCustomer(db, world.shop, conversationId))?.analytics).toMatchObject({
    total_spent: 499,
    spent: [
      { amount: 2.234, currency: 'KWD' },
      { amount: 499, currency: 'INR' },
    ],
  });
  expect(await listOrders(db, world.shop, conversationId)).toMatchObject([
    { currency: 'KWD', total_order_price: 1.233 },
    { currency: 'KWD', total_order_price: 1.001 },
    { currency: 'INR', total_order_price: 499 },
  ]);
});

it('answers all of five hundred orders', async () => {
  const { db } = world.test;
  const orders = Array.from({ length: 500 }, (_, n) => ({
    ...of(),
    order_number: String(n),
    order_created_at: new Date(day(3).getTime() + n),
    is_cod: false,
    fulfillment_status: null,
    total_order_price: 1,
    details: '{}',
  }));
  await db.insertInto('orders').values(orders).execute();
  const listed = await listOrders(db, world.shop, line.conversationId);
  expect([listed?.length, listed?.[0]?.order_number]).toEqual([500, '499']);
});
