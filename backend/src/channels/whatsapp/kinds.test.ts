import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findRaw } from '../../conversations/thread/message-raws';
import {
  change,
  channels,
  closeWebhook,
  contents,
  deliver,
  delivery,
  here,
  items,
  deadLettersHere,
  message,
  openWebhook,
  openShop,
  SENDER,
  text,
} from '../meta/fixtures';

beforeAll(openWebhook);
afterAll(closeWebhook);

const post = async (...messages: object[]) => expect(await deliver(delivery(change({ messages })))).toBe(200);
const echo = async (...message_echoes: object[]) => {
  const body = delivery({ ...change({ message_echoes }), field: 'smb_message_echoes' });
  expect(await deliver(body)).toBe(200);
};
const tickets = () =>
  here.world.test.db
    .selectFrom('tickets')
    .selectAll()
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('id')
    .execute();
async function events(): Promise<string[]> {
  const rows = await here.world.test.db
    .selectFrom('live_events')
    .select('event')
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('seq')
    .execute();
  return rows.map(({ event }) => event.type);
}

const seconds = (n: number) => ({ timestamp: String(1_795_000_000 + n) });
const edit = (id: string, body: string, at: number) =>
  message({
    type: 'edit',
    edit: { original_message_id: id, message: { type: 'text', text: { body } } },
    ...seconds(at),
  });
const revoke = (id: string) => message({ type: 'revoke', revoke: { original_message_id: id } });
const react = (message_id: string, emoji: string, at: number) =>
  message({ type: 'reaction', reaction: { message_id, ...(emoji !== '' && { emoji }) }, ...seconds(at) });
const ofShop = (content: object) => ({
  from: '919800000001',
  to: SENDER,
  id: `wamid.echo.${Math.random()}`,
  timestamp: '1795000000',
  ...content,
});

describe('on WhatsApp', () => {
  beforeEach(() => openShop());

  it('an edit changes the message, which shows what it said before', async () => {
    const first = { ...text('Order 10'), ...seconds(0) };
    await post(first);
    await post(edit(first.id, 'Order 101', 5));
    expect(await items()).toMatchObject([
      { message: 'Order 101', rev: 2, channel: { edits: [{ message: 'Order 10', at: '2026-11-18T11:06:40.000Z' }] } },
    ]);
    expect(await tickets()).toMatchObject([{ unread_count: 1, last_message: { message: 'Order 101' } }]);
    expect(await events()).toEqual(['conversations.new_message', 'tickets.ticket_content_v2']);
  });

  it('an edit of a caption leaves the picture', async () => {
    const first = message({ type: 'image', image: { id: 'm1', mime_type: 'image/png', caption: 'Thsi' } });
    await post(first);
    const image = { type: 'image', image: { caption: 'This' } };
    await post(message({ type: 'edit', edit: { original_message_id: first.id, message: image } }));
    expect(await items()).toMatchObject([{ message: 'This', content_type: 'image', attachments: [{ kind: 'image' }] }]);
  });

  it('edits end in the same state in whatever order, and however often, they come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), async (order) => {
        await openShop();
        const first = { ...text('v0'), ...seconds(0) };
        const all = [first, edit(first.id, 'v1', 5), edit(first.id, 'v2', 9)];
        for (const at of [...order, ...order]) await post(all[at] ?? first);
        expect(await items()).toHaveLength(1);
        expect(await items()).toMatchObject([
          { message: 'v2', channel: { edits: [{ message: 'v0' }, { message: 'v1' }] } },
        ]);
        expect((await items())[0]).not.toHaveProperty('channel.marks', ['original_unknown']);
      }),
      { numRuns: 6, examples: [[[2, 1, 0]], [[2, 0, 1]], [[1, 2, 0]], [[1, 0, 2]]] },
    );
  });

  it('an edit of a message that never comes shows its words', async () => {
    await post(edit('wamid.gone', 'Now it says this', 5));
    expect(await items()).toMatchObject([
      { message: 'Now it says this', actor: 'customer', channel: { marks: ['original_unknown'] } },
    ]);
    expect(await tickets()).toMatchObject([{ unread_count: 1, last_message: { message: 'Now it says this' } }]);
  });

  it.each([['after'], ['before']])('a message that is taken back is gone, told %s it', async (when) => {
    const first = text('secret');
    const all = when === 'before' ? [revoke(first.id), first] : [first, react(first.id, '👍', 1), revoke(first.id)];
    for (const one of all) await post(one);
    expect(await items()).toMatchObject([{ deleted: true, message: '', attachments: [] }]);
    expect((await channels())[0]?.reactions).toBeUndefined();
    expect(await tickets()).toMatchObject([{ last_message: { deleted: true, message: '' } }]);
    expect(JSON.stringify(await contents())).not.toContain('secret');
  });

  it('of two messages in one second only the one that is meant is changed in the list', async () => {
    const [first, second] = [text('one'), text('two')];
    await post(first, second);
    await post(revoke(first.id));
    expect((await items()).map((item) => 'deleted' in item && item.deleted)).toEqual([true, false]);
    expect(await tickets()).toMatchObject([{ last_message: { message: 'two', deleted: false } }]);
  });

  it('a reaction is on its message: added, changed, removed, in whatever order it comes', async () => {
    const first = text('Sent today');
    await post(first);
    const [like, love, none] = [react(first.id, '👍', 1), react(first.id, '❤', 2), react(first.id, '', 3)];
    await post(like);
    expect((await channels())[0]?.reactions).toEqual([{ actor: 'customer', name: null, emoji: '👍' }]);
    await post(love);
    await post(like);
    expect((await channels())[0]?.reactions).toEqual([{ actor: 'customer', name: null, emoji: '❤' }]);
    await post(none);
    await post(love);
    expect((await channels())[0]?.reactions).toBeUndefined();
    expect(await tickets()).toMatchObject([{ unread_count: 1, last_message: { message: 'Sent today' } }]);
  });

  it('a reaction of the shop’s phone is the shop’s', async () => {
    const first = text('Thanks!');
    await post(first);
    await echo(ofShop({ type: 'reaction', reaction: { message_id: first.id, emoji: '🙏' } }));
    expect((await channels())[0]?.reactions).toEqual([{ actor: 'merchant', name: null, emoji: '🙏' }]);
  });

  it('a reaction that comes before its message is told in words, and is on it when it comes', async () => {
    const first = text('Hello');
    await post(react(first.id, '👍', 1));
    expect(await items()).toMatchObject([{ message: 'Reacted with 👍 to a message that is not here' }]);
    await post(first);
    expect((await channels())[1]?.reactions).toMatchObject([{ emoji: '👍' }]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it.each(['smb_message_echoes', 'message_echoes'])(
    'what the shop writes on its phone is sent from there (%s)',
    async (field) => {
      await post(text('Where is it?'));
      const message_echoes = [ofShop({ type: 'text', text: { body: 'On its way' } })];
      for (let n = 0; n < 2; n++) await deliver(delivery({ ...change({ message_echoes }), field }));
      expect(await items()).toMatchObject([
        { actor: 'customer' },
        { actor: 'merchant', message: 'On its way', send_status: 'sent', channel: { sent_from: 'phone' } },
      ]);
      expect(await tickets()).toMatchObject([{ unread_count: 1, last_message: { actor: 'merchant' } }]);
      expect(await deadLettersHere()).toEqual([]);
    },
  );

  it('what the shop edits and takes back on its phone follows', async () => {
    const sent = ofShop({ type: 'text', text: { body: 'Tomorow' } });
    await echo(sent);
    const now = { type: 'text', text: { body: 'Tomorrow' } };
    await echo(ofShop({ type: 'edit', edit: { original_message_id: sent.id, message: now } }));
    expect(await items()).toMatchObject([{ message: 'Tomorrow', channel: { edits: [{ message: 'Tomorow' }] } }]);
    await echo(ofShop({ type: 'revoke', revoke: { original_message_id: sent.id } }));
    expect(await items()).toMatchObject([{ deleted: true, channel: { sent_from: 'phone' } }]);
  });

  it('a group has a conversation of its own, and says who wrote', async () => {
    await post(text('private'));
    const other = { ...text('I agree'), from: '919800000777', group_id: 'Y2FwaV9ncm91cA' };
    await post({ ...text('to all'), group_id: 'Y2FwaV9ncm91cA' });
    const contact = { profile: { name: 'Nila' }, wa_id: '919800000777' };
    await deliver(delivery(change({ messages: [other], contacts: [contact] })));
    const [own, first, second] = await items();
    expect(own).not.toHaveProperty('channel');
    expect(first).toMatchObject({ channel: { group: { sender: 'Rohit Khanna' } } });
    expect(second).toMatchObject({ channel: { group: { sender: 'Nila' } }, conversation_id: first?.conversation_id });
    expect(own?.conversation_id).not.toBe(first?.conversation_id);
    const [mine, groups] = await tickets();
    expect([mine?.full_name, groups?.full_name]).toEqual(['Rohit Khanna', 'WhatsApp group']);
    expect(mine?.customer_id).not.toBe(groups?.customer_id);
  });

  it('an advertisement that led here is a card with its picture', async () => {
    const referral = {
      source_url: 'https://fb.me/ad1',
      source_type: 'ad',
      source_id: '120',
      headline: 'Chat with us',
      body: 'Silk stoles',
      media_type: 'image',
      image_url: 'https://scontent.xx.fbcdn.net/v/ad.jpg',
      ctwa_clid: 'x',
    };
    await post({ ...text('Is it there in blue?'), referral });
    expect(await items()).toMatchObject([
      {
        message: 'Is it there in blue?',
        content_type: 'message',
        channel: {
          referral: { source: 'ad', headline: 'Chat with us', text: 'Silk stoles', url: 'https://fb.me/ad1' },
        },
        attachments: [{ kind: 'image', content_disposition: 'inline' }],
      },
    ]);
    expect(await tickets()).toMatchObject([{ last_message: { attachment: null } }]);
    const jobs = await here.world.test.db
      .selectFrom('outbox')
      .select(['kind', 'payload'])
      .where('merchant_id', '=', here.shop.merchantId)
      .execute();
    expect(jobs).toMatchObject([{ kind: 'meta.media', payload: { media_id: referral.image_url } }]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'not an address',
    `https://x/${'a'.repeat(3_000)}`,
  ])('a referral’s address %j is not one that can be opened', async (source_url) => {
    await post({ ...text('Hi'), referral: { source_url, source_type: 'ad', headline: 'x'.repeat(5_000) } });
    const [channel] = await channels();
    expect(channel?.referral).toMatchObject({ url: null, source: 'ad' });
    expect(channel?.referral?.headline).toHaveLength(300);
  });

  it.each<[string, object, object]>([
    ['forwarded', { context: { forwarded: true } }, { marks: ['forwarded'] }],
    [
      'forwarded many times',
      { context: { forwarded: true, frequently_forwarded: true } },
      { marks: ['forwarded_often'] },
    ],
  ])('a %s message says so', async (_what, more, channel) => {
    await post({ ...text('Look'), ...more });
    expect(await channels()).toEqual([channel]);
  });

  it.each<[string, object, string]>([
    [
      'a question about a product',
      {
        type: 'text',
        text: { body: 'Is it cotton?' },
        context: { referred_product: { catalog_id: 'c', product_retailer_id: 'KURTA-1' } },
      },
      'Is it cotton?\nAbout the product KURTA-1',
    ],
    [
      'call permission',
      {
        type: 'interactive',
        interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'accept' } },
      },
      'Allowed calls from you',
    ],
    [
      'call permission refused',
      {
        type: 'interactive',
        interactive: { type: 'call_permission_reply', call_permission_reply: { response: 'reject' } },
      },
      'Does not allow calls from you',
    ],
    ['a first opening of the chat', { type: 'request_welcome' }, 'Opened the chat for the first time'],
    [
      'a poll',
      { type: 'poll', poll: { name: 'Which colour?', options: [{ name: 'Red' }, { name: 'Blue' }] } },
      'Poll: Which colour?\n• Red\n• Blue',
    ],
    [
      'a changed number without words',
      { type: 'system', system: { type: 'customer_changed_number', wa_id: '919800000002' } },
      'Changed the phone number to 919800000002',
    ],
    [
      'a list of products',
      {
        type: 'interactive',
        interactive: {
          type: 'product_list',
          header: { type: 'text', text: 'Stoles' },
          body: { text: 'Ours' },
          action: {
            catalog_id: 'c',
            sections: [
              { title: 'Silk', product_items: [{ product_retailer_id: 'S-1' }, { product_retailer_id: 'S-2' }] },
            ],
          },
        },
      },
      'List of products\nStoles\nOurs\n• S-1\n• S-2',
    ],
    [
      'a product',
      {
        type: 'interactive',
        interactive: {
          type: 'product',
          body: { text: 'This one' },
          action: { catalog_id: 'c', product_retailer_id: 'S-1' },
        },
      },
      'Product: S-1\nThis one',
    ],
  ])('%s is named in words', async (_what, content, words) => {
    await post(message(content));
    expect(await items()).toMatchObject([{ message: words, content_type: 'message' }]);
    expect((await contents())[0]?.message_type).not.toBe('unsupported');
    expect(await deadLettersHere()).toEqual([]);
  });

  it.each<[string, string]>([
    ['poll_creation', 'A poll, which WhatsApp shows on the phone only'],
    ['view_once', 'A view-once message, which WhatsApp shows on the phone only'],
    ['edit', 'Edited an earlier message; WhatsApp does not say which one'],
    [
      'something_new',
      'A message that WhatsApp does not hand out\nsomething_new: Message type is currently not supported.',
    ],
  ])('what WhatsApp does not hand out (%s) is named in words, and can be seen raw', async (type, words) => {
    const errors = [
      { code: 131051, title: 'Unsupported', error_data: { details: 'Message type is currently not supported.' } },
    ];
    const given = message({ type: 'unsupported', unsupported: { type }, errors });
    await post(given);
    const [item] = await items();
    expect(item).toMatchObject({
      message: words,
      message_type: 'unsupported',
      channel: { raw_url: `/api/inbox/messages/${item?.id}/raw/` },
    });
    const [row] = await contents();
    if (row === undefined) throw new Error('nothing came');
    expect(await findRaw(here.world.test.db, here.shop.merchantId, row.id)).toBe(JSON.stringify(given, null, 2));
    await post(revoke(given.id));
    expect(await findRaw(here.world.test.db, here.shop.merchantId, row.id)).toBeUndefined();
  });

  it('a raw message is cut to 64,000 characters', async () => {
    await post(message({ type: 'hologram', hologram: 'x'.repeat(200_000) }));
    const [row] = await contents();
    if (row === undefined) throw new Error('nothing came');
    expect(await findRaw(here.world.test.db, here.shop.merchantId, row.id)).toHaveLength(64_000);
  });

  it('view-once media say so', async () => {
    await post(message({ type: 'image', image: { id: 'm', mime_type: 'image/png', view_once: true } }));
    expect(await channels()).toEqual([{ marks: ['view_once'] }]);
  });

  it.each([
    ['stop', 'Wants no more marketing messages'],
    ['resume', 'Wants marketing messages again'],
  ])('a preference to %s is told in the thread, once', async (value, words) => {
    const user_preferences = [
      { wa_id: SENDER, detail: 'x', category: 'marketing_messages', value, timestamp: 1_795_000_000 },
    ];
    for (let n = 0; n < 2; n++) await deliver(delivery({ ...change({ user_preferences }), field: 'user_preferences' }));
    expect(await items()).toMatchObject([{ message: words }]);
    expect(await deadLettersHere()).toEqual([]);
  });
});
