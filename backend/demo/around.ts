import { sql } from 'kysely';
import { lastTenDigits, type CustomerId, type MerchantId } from '@inbox/domain';
import { product, type Person, type Random } from '@inbox/simulate';
import type { SeedDeps } from './deps';
import { chunks } from './chunks';
import type { ReadyMerchant } from './setting-up';

const DAY = 86_400_000;
const CARRIERS = ['Delhivery', 'Blue Dart', 'Ecom Express', 'India Post'] as const;

/** What stands beside the tickets and comes in by no channel: the shop's orders and checkouts, customers' addresses. */
export async function enterAround(
  deps: SeedDeps,
  random: Random,
  { id: merchantId }: ReadyMerchant,
  known: readonly Person[],
): Promise<void> {
  const { db } = deps;
  const customers = await db
    .selectFrom('customers')
    .select(['id', 'email', 'phone', 'full_name'])
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .execute();
  const people = new Map(
    known.flatMap((who) => [lastTenDigits(who.phone), who.email, who.full_name].map((key) => [key, who] as const)),
  );
  let number = merchantId * 100_000;
  const filled = [];
  const orders = [];
  const checkouts = [];
  for (const { id, email, phone, full_name } of customers) {
    const who = people.get(lastTenDigits(phone ?? '')) ?? people.get(email ?? '') ?? people.get(full_name);
    if (!who) continue;
    const { email: mail, phone: mobile, address, city, pin, first_name, last_name } = who;
    filled.push({ id, first_name, last_name, address, city, pin, email: email ?? mail, phone: phone ?? `+${mobile}` });
    // One in eight has not bought anything yet.
    const count = random.chance(0.12) ? 0 : random.between(1, 6);
    for (let n = 0; n < count; n++) {
      orders.push(
        order(random, { merchantId, customerId: id, number: ++number, email: mail, phone: mobile, now: deps.now }),
      );
    }
    if (random.chance(0.3))
      checkouts.push(checkout(random, { merchantId, customerId: id, number: ++number, now: deps.now }));
  }
  for (const some of chunks(filled, 500)) {
    await sql`
      update customers c set first_name = r.first_name, last_name = r.last_name, address = r.address, city = r.city,
        pin = r.pin, email = r.email, phone = r.phone
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r(
        id bigint, first_name text, last_name text, address text, city text, pin text, email text, phone text)
      where c.merchant_id = ${merchantId} and c.id = r.id`.execute(db);
  }
  for (const some of chunks(orders, 500)) await db.insertInto('orders').values(some).execute();
  for (const some of chunks(checkouts, 500)) await db.insertInto('abandoned_checkouts').values(some).execute();
}

interface Buying {
  merchantId: MerchantId;
  customerId: CustomerId;
  number: number;
  now: Date;
}

function order(random: Random, of: Buying & { email: string; phone: string }) {
  const line_items = Array.from({ length: random.between(1, 3) }, () => product(random));
  const total = line_items.reduce((sum, { price }) => sum + price, 0);
  const discounts = random.chance(0.3) ? Math.round(total * 0.1) : 0;
  const status = random.pick(['delivered', 'delivered', 'delivered', 'in_transit', 'out_for_delivery', 'rto', null]);
  const isCancelled = status === null && random.chance(0.5);
  return {
    merchant_id: of.merchantId,
    customer_id: of.customerId,
    order_number: String(of.number),
    order_created_at: new Date(of.now.getTime() - random.next() * 200 * DAY),
    is_cod: random.chance(0.55),
    is_cancelled: isCancelled,
    fulfillment_status: status,
    total_order_price: total - discounts,
    details: JSON.stringify({
      order_url: `https://shop.example/admin/orders/${of.number}`,
      total_discounts: discounts,
      user_email: of.email,
      user_phone_number: of.phone,
      line_items,
      shipment_details:
        status === null
          ? null
          : {
              fulfillment_status: status,
              shipment_company: random.pick(CARRIERS),
              shipment_tracking_id: `AWB${of.number}`,
              shipment_tracking_url: `https://track.example/AWB${of.number}`,
            },
    }),
  };
}

function checkout(random: Random, of: Buying) {
  const line_items = Array.from({ length: random.between(1, 2) }, () => product(random));
  return {
    merchant_id: of.merchantId,
    customer_id: of.customerId,
    checkout_id: `CHK${of.number}`,
    created_at: new Date(of.now.getTime() - random.next() * 60 * DAY),
    is_converted: random.chance(0.25),
    details: JSON.stringify({ line_items, total_order_price: line_items.reduce((sum, { price }) => sum + price, 0) }),
  };
}
