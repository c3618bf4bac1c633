import * as z from 'zod/mini';
import type { Random } from '../random';
import { product } from '../shop';
import { shipmentOf } from './stock';
import {
  checkoutBody,
  COD,
  orderBody,
  type ShopStock,
  type SimulatedCheckout,
  type SimulatedCustomer,
  type SimulatedOrder,
} from './things';

const word = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** What somebody has happen in a shop: `contact` is an e-mail address or a phone, `number` that of an order. */
export const tradeSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('order'), contact: word }),
  z.object({ what: z.literal('abandon'), contact: word }),
  z.object({ what: z.literal('ship'), number: word }),
  z.object({ what: z.literal('cancel'), number: word }),
]);
export type Trade = z.infer<typeof tradeSchema>;

/** What a shop tells the inbox of it, and in words. */
export interface Traded {
  topic: string;
  body: unknown;
  text: string;
}

/** What cannot be done, in one line for whoever asked for it. */
export class TradeError extends Error {
  override readonly name = 'TradeError';
}

const STEPS = ['in_transit', 'out_for_delivery', 'delivered'] as const;

/** Whether the shop has the order, or knows whoever has this address or phone. */
export function concerns({ customers, orders, checkouts }: ShopStock, wanted: Trade): boolean {
  if ('number' in wanted) return orderOf({ orders }, wanted.number) !== undefined;
  const known = [...customers, ...orders, ...checkouts.map(({ email }) => ({ email, phone: null }))];
  return known.some((one) => isOf(one, wanted.contact));
}

/**
 * Changes what the shop has. Who is not known to it becomes its customer; an order goes one step of its way with each 'ship'.
 * @param at.now milliseconds
 * @throws TradeError
 */
export function trade(
  stock: ShopStock,
  wanted: Trade,
  { random, now, site }: { random: Random; now: number; site: string },
): Traded {
  const at = new Date(now).toISOString();
  if (wanted.what === 'order' || wanted.what === 'abandon') {
    const customer = stock.customers.find((one) => isOf(one, wanted.contact)) ?? addCustomer(stock, wanted.contact, at);
    const item = product(random);
    const line_items = [{ name: item.name, sku: item.sku, price: item.price.toFixed(2) }];
    const id = nextId(stock);
    const common = { id, email: customer.email, customer, created_at: at, updated_at: at, line_items };
    const total_price = item.price.toFixed(2);
    if (wanted.what === 'abandon') {
      const checkout: SimulatedCheckout = {
        ...common,
        completed_at: null,
        url: `${site}/checkouts/${id}`,
        total_price,
      };
      stock.checkouts.push(checkout);
      return { topic: 'checkouts/create', body: checkoutBody(checkout), text: `checkout ${id}: ${item.name}, left` };
    }
    const number = nextNumber(stock);
    const order: SimulatedOrder = {
      ...common,
      name: `#${number}`,
      phone: customer.phone,
      cancelled_at: null,
      is_refunded: false,
      order_status_url: `${site}/orders/${number}`,
      gateway: random.chance(0.5) ? COD : 'Razorpay',
      total_price,
      total_discounts: '0.00',
      shipment: null,
    };
    stock.orders.push(order);
    return { topic: 'orders/create', body: orderBody(order), text: `order ${order.name}: ${item.name}, placed` };
  }

  const order = orderOf(stock, wanted.number);
  if (order === undefined) throw new TradeError(`No shop has an order ${wanted.number}.`);
  if (order.cancelled_at !== null) throw new TradeError(`The order ${order.name} is cancelled.`);
  // The newer version wins, also over one of the same moment.
  order.updated_at = new Date(Math.max(now, Date.parse(order.updated_at) + 1)).toISOString();
  if (wanted.what === 'cancel') {
    order.cancelled_at = order.updated_at;
    order.is_refunded = true;
    order.shipment = null;
    return { topic: 'orders/cancelled', body: orderBody(order), text: `order ${order.name}: cancelled, refunded` };
  }
  const step = STEPS[STEPS.findIndex((name) => name === order.shipment?.status) + 1];
  if (step === undefined) throw new TradeError(`The order ${order.name} is delivered.`);
  order.shipment = { ...shipmentOf(random, bare(order.name), step), ...order.shipment, status: step };
  return { topic: 'orders/updated', body: orderBody(order), text: `order ${order.name}: ${order.shipment.status}` };
}

const bare = (number: string): string => number.replace(/^#/, '');

const orderOf = ({ orders }: Pick<ShopStock, 'orders'>, number: string): SimulatedOrder | undefined =>
  orders.find(({ name }) => bare(name) === bare(number));

/** Numbers are written with and without their country. */
const localPart = (phone: string): string => phone.replace(/\D/g, '').slice(-10);

const isOf = ({ email, phone }: Pick<SimulatedCustomer, 'email' | 'phone'>, contact: string): boolean =>
  contact.includes('@')
    ? email?.toLowerCase() === contact.toLowerCase()
    : phone !== null && localPart(phone) === localPart(contact);

/** @throws TradeError for what is neither an address nor a phone */
function addCustomer(stock: ShopStock, contact: string, updated_at: string): SimulatedCustomer {
  const isMail = contact.includes('@');
  const digits = contact.replace(/\D/g, '');
  if (!isMail && digits.length < 10)
    throw new TradeError(`${contact} is neither an e-mail address nor a phone number.`);
  const phone = `+${digits.length === 10 ? `91${digits}` : digits}`;
  const customer = isMail
    ? { id: nextId(stock), email: contact.toLowerCase(), phone: null, updated_at }
    : { id: nextId(stock), email: null, phone, updated_at };
  stock.customers.push(customer);
  return customer;
}

const highest = (numbers: Iterable<number>): number => {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
};

const nextId = ({ customers, orders, checkouts }: ShopStock): number =>
  highest([...customers, ...orders, ...checkouts].map(({ id }) => id)) + 1;

const nextNumber = ({ orders }: ShopStock): number =>
  highest(orders.map(({ name }) => Number(bare(name))).filter(Number.isSafeInteger)) + 1;
