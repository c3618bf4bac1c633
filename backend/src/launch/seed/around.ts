import type { CustomerId, MerchantId, TicketId } from '@inbox/domain';
import { product, type Random } from '@inbox/simulate';
import { sql } from 'kysely';
import type { SeedDeps } from './deps';
import type { PlannedTicket } from './plan';
import { assignable, type ReadyMerchantTickets } from './entered';

const DAY = 86_400_000;
const CARRIERS = ['Delhivery', 'Blue Dart', 'Ecom Express', 'India Post'] as const;
const NOTES = [
  'Customer was upset on the phone; please answer first thing.',
  'Warehouse confirms: the parcel left on Monday.',
  'Promised a call back before 6 pm.',
  'Regular customer, offer free pick-up.',
] as const;

/** What stands around the tickets and has no door of its own yet: the shop's orders and checkouts, notes, tags, priorities. */
export async function enterAround(deps: SeedDeps, random: Random, entered: ReadyMerchantTickets): Promise<void> {
  const { db } = deps.context;
  const merchantId = entered.merchant.id;
  await markTickets(deps, entered);

  const customers = await db
    .selectFrom('customers')
    .select(['id', 'email', 'phone', 'full_name'])
    .where('merchant_id', '=', merchantId)
    .orderBy('id')
    .execute();
  const people = new Map(
    entered.tickets.flatMap(
      ({ planned: { who } }) =>
        [
          [who.phone, who],
          [who.email, who],
        ] as const,
    ),
  );
  let number = merchantId * 100_000;
  const orders = [];
  const checkouts = [];
  for (const { id, email, phone, full_name } of customers) {
    const who = people.get(phone ?? '') ?? people.get(email ?? '') ?? entered.byName.get(full_name);
    if (!who) continue;
    const { email: mail, phone: mobile, address, city, pin, first_name, last_name } = who;
    await db
      .updateTable('customers')
      .set({ first_name, last_name, address, city, pin, email: email ?? mail, phone: phone ?? mobile })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .execute();
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
  for (const some of chunks(orders, 500)) await db.insertInto('orders').values(some).execute();
  for (const some of chunks(checkouts, 500)) await db.insertInto('abandoned_checkouts').values(some).execute();
  await enterNotes(deps, random, entered);
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

/** Priorities, tags, follow-ups, the bot's tickets, and which of the waiting ones have been looked at. */
async function markTickets(deps: SeedDeps, { merchant, tickets }: ReadyMerchantTickets): Promise<void> {
  const rows = tickets.map(({ id, planned }) => ({
    id,
    priority: planned.priority,
    tags: planned.tag === null ? [] : [planned.tag],
    status: markedStatus(planned),
    is_read: planned.isRead || planned.status === 'closed',
    follow_up_at: planned.status === 'follow_up' ? new Date(deps.now.getTime() + ((id % 20) + 1) * 3_600_000) : null,
  }));
  for (const some of chunks(rows, 500)) {
    await sql`
      update tickets t set
        priority = r.priority, tags = r.tags, follow_up_at = r.follow_up_at,
        status = coalesce(r.status, t.status),
        conversation_read = t.conversation_read or r.is_read,
        unread_count = case when r.is_read then 0 else t.unread_count end
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as r(id bigint, priority smallint, tags text[], status text, is_read boolean, follow_up_at timestamptz)
      where t.merchant_id = ${merchant.id} and t.id = r.id`.execute(deps.context.db);
  }
}

/** States that come about by work which is not part of the demo's doors: a bot's ticket, a follow-up. */
function markedStatus({ status }: PlannedTicket): string | null {
  return status === 'assigned_to_bot' || status === 'follow_up' ? status : null;
}

async function enterNotes(deps: SeedDeps, random: Random, { merchant, tickets }: ReadyMerchantTickets): Promise<void> {
  const authors = assignable(merchant);
  const notes = tickets
    .filter(({ planned }) => planned.hasNote)
    .flatMap(({ id, planned }: { id: TicketId; planned: PlannedTicket }) => {
      const author = authors[random.between(0, authors.length - 1)];
      if (!author) return [];
      const created_at = new Date((planned.lines.at(-1)?.at ?? deps.now.getTime()) + 30_000);
      return {
        merchant_id: merchant.id,
        ticket_id: id,
        agent_id: author.agent.id,
        notes: `<p>${random.pick(NOTES)}</p>`,
        created_at,
      };
    });
  if (notes.length > 0) await deps.context.db.insertInto('notes').values(notes).execute();
}

function* chunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
