import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listTickets } from '../../tickets/list/ticket-list';
import { arrivalOrderMigration } from '../../platform/db/migrations/012_arrival_order';
import { readThread } from '../thread/thread';
import { NO_FILTERS } from '@inbox/domain';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../testing/channel-world';
import type { IncomingMessage } from '../incoming/incoming-message';
import { receiveEcho } from './receive-echo';
import { receiveMessage } from './receive-message';

let world: ChannelWorld;
let shop: Shop;
let number = 0;

beforeAll(async () => {
  world = await createChannelWorld();
});
afterAll(() => world.end());

const NOON = Date.UTC(2026, 9, 2, 12);
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

type Source = 'whatsapp' | 'email' | 'instagram' | 'messenger';

/** @param sent and `arrived` in milliseconds from noon */
async function receive(
  { text, sent, arrived, contact = '919812345678' }: { text: string; sent: number; arrived: number; contact?: string },
  source: Source,
  byShop = false,
): Promise<void> {
  number += 1;
  const phone = source === 'email' ? null : `+${contact}`;
  const message: IncomingMessage = {
    merchantId: shop.merchantId,
    accountId: shop.accountId,
    source,
    externalId: `external.${number}`,
    contact,
    // Mails of one thread.
    answers: source === 'email' ? Array.from({ length: number }, (_, at) => `external.${at}`) : [],
    from: { name: 'Rohit Khanna', phone, email: phone === null ? 'rohit@home.example' : null },
    sentAt: new Date(NOON + sent),
    content_type: source === 'email' ? 'email' : 'message',
    message_type: 'session',
    message: text,
    details: {},
    quotes: null,
    attachments: [],
  };
  const context = { ...world.context, now: () => new Date(NOON + arrived) };
  if (byShop) await receiveEcho(context, message, null);
  else await receiveMessage(context, message);
}

const tickets = () =>
  world.test.db.selectFrom('tickets').selectAll().where('merchant_id', '=', shop.merchantId).orderBy('id').execute();

/** What each says, in the thread's order, with the time that it is said to be sent at. */
async function thread() {
  const [ticket] = await tickets();
  if (ticket === undefined) throw new Error('Nothing was received.');
  const { content } = await readThread(world.test.db, shop.merchantId, {
    conversationId: ticket.conversation_id,
    pageSize: 25,
    since: null,
  });
  return content.flatMap((item) => (item.content_type === 'log' ? [] : [[item.message, item.sent_at]]));
}

const at = (ms: number) => new Date(NOON + ms).toISOString();

describe.each(['whatsapp', 'instagram', 'messenger', 'email'] as const)('%s', (source) => {
  beforeEach(async () => {
    shop = await addShop(world, source);
  });

  it.each([
    ['nine days back', -9 * DAY],
    ['in 1999', Date.UTC(1999, 2, 1) - NOON],
    ['an hour back', -60 * MINUTE],
  ])('a message that says it was sent %s stands where it arrived, and says so', async (_when, sent) => {
    await receive({ text: 'first', sent: 0, arrived: 500 }, source);
    await receive({ text: 'old', sent, arrived: MINUTE }, source);
    await receive({ text: 'last', sent: 2 * MINUTE, arrived: 2 * MINUTE + 500 }, source);
    expect(await thread()).toEqual([
      ['first', null],
      ['old', at(sent)],
      ['last', null],
    ]);
  });

  it('a message that says it was sent long ago is the newest when it comes', async () => {
    await receive({ text: 'first', sent: 0, arrived: 500 }, source);
    await receive({ text: 'old', sent: -9 * DAY, arrived: MINUTE }, source);
    const [ticket] = await tickets();
    expect(ticket).toMatchObject({ received_at: new Date(NOON + MINUTE), last_message: { message: 'old' } });
  });

  it('a message from the future stands where it arrived', async () => {
    await receive({ text: 'first', sent: 30 * DAY, arrived: 500 }, source);
    await receive({ text: 'second', sent: 2_000, arrived: 2_500 }, source);
    expect((await thread()).map(([text]) => text)).toEqual(['first', 'second']);
  });
});

describe.each(['whatsapp', 'instagram', 'messenger'] as const)('two of %s that arrive swapped', (source) => {
  beforeEach(async () => {
    shop = await addShop(world, source);
  });

  it.each([
    [2_000, ['first', 'second']],
    [9 * MINUTE, ['first', 'second']],
    [11 * MINUTE, ['second', 'first']],
  ])('%d ms apart', async (late, order) => {
    await receive({ text: 'second', sent: 5_000, arrived: 5_500 }, source);
    await receive({ text: 'first', sent: 0, arrived: 5_500 + late }, source);
    expect((await thread()).map(([text]) => text)).toEqual(order);
    const [ticket] = await tickets();
    expect(ticket).toMatchObject({ last_message: { message: order[1] }, unread_count: 2 });
  });

  it('of one second stand in the order of arrival', async () => {
    for (const text of ['a', 'b', 'c']) await receive({ text, sent: 0, arrived: 3_000 + number }, source);
    expect((await thread()).map(([text]) => text)).toEqual(['a', 'b', 'c']);
  });
});

describe('the WhatsApp session', () => {
  beforeEach(async () => {
    shop = await addShop(world, 'whatsapp');
  });

  it.each([
    ['counts from the channel’s own time', -5 * MINUTE, -5 * MINUTE],
    ['of an old message may be over', -2 * DAY, -2 * DAY],
    ['never begins after the arrival', 3 * DAY, 0],
  ])('%s', async (_what, sent, begun) => {
    await receive({ text: 'Hello', sent, arrived: 0 }, 'whatsapp');
    expect(await tickets()).toMatchObject([{ session_expiry_at: new Date(NOON + begun) }]);
  });

  it('that runs is not shortened by a message of before', async () => {
    await receive({ text: 'Hello', sent: 0, arrived: 0 }, 'whatsapp');
    await receive({ text: 'old', sent: -2 * DAY, arrived: MINUTE }, 'whatsapp');
    expect(await tickets()).toMatchObject([{ session_expiry_at: new Date(NOON) }]);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    shop = await addShop(world, 'whatsapp');
  });

  const listed = async () => {
    const request = {
      filters: NO_FILTERS,
      pageSize: 25,
      since: null,
      now: new Date(),
    };
    const { tickets: rows } = await listTickets(world.test.db, shop.merchantId, request);
    return rows.map(({ last_message }) => last_message?.message);
  };

  it('is ordered by what customers sent, by arrival, not by what the shop says', async () => {
    await receive({ text: 'a', sent: 0, arrived: 0, contact: '919800000001' }, 'whatsapp');
    await receive({ text: 'b', sent: MINUTE, arrived: MINUTE, contact: '919800000002' }, 'whatsapp');
    await receive({ text: 'c', sent: -9 * DAY, arrived: 2 * MINUTE, contact: '919800000003' }, 'whatsapp');
    await receive({ text: 'by us', sent: 3 * MINUTE, arrived: 3 * MINUTE, contact: '919800000001' }, 'whatsapp', true);
    expect(await listed()).toEqual(['c', 'b', 'by us']);
  });
});

describe('rows that were placed by their sender’s clock', () => {
  /** Brings the rows back to what they were, and migrates. */
  async function migrate(): Promise<void> {
    const { db } = world.test;
    await db.schema.alterTable('contents').dropColumn('sent_at').execute();
    await db.transaction().execute((tx) => arrivalOrderMigration.up(tx));
  }
  const place = (text: string, created_at: number) =>
    world.test.db
      .updateTable('contents')
      .set({ created_at: new Date(NOON + created_at) })
      .where('merchant_id', '=', shop.merchantId)
      .where('message', '=', text)
      .execute();

  it('take their place by arrival, with their tickets, but for those of demo data', async () => {
    shop = await addShop(world, 'whatsapp');
    await receive({ text: 'first', sent: 0, arrived: 0 }, 'whatsapp');
    await receive({ text: 'old', sent: -9 * DAY, arrived: MINUTE }, 'whatsapp');
    await place('old', -9 * DAY);
    await world.test.db
      .updateTable('tickets')
      .set({ received_at: new Date(NOON + DAY) })
      .where('merchant_id', '=', shop.merchantId)
      .execute();
    const own = shop;
    shop = await addShop(world, 'whatsapp');
    await receive({ text: 'of the demo', sent: 0, arrived: 0 }, 'whatsapp');
    await place('of the demo', -9 * DAY);
    const agent = { merchant_id: shop.merchantId, first_name: 'D', last_name: 'D', email: 'd@d.example' };
    await world.test.db
      .insertInto('agents')
      .values({ ...agent, password_hash: '', is_demo: true })
      .execute();

    await migrate();
    expect(await thread()).toEqual([['of the demo', null]]);
    shop = own;
    expect(await thread()).toEqual([
      ['first', null],
      ['old', at(-9 * DAY)],
    ]);
    expect(await tickets()).toMatchObject([
      {
        received_at: new Date(NOON + MINUTE),
        created_at: new Date(NOON),
        last_message: {
          actor: 'customer',
          sent_by: null,
          message: 'old',
          attachment: null,
          is_bot: false,
          created_at: at(MINUTE),
        },
      },
    ]);
  });
});
