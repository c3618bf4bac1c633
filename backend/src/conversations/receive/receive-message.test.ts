import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TicketStatus } from '@inbox/domain';
import { sql } from 'kysely';
import { until } from '../../testing/fake-graph';
import { addAgent, addConversation } from '../../testing/rows';
import { insertLogs } from '../../tickets/lifecycle/ticket-changes';
import { lockTickets } from '../../tickets/lifecycle/ticket-rows';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import type { IncomingMessage } from '../incoming/incoming-message';
import { receiveMessage } from './receive-message';

let world: ChannelWorld;
let shop: Shop;
let number = 0;

beforeAll(async () => {
  world = await createChannelWorld();
});
afterAll(() => world.end());
beforeEach(async () => {
  shop = await addShop(world, 'whatsapp');
});

function incoming(more: Partial<IncomingMessage> = {}): IncomingMessage {
  number += 1;
  return {
    merchantId: shop.merchantId,
    accountId: shop.accountId,
    source: 'whatsapp',
    externalId: `wamid.${number}`,
    contact: '919812345678',
    answers: [],
    from: { name: 'Rohit Khanna', phone: '+919812345678', email: null },
    sentAt: new Date('2026-10-02T10:00:00.500Z'),
    content_type: 'message',
    message_type: 'session',
    message: `Message ${number}`,
    details: {},
    quotes: null,
    attachments: [],
    ...more,
  };
}
const receive = (more: Partial<IncomingMessage> = {}) => receiveMessage(world.context, incoming(more));

const tickets = async (of = shop) =>
  world.test.db.selectFrom('tickets').selectAll().where('merchant_id', '=', of.merchantId).orderBy('id').execute();
const messages = async () =>
  world.test.db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', shop.merchantId)
    .where('actor', '=', 'customer')
    .orderBy('id')
    .execute();
const customers = async () =>
  world.test.db.selectFrom('customers').selectAll().where('merchant_id', '=', shop.merchantId).execute();

async function setStatus(status: TicketStatus): Promise<void> {
  const owner_id =
    status === 'unassigned' || status === 'assigned_to_bot' ? null : await addAgent(world.test.db, shop.merchantId);
  await world.test.db
    .updateTable('tickets')
    .set({ status, owner_id })
    .where('merchant_id', '=', shop.merchantId)
    .execute();
}

describe('a customer’s message', () => {
  it('is told with its ticket, the entry of the ticket’s creation and itself, in one event', async () => {
    await receive({ message: 'Hello' });
    const { event } = await world.test.db
      .selectFrom('live_events')
      .select('event')
      .where('merchant_id', '=', shop.merchantId)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      type: 'conversations.new_message',
      by: null,
      tickets: [
        { status: 'unassigned', conversation_read: false, unread_count: 1, last_message: { message: 'Hello' } },
      ],
      items: [
        { content_type: 'log', event: 'created' },
        { content_type: 'message', message: 'Hello', actor: 'customer' },
      ],
    });
  });

  it.each<[TicketStatus, TicketStatus]>([
    ['unassigned', 'unassigned'],
    ['assigned', 'assigned'],
    ['assigned_to_bot', 'assigned_to_bot'],
    ['open', 'open'],
    ['follow_up', 'open'],
  ])('on a ticket that is %s leaves it %s, and adds to what is unread', async (before, after) => {
    await receive();
    await setStatus(before);
    await receive();
    expect(await tickets()).toMatchObject([{ status: after, unread_count: 2, conversation_read: false }]);
  });

  it('after the ticket was closed begins a new one in the same conversation', async () => {
    await receive();
    await setStatus('closed');
    await receive();
    const [old, fresh] = await tickets();
    expect([old?.status, fresh?.status]).toEqual(['closed', 'unassigned']);
    expect(fresh?.conversation_id).toBe(old?.conversation_id);
    expect((await messages()).map(({ ticket_id }) => ticket_id)).toEqual([old?.id, fresh?.id]);
  });

  it('quotes what it answers, in its own conversation only', async () => {
    await receive({
      externalId: 'wamid.theirs',
      contact: '919800000000',
      from: { name: 'B', phone: '+919800000000', email: null },
    });
    await receive({ externalId: 'wamid.own' });
    await receive({ quotes: 'wamid.own' });
    await receive({ quotes: 'wamid.theirs' });
    const [, own, quoting, spying] = await messages();
    expect([quoting?.parent_id, spying?.parent_id]).toEqual([own?.id, null]);
  });

  it('with NULs and torn letters is stored without them', async () => {
    const torn = 'a\u0000b\ud83d';
    await receive({ message: torn, from: { name: torn, phone: null, email: null }, details: { subject: torn } });
    const [row] = await messages();
    expect([row?.message, row?.details.subject, (await customers())[0]?.full_name]).toEqual([
      'ab\ufffd',
      'ab\ufffd',
      'ab\ufffd',
    ]);
  });
});

describe('many at once', () => {
  it('deliveries of one message make one message', async () => {
    const same = incoming();
    const outcomes = await Promise.all(Array.from({ length: 10 }, async () => receiveMessage(world.context, same)));
    expect(outcomes.filter(({ outcome }) => outcome === 'stored')).toHaveLength(1);
    expect(await messages()).toHaveLength(1);
    expect(await tickets()).toMatchObject([{ unread_count: 1 }]);
  });

  it('first messages of one customer make one customer, one conversation and one ticket', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => receive()));
    expect(await customers()).toHaveLength(1);
    expect(await tickets()).toMatchObject([{ unread_count: 10 }]);
  });

  it('customers do not wait for one another', async () => {
    const contacts = Array.from({ length: 20 }, (_, at) => `9198000000${at + 10}`);
    await Promise.all(
      contacts.map(async (contact) => receive({ contact, from: { name: contact, phone: contact, email: null } })),
    );
    expect(await tickets()).toHaveLength(20);
  });

  it('events of a merchant have numbers without a gap', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => receive()));
    const rows = await world.test.db
      .selectFrom('live_events')
      .select('seq')
      .where('merchant_id', '=', shop.merchantId)
      .orderBy('seq')
      .execute();
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, at) => at + 1));
  });
});

describe('one person', () => {
  it('is one customer on two channels of a merchant, by the number with its country or the address', async () => {
    const mailbox = await addShop(world, 'email');
    await world.test.db
      .updateTable('accounts')
      .set({ merchant_id: shop.merchantId })
      .where('id', '=', mailbox.accountId)
      .execute();
    const both = { name: 'Rohit', phone: '09812345678', email: null };
    await receive();
    await receive({
      accountId: mailbox.accountId,
      source: 'email',
      content_type: 'email',
      contact: 'r@home.example',
      from: both,
    });
    expect(await customers()).toHaveLength(1);
    expect(new Set((await tickets()).map(({ customer_id }) => customer_id)).size).toBe(1);
  });

  it.each([
    ['+6581234567', '+916581234567'],
    ['+4712345678', '+914712345678'],
    ['+4520123456', '+914520123456'],
    ['+17025550123', '+917025550123'],
  ])('with %s is another than the one with %s, whose last ten digits are the same', async (one, other) => {
    for (const phone of [one, other]) {
      await receive({ contact: phone.slice(1), from: { name: `Of ${phone}`, phone, email: null } });
    }
    expect((await customers()).map(({ phone, full_name }) => [phone, full_name])).toEqual([
      [one, `Of ${one}`],
      [other, `Of ${other}`],
    ]);
    expect(new Set((await tickets()).map(({ customer_id }) => customer_id)).size).toBe(2);
  });

  it('is known by any form in which an older release stored the number', async () => {
    const known = await addConversation(world.test.db, shop.merchantId, 'phone', { phone: '09812345678' });
    await receive({ contact: '919812345678', from: { name: 'Rohit', phone: '+919812345678', email: null } });
    expect((await tickets()).map(({ customer_id }) => customer_id)).toEqual([known.customerId]);
  });

  it('has a number of the shop’s country where none is said', async () => {
    await world.test.db.updateTable('merchants').set({ country: 'DK' }).where('id', '=', shop.merchantId).execute();
    for (const phone of ['20 12 34 56', '+4520123456']) {
      await receive({ contact: phone, from: { name: 'Freja', phone, email: null } });
    }
    expect((await customers()).map(({ phone }) => phone)).toEqual(['+4520123456']);
  });

  it('is two customers at two merchants, whatever the number and the message’s id', async () => {
    const same = incoming();
    await receiveMessage(world.context, same);
    const other = await addShop(world, 'whatsapp');
    await receiveMessage(world.context, { ...same, merchantId: other.merchantId, accountId: other.accountId });
    const [own, theirs] = [await tickets(), await tickets(other)];
    expect([own.length, theirs.length]).toEqual([1, 1]);
    expect(own[0]?.customer_id).not.toBe(theirs[0]?.customer_id);
  });
});

it('a message waits for what an agent does in its ticket, and never keeps that from being written down', async () => {
  await receive();
  const [ticket] = await tickets();
  const ids = [ticket?.id].filter((id) => id !== undefined);
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      world.test.db,
    );
    return rows.length > 0;
  };
  const [receiving] = await world.test.db.transaction().execute(async (tx) => {
    await lockTickets(tx, shop.merchantId, ids);
    const message = receive();
    message.catch(() => undefined);
    await until(isWaiting);
    const log = { event: 'priority', comment: 'High', agentId: null, at: new Date() } as const;
    await insertLogs(tx, shop.merchantId, ids, log);
    return [message];
  });
  await expect(receiving).resolves.toMatchObject({ outcome: 'stored' });
});
