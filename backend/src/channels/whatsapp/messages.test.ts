import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addChat } from '../../testing/outgoing';
import { addContent, addTicket } from '../../testing/rows';
import {
  change,
  closeWebhook,
  contents,
  deliver,
  delivery,
  here,
  deadLettersHere,
  message,
  openWebhook,
  openShop,
  SENDER,
  text,
} from '../meta/fixtures';

beforeAll(openWebhook);
afterAll(closeWebhook);
beforeEach(openShop);

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
      { message: 'City: Pune', message_type: 'interactive' },
      [],
    ],
    [
      'form with a photo',
      {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: {
            body: 'Sent',
            response_json: '{"damage":[{"file_name":"torn.jpg","mime_type":"image/jpeg","id":790647}]}',
          },
        },
      },
      { message: 'Damage: torn.jpg', message_type: 'interactive' },
      ['image torn.jpg 790647'],
    ],
    [
      'address form',
      {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: {
            name: 'address_message',
            body: 'Meera Rao\n411001, Pune, Maharashtra',
            response_json:
              '{"saved_address_id":"a","values":{"name":"Meera Rao","in_pin_code":"411001","city":"Pune"}}',
          },
        },
      },
      { message: 'Address\nName: Meera Rao\nCity: Pune\nPIN code: 411001\nMeera Rao\n411001, Pune, Maharashtra' },
      [],
    ],
    [
      'form without answers',
      { type: 'interactive', interactive: { nfm_reply: { body: 'Sent', response_json: '{"flow_token":"t"}' } } },
      { message: 'Filled in a form', message_type: 'interactive' },
      [],
    ],
    [
      'form that cannot be read',
      { type: 'interactive', interactive: { nfm_reply: { body: 'Sent', response_json: '{"city":' } } },
      { message: 'Filled in a form, whose answers cannot be read', message_type: 'unsupported' },
      [],
    ],
    [
      'choice without its label',
      { type: 'interactive', interactive: { list_reply: { id: 'express_delivery', title: null } } },
      { message: 'Express delivery' },
      [],
    ],
    [
      'button without its label',
      { type: 'button', button: { payload: '{"answer":"Yes","token":"t"}' } },
      { message: 'Answer: Yes', message_type: 'interactive' },
      [],
    ],
    [
      'order of several products',
      {
        type: 'order',
        order: {
          text: null,
          product_items: [
            { product_retailer_id: 'KURTA-1', quantity: '2', item_price: 499.5, currency: 'INR' },
            { product_retailer_id: 'STOLE-2', quantity: 1, item_price: 100, currency: 'INR' },
          ],
        },
      },
      { message: 'Order\n2 × KURTA-1 (₹499.50)\n1 × STOLE-2 (₹100.00)\nTotal: ₹1,099.00' },
      [],
    ],
    [
      'order in several currencies, which have no total',
      {
        type: 'order',
        order: {
          product_items: [
            { product_retailer_id: 'KURTA-1', quantity: 2, item_price: 1499, currency: 'INR' },
            { product_retailer_id: 'STOLE-2', quantity: 1, item_price: 1.234, currency: 'KWD' },
          ],
        },
      },
      { message: 'Order\n2 × KURTA-1 (₹1,499.00)\n1 × STOLE-2 (KWD 1.234)' },
      [],
    ],
    [
      'order without a currency, which has no total',
      {
        type: 'order',
        order: {
          product_items: [
            { product_retailer_id: 'KURTA-1', quantity: 2, item_price: 1499 },
            { product_retailer_id: 'STOLE-2', quantity: 1, item_price: 20 },
          ],
        },
      },
      { message: 'Order\n2 × KURTA-1 (1,499.00)\n1 × STOLE-2 (20.00)' },
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
      'order',
      {
        type: 'order',
        order: {
          catalog_id: 'c',
          product_items: [{ product_retailer_id: 'KURTA-1', quantity: 2, item_price: 499, currency: 'INR' }],
          text: 'Soon',
        },
      },
      { message: 'Order\n2 × KURTA-1 (₹499.00)\nSoon' },
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
      { message: 'A message that WhatsApp does not hand out', message_type: 'unsupported' },
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
    const stored = await here.world.test.db
      .selectFrom('attachments')
      .selectAll()
      .where('merchant_id', '=', here.shop.merchantId)
      .execute();
    expect(stored.map((file) => `${file.kind} ${file.filename} ${file.external_media_id}`)).toEqual(files);
    expect(await deadLettersHere()).toEqual([]);
  });

  it.each([
    [
      'of a type that comes later',
      { type: 'hologram', hologram: {} },
      { content_type: 'message', message: 'A message of the kind “hologram”, which this inbox does not know' },
    ],
    ['whose picture has no id', { type: 'image', image: {} }, { content_type: 'image', message: '' }],
    ['without a type', {}, { content_type: 'message', message: 'A message that names no kind' }],
  ])('%s says what it is in the thread, and is kept for the operator', async (_what, content, shown) => {
    expect(await deliver(delivery(change({ messages: [message(content)] })))).toBe(200);
    expect(await contents()).toMatchObject([{ message_type: 'unsupported', ...shown }]);
    expect(await deadLettersHere()).toHaveLength(1);
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
    const row = await here.world.test.db
      .selectFrom('conversations as v')
      .innerJoin('customers as c', 'c.id', 'v.customer_id')
      .select(['v.contact', 'c.full_name', 'c.phone'])
      .where('v.merchant_id', '=', here.shop.merchantId)
      .executeTakeFirst();
    expect(row).toEqual({ contact: 'IN.13491208655302741918', full_name: 'Nila', phone: null });
  });
});

describe('a report on a message of ours', () => {
  const outgoing = async () => {
    const line = await addChat(here.world, here.shop);
    const ticketId = await addTicket(here.world.test.db, line, { status: 'open' });
    return addContent(here.world.test.db, line, ticketId, { actor: 'merchant', external_id: `wamid.${ticketId}` });
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
    await openShop();
    await report('wamid.mine', 'failed', { biz_opaque_callback_data: String(victim) });
    const row = await here.world.test.db.selectFrom('contents').selectAll().where('id', '=', victim).executeTakeFirst();
    expect(row).toMatchObject({ send_status: 'sent', error_message: null });
    expect(await deadLettersHere()).toHaveLength(1);
  });

  it.each(['warning', ''])('that is not understood (%j) is kept', async (status) => {
    await report('wamid.any', status);
    expect(await deadLettersHere()).toHaveLength(1);
  });
});
