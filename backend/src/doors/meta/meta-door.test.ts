import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import fc from 'fast-check';
import { addAccount } from '../../store/accounts';
import { openStore } from '../../store/connection';
import { addContent, addTicket } from '../../store/fixtures';
import { addChat } from '../../outbox/fixtures';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../../work/channel-fixtures';
import { metaDoor } from '.';

let world: ChannelWorld;
let app: FastifyInstance;
let shop: Shop;

beforeAll(async () => {
  world = await createChannelWorld();
  app = fastify();
  await app.register(metaDoor(world));
}, 60_000);
afterAll(async () => {
  await app.close();
  await world.end();
});
beforeEach(async () => {
  shop = await addShop(world, 'whatsapp');
});

const sign = (secret: string, body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

async function deliver(body: unknown, secret = shop.appSecret, to = app): Promise<number> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': sign(secret, payload) };
  const { statusCode } = await to.inject({ method: 'POST', url: '/channels/meta', payload, headers });
  return statusCode;
}

const SENDER = '919812345678';
const change = (value: object, of = shop) => ({
  field: 'messages',
  value: {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '919800000001', phone_number_id: of.externalId },
    contacts: [{ profile: { name: 'Rohit Khanna' }, wa_id: SENDER }],
    ...value,
  },
});
const delivery = (...changes: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '1029384756', changes }],
});
const message = (content: object) => ({
  from: SENDER,
  id: `wamid.${randomUUID()}`,
  timestamp: '1795000000',
  ...content,
});
const text = (body: string) => message({ type: 'text', text: { body } });

const contents = async (of = shop) =>
  world.test.db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', of.merchantId)
    .where('content_type', '<>', 'log')
    .orderBy('id')
    .execute();
const kept = async () => world.test.db.selectFrom('inbox_kept').selectAll().orderBy('id').execute();
const keptHere = async () => (await kept()).filter(({ merchant_id }) => merchant_id === shop.merchantId);

describe('the verification of the address', () => {
  const ask = (query: Record<string, string>) => app.inject({ method: 'GET', url: '/channels/meta', query });

  it('answers the challenge to who has an account’s verify token', async () => {
    const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': shop.verifyToken, 'hub.challenge': '<b>1158201444' };
    const { statusCode, body, headers } = await ask(asked);
    expect([statusCode, body]).toEqual([200, '<b>1158201444']);
    expect(headers['content-type']).toMatch('text/plain');
  });

  it.each([
    [403, { 'hub.mode': 'subscribe', 'hub.verify_token': 'guessed', 'hub.challenge': '1' }],
    [400, { 'hub.mode': 'unsubscribe', 'hub.verify_token': 'any', 'hub.challenge': '1' }],
    [400, {}],
  ])('is refused with %i: %j', async (status, query) => {
    expect((await ask(query)).statusCode).toBe(status);
  });
});

describe('a delivery', () => {
  it.each<[string, (body: string) => Record<string, string>]>([
    ['unsigned', () => ({})],
    ['signed with a wrong secret', (body) => ({ 'x-hub-signature-256': sign('guessed', body) })],
    ['signed for other bytes', (body) => ({ 'x-hub-signature-256': sign(shop.appSecret, `${body} `) })],
    ['with half a signature', () => ({ 'x-hub-signature-256': 'sha256=00' })],
  ])('%s is refused, and nothing of it stays', async (_what, headers) => {
    const before = await kept();
    const payload = JSON.stringify(delivery(change({ messages: [text('Let me in')] })));
    const answer = await app.inject({ method: 'POST', url: '/channels/meta', payload, headers: headers(payload) });
    expect(answer.statusCode).toBe(401);
    expect(await contents()).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  it('makes a ticket with the message, from the customer by name, at the channel’s own time', async () => {
    expect(await deliver(delivery(change({ messages: [text('Where is my order?')] })))).toBe(200);
    const [row] = await contents();
    expect(row).toMatchObject({ actor: 'customer', content_type: 'message', message: 'Where is my order?' });
    const ticket = await world.test.db
      .selectFrom('tickets')
      .selectAll()
      .where('merchant_id', '=', shop.merchantId)
      .executeTakeFirstOrThrow();
    expect(ticket).toMatchObject({
      full_name: 'Rohit Khanna',
      status: 'unassigned',
      unread_count: 1,
      source: 'whatsapp',
    });
    expect(ticket.session_expiry_at).toEqual(row?.created_at);
  });

  it('that comes ten times at once makes one message', async () => {
    const body = delivery(change({ messages: [text('Once')] }));
    const answers = await Promise.all(Array.from({ length: 10 }, async () => deliver(body)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await contents()).toHaveLength(1);
  });

  it('with messages and reports of several accounts of one app brings each to its own', async () => {
    const sister = await addSister();
    const body = delivery(
      change({ messages: [text('one'), text('two')] }),
      change({ messages: [text('three')] }, sister),
    );
    expect(await deliver(body)).toBe(200);
    expect((await contents()).map((row) => row.message)).toEqual(['one', 'two']);
    expect((await contents(sister)).map((row) => row.message)).toEqual(['three']);
  });

  it('cannot bring a message to an account of another app', async () => {
    const other = await addShop(world, 'whatsapp');
    expect(
      await deliver(delivery(change({ messages: [text('one')] }), change({ messages: [text('forged')] }, other))),
    ).toBe(200);
    expect(await contents(other)).toEqual([]);
    expect(await contents()).toHaveLength(1);
    expect((await kept()).at(-1)).toMatchObject({
      merchant_id: null,
      reason: expect.stringContaining(other.externalId),
    });
  });

  it('keeps what it does not understand to the byte, and the rest goes on', async () => {
    const strange = { id: 'wamid.no-sender' };
    expect(await deliver(delivery(change({ messages: [strange, text('fine')] })))).toBe(200);
    expect((await contents()).map((row) => row.message)).toEqual(['fine']);
    const [row] = await keptHere();
    expect(JSON.parse(row?.body.toString() ?? '')).toMatchObject({
      entry: [{ changes: [{ field: 'messages', value: { messages: [strange] } }] }],
    });

    const alone = `  ${JSON.stringify(delivery({ field: 'account_update', value: { metadata: { phone_number_id: shop.externalId } } }))}\n`;
    expect(await deliver(alone)).toBe(200);
    expect(await deliver(alone)).toBe(200);
    expect((await keptHere()).slice(1).map(({ body }) => body.toString())).toEqual([alone]);
  });

  it.each([
    ['is no JSON', 'no JSON'],
    ['is of another product', JSON.stringify({ object: 'page', entry: [{ id: '1', messaging: [{}] }] })],
    ['names no account', JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{}] }] })],
    [
      'names an account that is not set up',
      JSON.stringify(delivery({ field: 'messages', value: { metadata: { phone_number_id: '0' }, messages: [{}] } })),
    ],
  ])('that %s is kept when an account’s secret signed it', async (_what, body) => {
    expect(await deliver(body)).toBe(200);
    expect((await kept()).map((row) => row.body.toString())).toContain(body);
  });

  it('is asked for again while the database is away', async () => {
    const { db, close } = openStore({ url: world.test.url, log: () => undefined });
    await db.selectFrom('merchants').select('id').limit(1).execute();
    const away = fastify();
    await away.register(metaDoor({ ...world, context: { ...world.context, db } }));
    await close();
    expect(await deliver(delivery(change({ messages: [text('Later')] })), shop.appSecret, away)).toBe(500);
    await away.close();
    expect(world.lines.at(-1)).toMatch('could not be stored');
  });

  it('of any content at all is taken and lost nowhere', async () => {
    const part = fc.oneof(
      fc.jsonValue(),
      fc.record({ id: fc.string(), from: fc.string(), type: fc.string(), text: fc.jsonValue() }),
    );
    const value = fc.record({ messages: fc.array(part), statuses: fc.array(part), contacts: fc.array(fc.jsonValue()) });
    const any = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.record({ id: fc.string(), changes: fc.jsonValue() })).map((entry) => ({ object: 'x', entry })),
      value.map((each) => ({ ...delivery(), entry: [{ id: randomUUID(), changes: [change(each)] }] })),
    );
    await fc.assert(
      fc.asyncProperty(any, async (body) => {
        const before = (await kept()).length + (await contents()).length;
        const bytes = JSON.stringify({
          unique: randomUUID(),
          ...(typeof body === 'object' && !Array.isArray(body) ? body : { body }),
        });
        expect(await deliver(bytes)).toBe(200);
        expect((await kept()).length + (await contents()).length).toBeGreaterThan(before);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a message of WhatsApp', () => {
  const picture = { id: 'media-1', mime_type: 'image/jpeg', sha256: 'x' };

  it.each<[string, object, object, string[]]>([
    ['text', { type: 'text', text: { body: 'हाँ 👍' } }, { message: 'हाँ 👍', message_type: 'session' }, []],
    [
      'image with a caption',
      { type: 'image', image: { ...picture, caption: 'Broken' } },
      { content_type: 'image', message: 'Broken' },
      ['image image.jpg media-1'],
    ],
    [
      'sticker',
      { type: 'sticker', sticker: { id: 's', mime_type: 'image/webp' } },
      { content_type: 'image' },
      ['image image.webp s'],
    ],
    [
      'video',
      { type: 'video', video: { id: 'v', mime_type: 'video/mp4' } },
      { content_type: 'video' },
      ['video video.mp4 v'],
    ],
    [
      'document',
      { type: 'document', document: { id: 'd', mime_type: 'application/pdf', filename: '../../bill\u202efdp.exe' } },
      { content_type: 'document' },
      ['document bill fdp.exe d'],
    ],
    [
      'audio',
      { type: 'audio', audio: { id: 'a', mime_type: 'audio/ogg; codecs=opus', voice: false } },
      { content_type: 'audio' },
      ['audio audio.ogg a'],
    ],
    [
      'voice message',
      { type: 'audio', audio: { id: 'a', mime_type: 'audio/ogg; codecs=opus', voice: true } },
      { content_type: 'voice' },
      ['voice voice.ogg a'],
    ],
    [
      'template’s button',
      { type: 'button', button: { text: 'Track it', payload: 'p' } },
      { message: 'Track it', message_type: 'interactive' },
      [],
    ],
    [
      'button',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Yes' } } },
      { message: 'Yes', message_type: 'interactive' },
      [],
    ],
    [
      'list row',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Size M', description: 'In stock' } },
      },
      { message: 'Size M\nIn stock' },
      [],
    ],
    [
      'form',
      {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"flow_token":"t","city":"Pune"}' },
        },
      },
      { message: 'Sent\ncity: Pune' },
      [],
    ],
    [
      'location',
      { type: 'location', location: { latitude: 18.52, longitude: 73.85, name: 'Home' } },
      { message: 'Home\nhttps://maps.google.com/?q=18.52,73.85' },
      [],
    ],
    [
      'contact card',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Asha' }, phones: [{ phone: '+91 98' }] }] },
      { message: 'Asha\n+91 98' },
      [],
    ],
    [
      'reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '😮' } },
      { message: 'Reacted with 😮' },
      [],
    ],
    [
      'order',
      {
        type: 'order',
        order: {
          catalog_id: 'c',
          product_items: [{ product_retailer_id: 'KURTA-1', quantity: 2, item_price: 499, currency: 'INR' }],
          text: 'Soon',
        },
      },
      { message: 'Order\n2 × KURTA-1 (INR 499)\nSoon' },
      [],
    ],
    [
      'system notice',
      { type: 'system', system: { body: 'Rohit changed to a new number', type: 'customer_changed_number' } },
      { message: 'Rohit changed to a new number' },
      [],
    ],
    [
      'what WhatsApp itself cannot hand out',
      { type: 'unsupported', errors: [{ code: 131051 }] },
      { message: '', message_type: 'unsupported' },
      [],
    ],
    [
      'text with what a database refuses',
      { type: 'text', text: { body: 'a\u0000b\ud800' } },
      { message: 'ab\ufffd' },
      [],
    ],
  ])('of type %s', async (_what, content, expected, files) => {
    expect(await deliver(delivery(change({ messages: [message(content)] })))).toBe(200);
    const [row] = await contents();
    expect(row).toMatchObject(expected);
    const stored = await world.test.db
      .selectFrom('attachments')
      .selectAll()
      .where('merchant_id', '=', shop.merchantId)
      .execute();
    expect(stored.map((file) => `${file.kind} ${file.filename} ${file.external_media_id}`)).toEqual(files);
    expect(await keptHere()).toEqual([]);
  });

  it.each([
    ['of a type that comes later', { type: 'hologram', hologram: {} }],
    ['whose picture has no id', { type: 'image', image: {} }],
    ['without a type', {}],
  ])('%s stands in the thread as not available, and is kept for the operator', async (_what, content) => {
    expect(await deliver(delivery(change({ messages: [message(content)] })))).toBe(200);
    expect(await contents()).toMatchObject([{ message_type: 'unsupported', message: '' }]);
    expect(await keptHere()).toHaveLength(1);
  });

  it('quotes the message that it answers', async () => {
    const first = text('Which size?');
    const answer = { ...text('M'), context: { from: SENDER, id: first.id } };
    await deliver(delivery(change({ messages: [first] })));
    await deliver(delivery(change({ messages: [answer] })));
    const [asked, answered] = await contents();
    expect(answered?.parent_id).toBe(asked?.id);
  });

  it('of somebody without a number goes by their id', async () => {
    const anonymous = { ...text('Hi'), from: undefined, from_user_id: 'IN.13491208655302741918' };
    const contact = { profile: { name: 'Nila' }, user_id: 'IN.13491208655302741918' };
    await deliver(delivery(change({ messages: [anonymous], contacts: [contact] })));
    const row = await world.test.db
      .selectFrom('conversations as v')
      .innerJoin('customers as c', 'c.id', 'v.customer_id')
      .select(['v.contact', 'c.full_name', 'c.phone'])
      .where('v.merchant_id', '=', shop.merchantId)
      .executeTakeFirst();
    expect(row).toEqual({ contact: 'IN.13491208655302741918', full_name: 'Nila', phone: null });
  });
});

describe('a report on a message of ours', () => {
  const outgoing = async () => {
    const line = await addChat(world, shop);
    const ticketId = await addTicket(world.test.db, line, { status: 'open' });
    return addContent(world.test.db, line, ticketId, { actor: 'merchant', external_id: `wamid.${ticketId}` });
  };
  const report = (id: string | null, status: string, more: object = {}) =>
    deliver(delivery(change({ statuses: [{ id, status, timestamp: '1795000000', recipient_id: SENDER, ...more }] })));

  it('moves it forward only, whatever the order', async () => {
    await outgoing();
    const [row] = await contents();
    for (const status of ['read', 'delivered', 'sent', 'read']) await report(row?.external_id ?? null, status);
    expect(await contents()).toMatchObject([{ send_status: 'sent', delivered: true, read: true, rev: 2 }]);
  });

  it('tells why it failed, in WhatsApp’s words', async () => {
    await outgoing();
    const [row] = await contents();
    const errors = [
      { code: 131047, title: 'Re-engagement message', error_data: { details: 'More than 24 hours have passed' } },
    ];
    await report(row?.external_id ?? null, 'failed', { errors });
    expect(await contents()).toMatchObject([
      { send_status: 'not_sent', error_message: 'More than 24 hours have passed' },
    ]);
  });

  it('cannot reach a message of another merchant by its id', async () => {
    const victim = await outgoing();
    shop = await addShop(world, 'whatsapp');
    await report('wamid.mine', 'failed', { biz_opaque_callback_data: String(victim) });
    const row = await world.test.db.selectFrom('contents').selectAll().where('id', '=', victim).executeTakeFirst();
    expect(row).toMatchObject({ send_status: 'sent', error_message: null });
    expect(await keptHere()).toHaveLength(1);
  });

  it.each(['warning', ''])('that is not understood (%j) is kept', async (status) => {
    await report('wamid.any', status);
    expect(await keptHere()).toHaveLength(1);
  });
});

/** Another merchant's number that is registered with this shop's app: one secret signs for both. */
async function addSister(): Promise<Shop> {
  const sister = await addShop(world, 'whatsapp');
  const externalId = randomUUID();
  const accountId = await addAccount(world.test.db, world.vault, sister.merchantId, {
    kind: 'whatsapp',
    external_id: externalId,
    name: 'Sister',
    address: null,
    out_url: 'http://127.0.0.1:9',
    credentials: { access_token: 'other', app_secret: shop.appSecret, verify_token: 'other' },
  });
  return { ...sister, accountId, externalId };
}
