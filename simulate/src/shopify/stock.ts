import type { Random } from '../random';
import { product, type Person, type Product } from '../shop';
import { COD, type ShopStock, type SimulatedCheckout, type SimulatedCustomer, type SimulatedOrder } from './things';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CARRIERS = ['Delhivery', 'Blue Dart', 'Ecom Express', 'India Post'] as const;
/** As a card, a wallet and a bank are named among a shop's payments. */
const PREPAID = ['Razorpay', 'PhonePe', 'PayU'] as const;

/** Where ids of things begin; numbers of orders begin behind those that customers write about. */
const FIRST_ID = 5_500_000_000_000;
const FIRST_NUMBER = 100_001;

/** Nobody writes about an order that is older, in days. */
const MENTIONED_DAYS = 20;

/** What became of an order. */
type Fate =
  | 'unfulfilled'
  | 'in_transit'
  | 'out_for_delivery'
  | 'attempted_delivery'
  | 'delivered'
  | 'rto_in_transit'
  | 'rto_delivered'
  | 'cancelled'
  | 'refunded';

/** How many days ago an order of that fate was placed, from and to. */
const AGE: Readonly<Record<Fate, readonly [number, number]>> = {
  unfulfilled: [0, 2],
  in_transit: [2, 5],
  out_for_delivery: [3, 6],
  attempted_delivery: [4, 7],
  delivered: [5, 200],
  rto_in_transit: [8, 14],
  rto_delivered: [14, 200],
  cancelled: [1, 200],
  refunded: [6, 200],
};

const FATES = [
  ...(['delivered', 'delivered', 'delivered', 'delivered', 'delivered'] as const),
  ...(['in_transit', 'out_for_delivery', 'unfulfilled', 'cancelled', 'refunded'] as const),
  ...(['rto_in_transit', 'rto_delivered'] as const),
] as const satisfies [Fate, ...Fate[]];

/** What a customer writes about, and what had become of the order by then: null for one that was never placed. */
const FATE_OF: Readonly<Record<string, Fate | null>> = {
  delivery: 'attempted_delivery',
  exchange: 'delivered',
  refund: 'refunded',
  'pre-sale': null,
  invoice: 'delivered',
  damaged: 'delivered',
  address: 'unfulfilled',
  cancellation: 'unfulfilled',
};

/** An order that a customer wrote about. */
export interface MentionedOrder {
  number: string;
  item: Product;
  /** The script's tag. */
  about: string;
  /** Milliseconds, when the customer wrote. */
  at: number;
}

export interface Buyer {
  who: Person;
  mentioned: readonly MentionedOrder[];
}

export interface StockOptions {
  buyers: readonly Buyer[];
  /** Milliseconds. */
  now: number;
  /** Origin of the shop's pages. */
  site: string;
}

/**
 * What a shop has of these people: orders in every state, those that they wrote about among them, and baskets that were
 * left. Some are known by their phone alone, some buy as guests by their e-mail address, and one in eight has bought
 * nothing.
 */
export function stockShop(random: Random, { buyers, now, site }: StockOptions): ShopStock {
  const stock: ShopStock = { customers: [], orders: [], checkouts: [] };
  const placed: (Buying & { fate: Fate; placed: number; number?: string; first?: Product })[] = [];
  let id = FIRST_ID;

  for (const { who, mentioned } of buyers) {
    const buyer = buyerOf(random, who, ++id, now);
    if (buyer.customer !== null) stock.customers.push(buyer.customer);
    for (const { number, item, about, at } of mentioned) {
      const fate = FATE_OF[about];
      if (fate === null) {
        stock.checkouts.push(checkoutOf(random, { ...buyer, id: ++id, site, left: at - HOUR, items: [item], now }));
      }
      if (fate === null || fate === undefined || placed.some((other) => other.number === number)) continue;
      const recently = placedAt(random, fate, at, MENTIONED_DAYS);
      placed.push({ ...buyer, fate: grown(fate, now - at), placed: recently, number, first: item });
    }
    const count = random.chance(0.12) ? 0 : random.between(0, 4);
    for (let n = 0; n < count; n += 1) {
      const fate = random.pick(FATES);
      placed.push({ ...buyer, fate, placed: placedAt(random, fate, now) });
    }
    if (!random.chance(0.3)) continue;
    const items = Array.from({ length: random.between(1, 2) }, () => product(random));
    const left = now - HOUR - random.next() * 60 * DAY;
    stock.checkouts.push(checkoutOf(random, { ...buyer, id: ++id, site, left, items, now }));
  }
  let number = FIRST_NUMBER;
  for (const order of placed.toSorted((one, other) => one.placed - other.placed)) {
    stock.orders.push(orderOf(random, { ...order, number: order.number ?? String(number++), id: ++id, site, now }));
  }
  return stock;
}

/** By what the shop knows somebody. */
interface Buying {
  email: string | null;
  phone: string | null;
  customer: SimulatedCustomer | null;
}

function buyerOf(random: Random, who: Person, id: number, now: number): Buying {
  const phone = `+${who.phone}`;
  const updated_at = iso(now - 300 * DAY);
  const known = random.next();
  if (known < 0.15) return { email: null, phone: null, customer: { id, email: null, phone, updated_at } };
  if (known < 0.3) return { email: who.email, phone: null, customer: null };
  return { email: who.email, phone, customer: { id, email: who.email, phone, updated_at } };
}

const iso = (time: number): string => new Date(time).toISOString();
const rupees = (amount: number): string => amount.toFixed(2);

/** @param by milliseconds @param most days before that */
function placedAt(random: Random, fate: Fate, by: number, most = Infinity): number {
  const [from, longest] = AGE[fate];
  const to = Math.min(longest, Math.max(from, most));
  return by - (from + random.next() * (to - from)) * DAY - HOUR;
}

/** What has become of it since the customer wrote: nothing stays on its way for weeks. @param since milliseconds */
function grown(fate: Fate, since: number): Fate {
  if (since < 4 * DAY || fate === 'refunded' || fate === 'cancelled') return fate;
  return fate === 'attempted_delivery' ? 'rto_delivered' : 'delivered';
}

function orderOf(
  random: Random,
  of: Buying & { id: number; number: string; fate: Fate; placed: number; first?: Product; site: string; now: number },
): SimulatedOrder {
  const more = Array.from({ length: random.between(of.first ? 0 : 1, 2) }, () => product(random));
  const items = of.first ? [of.first, ...more] : more;
  const sum = items.reduce((total, { price }) => total + price, 0);
  const discount = random.chance(0.3) ? Math.round(sum * 0.1) : 0;
  const isCancelled = of.fate === 'cancelled' || of.fate === 'refunded';
  const changed = Math.min(of.now, of.placed + (isCancelled ? 1 : 3) * DAY);
  return {
    id: of.id,
    name: `#${of.number}`,
    email: of.email,
    phone: of.phone,
    customer: of.customer,
    created_at: iso(of.placed),
    updated_at: iso(changed),
    cancelled_at: isCancelled ? iso(changed) : null,
    is_refunded: of.fate === 'refunded',
    order_status_url: `${of.site}/orders/${of.number}`,
    gateway: of.fate !== 'refunded' && random.chance(0.55) ? COD : random.pick(PREPAID),
    total_price: rupees(sum - discount),
    total_discounts: rupees(discount),
    line_items: linesOf(items),
    shipment: isCancelled || of.fate === 'unfulfilled' ? null : shipmentOf(random, of.number, of.fate),
  };
}

const linesOf = (items: readonly Product[]) =>
  items.map(({ name, sku, price }) => ({ name, sku, price: rupees(price) }));

/** A parcel of this order, on its way. */
export function shipmentOf(random: Random, number: string, status: string): NonNullable<SimulatedOrder['shipment']> {
  const awb = `AWB${number}`;
  return { status, company: random.pick(CARRIERS), number: awb, url: `https://track.example/${awb}` };
}

function checkoutOf(
  random: Random,
  of: Buying & { id: number; site: string; left: number; items: readonly Product[]; now: number },
): SimulatedCheckout {
  // Who was reminded came back within the day.
  const completed = random.chance(0.25) && of.left + 5 * HOUR < of.now ? iso(of.left + 5 * HOUR) : null;
  return {
    id: of.id,
    email: of.email,
    customer: of.customer,
    created_at: iso(of.left),
    updated_at: completed ?? iso(of.left),
    completed_at: completed,
    url: `${of.site}/checkouts/${of.id}`,
    total_price: rupees(of.items.reduce((total, { price }) => total + price, 0)),
    line_items: linesOf(of.items),
  };
}
