import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomerId } from '@inbox/domain';
import { sql } from 'kysely';
import { addConversation, addTicket, type TestConversation } from '../testing/rows';
import { createTicketWorld, type TicketWorld } from '../testing/ticket-world';
import type { SignedIn } from '../agents/sessions/session';
import { readCustomer } from './customer-queries';
import { joinCustomers, partCustomers } from './join-customers';
import { listSameCustomers } from './join-queries';

let world: TicketWorld;
let admin: SignedIn;

beforeAll(async () => {
  world = await createTicketWorld();
  admin = { ...world.me, agent: { ...world.me.agent, is_store_admin: true } };
});
afterAll(() => world.test.drop());

type Person = { full_name: string; email?: string; phone?: string };

async function entry(person: Person): Promise<TestConversation> {
  const line = await addConversation(world.test.db, world.shop, 'whatsapp', person);
  await addTicket(world.test.db, line, { full_name: person.full_name, status: 'closed' });
  await addOrder(line.customerId, `order of ${line.customerId}`);
  return line;
}

const addOrder = (customer_id: CustomerId, order_number: string) =>
  world.test.db
    .insertInto('orders')
    .values({
      merchant_id: world.shop,
      customer_id,
      order_number,
      order_created_at: new Date(),
      is_cod: true,
      fulfillment_status: null,
      total_order_price: 100,
      details: '{}',
    })
    .execute();

/** Everything of these customers, without how often it changed. */
async function picture() {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(c) as row from customers c
    union all select to_jsonb(v) from conversations v
    union all select to_jsonb(t) - 'rev' from tickets t
    union all select to_jsonb(o) from orders o order by 1`.execute(world.test.db);
  return rows.map(({ row }) => row);
}

const of = ({ conversationId }: TestConversation) => ({ conversationId });
const join = (kept: TestConversation, other: TestConversation, who = admin) =>
  joinCustomers(world.context, who, { ...of(kept), otherId: other.customerId });
const joinsOf = async (line: TestConversation) =>
  (await listSameCustomers(world.test.db, world.shop, line.conversationId))?.joins ?? [];
const partNewest = async (line: TestConversation) =>
  partCustomers(world.context, admin, { ...of(line), joinId: (await joinsOf(line))[0]?.id ?? 0 });
const customer = (line: TestConversation) => readCustomer(world.test.db, world.shop, line.conversationId);
const ordersOf = async (line: TestConversation) => (await customer(line))?.analytics?.total_orders;

describe('joining two entries of one person', () => {
  it('moves everything of the other, fills in what was not known, notifies, and is undone exactly', async () => {
    const kept = await entry({ full_name: '919800000001', phone: '919800000001' });
    const other = await entry({ full_name: 'Priya Rao', email: 'priya@mail.example', phone: '09800000001' });
    const before = await picture();
    await world.told();

    await join(kept, other);
    expect(await customer(other)).toMatchObject({ id: kept.customerId, full_name: 'Priya Rao' });
    expect(await customer(kept)).toMatchObject({ email: 'priya@mail.example', phone: '919800000001' });
    expect(await ordersOf(kept)).toBe(2);
    expect((await world.told()).flatMap(({ ids }) => ids).length).toBeGreaterThanOrEqual(2);
    expect(await joinsOf(kept)).toMatchObject([{ full_name: 'Priya Rao' }]);

    await partNewest(kept);
    expect(await picture()).toEqual(before);
    expect(await joinsOf(kept)).toEqual([]);
  });

  it('keeps what was corrected since, and gives back the tickets that came meanwhile', async () => {
    const kept = await entry({ full_name: 'Asif', phone: '919800000002' });
    const other = await entry({ full_name: 'Asif Khan', email: 'asif@mail.example', phone: '919800000002' });
    await join(kept, other);
    await world.test.db
      .updateTable('customers')
      .set({ email: 'new@mail.example' })
      .where('id', '=', kept.customerId)
      .execute();
    const meanwhile = await addTicket(world.test.db, { ...other, customerId: kept.customerId }, { full_name: 'Asif' });
    await partNewest(kept);
    expect(await customer(kept)).toMatchObject({ full_name: 'Asif', email: 'new@mail.example' });
    const row = await world.test.db.selectFrom('tickets').selectAll().where('id', '=', meanwhile).executeTakeFirst();
    expect(row).toMatchObject({ customer_id: other.customerId, full_name: 'Asif Khan' });
  });

  it('can be done on top of another join, and undone from the outside in', async () => {
    const [a, b, c] = [
      await entry({ full_name: 'A' }),
      await entry({ full_name: 'B' }),
      await entry({ full_name: 'C' }),
    ];
    const before = await picture();
    await join(b, a);
    await join(c, b);
    expect(await ordersOf(a)).toBe(3);
    expect((await joinsOf(a)).map(({ full_name }) => full_name)).toEqual(['B']);
    await partNewest(c);
    expect((await joinsOf(b)).map(({ full_name }) => full_name)).toEqual(['A']);
    await partNewest(b);
    expect(await picture()).toEqual(before);
  });

  it('is done once, however often and at the same time it is asked for', async () => {
    const [kept, other] = [await entry({ full_name: 'Once' }), await entry({ full_name: 'Twice' })];
    await Promise.all([join(kept, other), join(kept, other)]);
    const joined = await picture();
    await world.told();
    await join(kept, other);
    expect(await world.told()).toEqual([]);
    expect(await picture()).toEqual(joined);
    expect(await joinsOf(kept)).toHaveLength(1);
    await partNewest(kept);
    expect(await ordersOf(kept)).toBe(1);
  });

  it('is refused for entries that were joined with others meanwhile', async () => {
    const [a, b, c] = [
      await entry({ full_name: 'First' }),
      await entry({ full_name: 'Second' }),
      await entry({ full_name: 'Third' }),
    ];
    await join(a, b);
    await expect(join(c, b)).rejects.toMatchObject({ status: 409, code: 'joined_already' });
  });

  it('catches what comes in for the other entry afterwards, and while it is on its way', async () => {
    const [kept, other] = [await entry({ full_name: 'Kept' }), await entry({ full_name: 'Other' })];
    await Promise.all([join(kept, other), addOrder(other.customerId, 'at the same time')]);
    await addOrder(other.customerId, 'later');
    expect(await ordersOf(kept)).toBe(4);
  });

  it('is refused to who is no store admin, and for one entry', async () => {
    const [kept, other] = [await entry({ full_name: 'One' }), await entry({ full_name: 'Two' })];
    await expect(join(kept, other, world.me)).rejects.toMatchObject({ status: 403, code: 'not_admin' });
    await expect(join(kept, kept)).rejects.toMatchObject({ status: 400 });
    await expect(
      joinCustomers(world.context, admin, { ...of(kept), otherId: 999_999 as CustomerId }),
    ).rejects.toMatchObject({ status: 404 });
    await join(kept, other);
    await expect(partCustomers(world.context, admin, { ...of(kept), joinId: 999_999 })).rejects.toMatchObject({
      status: 404,
      code: 'no_join',
    });
    const [made] = await joinsOf(kept);
    await expect(partCustomers(world.context, world.me, { ...of(kept), joinId: made?.id ?? 0 })).rejects.toMatchObject({
      status: 403,
    });
  });
});

it('suggests entries with the same phone or e-mail, with or without its country, in any case', async () => {
  const me = await entry({ full_name: 'Meera', email: 'Meera@Mail.example', phone: '919811111111' });
  await entry({ full_name: 'By phone', phone: '9811111111' });
  await entry({ full_name: 'By mail', email: 'meera@mail.EXAMPLE' });
  await entry({ full_name: 'By both', email: 'meera@mail.example', phone: '+919811111111' });
  await entry({ full_name: 'Somebody else', phone: '919822222222' });
  await entry({ full_name: 'Of another country', phone: '+19811111111' });
  const found = await listSameCustomers(world.test.db, world.shop, me.conversationId);
  expect(found?.matches.map(({ full_name, by, tickets }) => [full_name, by, tickets])).toEqual([
    ['By phone', 'phone', 1],
    ['By mail', 'email', 1],
    ['By both', 'both', 1],
  ]);
});
