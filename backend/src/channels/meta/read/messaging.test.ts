import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveEventType } from '@inbox/domain';
import { addContent } from '../../../testing/rows';
import { closeWebhook, contents, deliver, here, deadLettersHere, openWebhook, openShop } from '../fixtures';
import { CUSTOMER, messaging, messagingEvent, newMid, postMessage, standby, tick } from '../ingest/social-fixtures';

beforeAll(openWebhook);
afterAll(closeWebhook);

const attachments = () =>
  here.world.test.db
    .selectFrom('attachments')
    .selectAll()
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('id')
    .execute();

const tickets = () =>
  here.world.test.db.selectFrom('tickets').selectAll().where('merchant_id', '=', here.shop.merchantId).execute();

const jobs = () =>
  here.world.test.db
    .selectFrom('outbox')
    .select(['kind', 'payload'])
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('id')
    .execute();

async function events(): Promise<LiveEventType[]> {
  const rows = await here.world.test.db
    .selectFrom('live_events')
    .select('event')
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('seq')
    .execute();
  return rows.map(({ event }) => event.type);
}

describe.each(['instagram', 'messenger'] as const)('%s', (kind) => {
  beforeEach(() => openShop(kind));

  const cdn = (name: string) =>
    kind === 'instagram'
      ? `https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=178${name}&signature=AYe`
      : `https://scontent.xx.fbcdn.net/v/t1.15752-9/${name}?_nc_cat=1`;

  it.each<[string, object, object, object[]]>([
    ['a text', { text: 'Is this in stock? 🙏' }, { content_type: 'message', message: 'Is this in stock? 🙏' }, []],
    [
      'a quick reply',
      { text: 'Yes', quick_reply: { payload: 'YES' } },
      { message: 'Yes', message_type: 'interactive' },
      [],
    ],
    [
      'a picture',
      { attachments: [{ type: 'image', payload: { url: cdn('a.jpg') } }] },
      { content_type: 'image', message: '' },
      [{ kind: 'image', external_media_id: cdn('a.jpg') }],
    ],
    [
      'two pictures and words',
      {
        text: 'both broken',
        attachments: [
          { type: 'image', payload: { url: cdn('a.jpg') } },
          { type: 'image', payload: { url: cdn('b.jpg') } },
        ],
      },
      { content_type: 'message', message: 'both broken' },
      [{ kind: 'image' }, { kind: 'image' }],
    ],
    [
      'a video',
      { attachments: [{ type: 'video', payload: { url: cdn('a.mp4') } }] },
      { content_type: 'video' },
      [{ kind: 'video' }],
    ],
    [
      'a voice note',
      { attachments: [{ type: 'audio', payload: { url: cdn('a.mp4') } }] },
      { content_type: 'audio' },
      [{ kind: 'audio' }],
    ],
    [
      'a file',
      { attachments: [{ type: 'file', payload: { url: 'https://cdn.fbsbx.com/v/t59/bill%20no%204.pdf?_nc=1' } }] },
      { content_type: 'document' },
      [{ kind: 'document', filename: 'bill no 4.pdf' }],
    ],
    [
      'a sticker',
      { attachments: [{ type: 'image', payload: { url: cdn('s.png'), sticker_id: 369239263222822 } }] },
      { content_type: 'image' },
      [{ kind: 'image' }],
    ],
    [
      'a shared post',
      { attachments: [{ type: 'share', payload: { url: 'https://www.instagram.com/p/CxYz/' } }] },
      { content_type: 'message', message: 'https://www.instagram.com/p/CxYz/' },
      [],
    ],
    [
      'a shared reel',
      {
        attachments: [{ type: 'ig_reel', payload: { reel_video_id: '1', title: 'Look', url: 'https://x.example/r' } }],
      },
      { message: 'Look\nhttps://x.example/r' },
      [],
    ],
    [
      'a link that the channel could not show',
      { attachments: [{ type: 'fallback', title: 'Our shop', url: 'https://shop.example/' }], text: 'see' },
      { message: 'see\nOur shop\nhttps://shop.example/' },
      [],
    ],
    [
      'a mention in a story',
      { attachments: [{ type: 'story_mention', payload: { url: cdn('story') } }] },
      { content_type: 'image', details: { msg_type: 'story_mention' } },
      [{ kind: 'image', external_media_id: cdn('story') }],
    ],
    [
      'an answer to a story',
      { text: 'Price?', reply_to: { story: { url: cdn('story'), id: '17953000000000000' } } },
      { content_type: 'message', message: 'Price?', details: { msg_type: 'story_replies' } },
      [{ kind: 'image', external_media_id: cdn('story') }],
    ],
  ])('%s stands in the thread as what it is', async (_name, message, expected, files) => {
    expect(await postMessage({ mid: newMid(), ...message })).toBe(200);
    expect(await contents()).toMatchObject([{ actor: 'customer', ...expected }]);
    expect(await attachments()).toMatchObject(files);
    expect(await deadLettersHere()).toEqual([]);
    expect(await tickets()).toMatchObject([{ source: kind, status: 'unassigned', unread_count: 1 }]);
  });

  it('fetches its files from where they are, and asks for the name of who writes first', async () => {
    await postMessage({ mid: newMid(), attachments: [{ type: 'image', payload: { url: cdn('a.jpg') } }] });
    await postMessage({ mid: newMid(), text: 'Hello?' });
    expect(await jobs()).toMatchObject([
      { kind: 'meta.media', payload: { media_id: cdn('a.jpg'), kind: 'image' } },
      { kind: 'meta.profile', payload: { contact: CUSTOMER } },
    ]);
    expect((await tickets())[0]?.full_name).toBe(kind === 'instagram' ? 'Instagram user' : 'Messenger user');
  });

  it('a postback is what the customer chose', async () => {
    const postback = { mid: newMid(), title: 'Talk to us', payload: 'HUMAN' };
    await deliver(messaging(messagingEvent({ postback })));
    expect(await contents()).toMatchObject([{ message: 'Talk to us', message_type: 'interactive' }]);
  });

  it('quotes the message that it answers', async () => {
    const mid = newMid();
    await postMessage({ mid, text: 'Size M?' });
    await postMessage({ mid: newMid(), text: 'or L', reply_to: { mid } });
    const [first, second] = await contents();
    expect(second?.parent_id).toBe(first?.id);
  });

  it('a reaction is put on its message once, and taken back', async () => {
    const mid = newMid();
    await postMessage({ mid, text: 'Sent today' });
    const reacted = messagingEvent({ reaction: { mid, action: 'react', reaction: 'love', emoji: '❤' } });
    await deliver(messaging(reacted));
    await deliver(messaging(reacted));
    expect(await contents()).toMatchObject([{ rev: 2, details: { channel: { reactions: [{ emoji: '❤' }] } } }]);
    await deliver(messaging(messagingEvent({ reaction: { mid, action: 'unreact' } })));
    expect(await contents()).toMatchObject([{ rev: 3, details: { channel: { reactions: [{ emoji: '' }] } } }]);
    expect(await tickets()).toMatchObject([{ unread_count: 1 }]);
  });

  it('the same delivery twice, and at once, is one message', async () => {
    const body = messaging(messagingEvent({ message: { mid: newMid(), text: 'Hi' } }));
    await Promise.all([deliver(body), deliver(body), deliver(body)]);
    await deliver(body);
    expect(await contents()).toHaveLength(1);
    expect(await tickets()).toMatchObject([{ unread_count: 1 }]);
  });

  it('is refused unless the account’s secret signed it', async () => {
    const body = messaging(messagingEvent({ message: { mid: newMid(), text: 'Hi' } }));
    expect(await deliver(body, 'another secret')).toBe(401);
    expect(await contents()).toEqual([]);
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('what was taken back is not shown, when that is told %s the message', async (_when, isEarly) => {
    const mid = newMid();
    const taken = messaging(messagingEvent({ message: { mid, is_deleted: true } }));
    if (isEarly) await deliver(taken);
    await postMessage({ mid, text: 'oops, wrong chat' });
    if (!isEarly) await deliver(taken);
    await deliver(taken);
    expect(await contents()).toMatchObject([{ deleted: true, message: '' }]);
    expect((await tickets())[0]?.last_message).toMatchObject({ deleted: true, message: '' });
    expect(await events()).toEqual(['conversations.new_message', 'conversations.message_deleted']);
  });

  it('shows the words that a customer has changed', async () => {
    const mid = newMid();
    await postMessage({ mid, text: 'Order 10' });
    await deliver(messaging(messagingEvent({ message_edit: { mid, text: 'Order 101', num_edit: 1 } })));
    expect(await contents()).toMatchObject([{ message: 'Order 101' }]);
    expect((await tickets())[0]?.last_message).toMatchObject({ message: 'Order 101' });
  });

  describe('what the merchant sent', () => {
    it('elsewhere stands in the thread as the merchant’s, and moves no ticket', async () => {
      await postMessage({ mid: newMid(), text: 'Where is it?' });
      await postMessage({ mid: newMid(), text: 'On its way', is_echo: true, app_id: 1 }, { fromShop: true });
      expect(await contents()).toMatchObject([
        { actor: 'customer' },
        { actor: 'merchant', agent_id: null, message: 'On its way', send_status: 'sent' },
      ]);
      expect(await tickets()).toMatchObject([
        { status: 'unassigned', unread_count: 1, last_message: { actor: 'merchant', message: 'On its way' } },
      ]);
    });

    it('to somebody new begins a conversation', async () => {
      await postMessage({ mid: newMid(), text: 'Welcome!', is_echo: true }, { fromShop: true });
      expect(await tickets()).toMatchObject([{ initiated_by: 'merchant', unread_count: 0 }]);
      expect(await events()).toEqual(['conversations.conversation_initiated']);
    });

    it('from here is not shown twice, and proves that the channel took it', async () => {
      await postMessage({ mid: newMid(), text: 'Where is it?' });
      const [asked] = await contents();
      const [ticket] = await tickets();
      if (asked === undefined || ticket === undefined) throw new Error('nothing came');
      const line = {
        ...here.shop,
        source: kind,
        customerId: ticket.customer_id,
        conversationId: asked.conversation_id,
      };
      const mine = await addContent(here.world.test.db, line, ticket.id, {
        actor: 'merchant',
        message: 'On its way ',
        send_status: 'sending',
        external_id: null,
        account_id: here.shop.accountId,
      });
      await here.world.test.db
        .insertInto('outbox')
        .values({
          merchant_id: here.shop.merchantId,
          account_id: here.shop.accountId,
          content_id: mine,
          kind: 'meta.text',
          payload: '{}',
          state: 'asking',
          lease_until: new Date(Date.now() + 60_000),
          last_error: null,
        })
        .execute();
      const mid = newMid();
      const echo = { mid, text: 'On its way', is_echo: true };
      await postMessage(echo, { fromShop: true });
      await postMessage(echo, { fromShop: true });
      const all = await contents();
      expect(all).toHaveLength(2);
      expect(all.find(({ id }) => id === mine)).toMatchObject({ send_status: 'sent', external_id: mid });
    });
  });

  describe('what came of a message', () => {
    const send = async (at: number) => {
      const mid = newMid();
      await postMessage({ mid, text: 'Packed', is_echo: true }, { fromShop: true, at });
      return mid;
    };

    it('one by one by its id', async () => {
      const mid = await send(tick());
      await deliver(messaging(messagingEvent({ read: { mid } })));
      expect(await contents()).toMatchObject([{ delivered: true, read: true }]);
    });

    it('told before the message itself is kept for it', async () => {
      const mid = newMid();
      await deliver(messaging(messagingEvent({ read: { mid } })));
      await postMessage({ mid, text: 'Packed', is_echo: true }, { fromShop: true });
      expect(await contents()).toMatchObject([{ read: true }]);
      expect(await deadLettersHere()).toEqual([]);
    });

    it('all up to a moment, told before a message of then becomes known, is kept for it', async () => {
      await send(tick());
      const at = tick();
      await deliver(messaging(messagingEvent({ read: { watermark: at + 1_000 } })));
      await deliver(messaging(messagingEvent({ read: { watermark: at - 1_000 } })));
      await deliver(messaging(messagingEvent({ delivery: { mids: [], watermark: at + 3_000 } })));
      await send(at);
      await send(at + 2_000);
      await send(at + 4_000);
      expect((await contents()).slice(1).map(({ delivered, read }) => [delivered, read])).toEqual([
        [true, true],
        [true, false],
        [false, false],
      ]);
    });

    it('all up to a moment, and never backwards', async () => {
      const [first, second, third] = [tick(), tick(), tick() + 5_000];
      await send(first);
      await send(second);
      await send(third);
      await deliver(messaging(messagingEvent({ read: { watermark: second + 2_000 } })));
      await deliver(messaging(messagingEvent({ delivery: { mids: [], watermark: third + 2_000 } })));
      expect((await contents()).map(({ delivered, read }) => [delivered, read])).toEqual([
        [true, true],
        [true, true],
        [true, false],
      ]);
    });
  });

  it('shows what customers write while another app has the conversation, and what that app answers', async () => {
    const asked = messagingEvent({ message: { mid: newMid(), text: 'Is a person there?' } });
    const message = { mid: newMid(), text: 'A bot is.', is_echo: true, app_id: 123 };
    expect(await deliver(standby(asked, messagingEvent({ message }, { fromShop: true })))).toBe(200);
    expect(await contents()).toMatchObject([
      { actor: 'customer', message: 'Is a person there?' },
      { actor: 'merchant', message: 'A bot is.', details: { channel: { sent_from: 'other_tool' } } },
    ]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it.each([
    ['hands it over', { pass_thread_control: { new_owner_app_id: '123', metadata: 'x' } }],
    ['takes it', { take_thread_control: { previous_owner_app_id: '123' } }],
    ['asks for it', { request_thread_control: { requested_owner_app_id: '123' } }],
    ['gets another role', { app_roles: { '123': ['primary_receiver'] } }],
  ])('an app that has the conversation and %s is no failure', async (_name, what) => {
    expect(await deliver(messaging(messagingEvent(what)))).toBe(200);
    expect([await contents(), await deadLettersHere()]).toEqual([[], []]);
  });

  it('an event of an unknown kind is kept for the operator as it came', async () => {
    expect(await deliver(messaging(messagingEvent({ hologram: { size: 3 } })))).toBe(200);
    expect(await contents()).toEqual([]);
    expect(await deadLettersHere()).toMatchObject([{ reason: 'An event of a kind that is not understood.' }]);
  });

  it('a message of an unknown kind shows that it came, and is kept', async () => {
    await postMessage({ mid: newMid(), attachments: [{ type: 'hologram', payload: {} }] });
    await postMessage({ mid: newMid(), is_unsupported: true });
    expect(await contents()).toMatchObject([{ message_type: 'unsupported' }, { message_type: 'unsupported' }]);
    expect(await deadLettersHere()).toHaveLength(2);
  });
});
