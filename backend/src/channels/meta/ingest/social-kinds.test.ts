import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { channels, closeWebhook, deliver, items, deadLettersHere, openWebhook, openShop } from '../fixtures';
import { messaging, messagingEvent, newMid, postMessage, tick } from './social-fixtures';

beforeAll(openWebhook);
afterAll(closeWebhook);

describe.each(['instagram', 'messenger'] as const)('on %s', (kind) => {
  beforeEach(() => openShop(kind));

  it('what was written with another tool is sent from there, and what is ours is not', async () => {
    await postMessage({ mid: newMid(), text: 'On its way', is_echo: true, app_id: 1 }, { fromShop: true });
    expect(await items()).toMatchObject([{ actor: 'merchant', channel: { sent_from: 'other_tool' } }]);
  });

  it('reactions of both sides are on their message', async () => {
    const mid = newMid();
    await postMessage({ mid, text: 'Sent today' });
    await deliver(messaging(messagingEvent({ reaction: { mid, action: 'react', reaction: 'love', emoji: '❤' } })));
    await deliver(
      messaging(messagingEvent({ reaction: { mid, action: 'react', reaction: 'smile' } }, { fromShop: true })),
    );
    expect((await channels())[0]?.reactions).toEqual([
      { actor: 'customer', name: null, emoji: '❤' },
      { actor: 'merchant', name: null, emoji: '😆' },
    ]);
  });

  it('an edit shows what was said before', async () => {
    const mid = newMid();
    const at = tick();
    await postMessage({ mid, text: 'Order 10' }, { at });
    await deliver(
      messaging(messagingEvent({ message_edit: { mid, text: 'Order 101', num_edit: 1 } }, { at: at + 5_000 })),
    );
    expect(await items()).toMatchObject([{ message: 'Order 101', channel: { edits: [{ message: 'Order 10' }] } }]);
  });

  it('message_deletion takes a message back', async () => {
    const mid = newMid();
    await postMessage({ mid, text: 'oops' });
    await deliver(messaging(messagingEvent({ message_deletion: { mid } })));
    expect(await items()).toMatchObject([{ deleted: true, message: '' }]);
  });

  it.each<[string, object, string]>([
    ['a like', { attachments: [{ type: 'like_heart', payload: {} }] }, 'Sent a like ❤️'],
    [
      'a view-once picture',
      { attachments: [{ type: 'ephemeral' }] },
      'A photo or video that can be viewed once, on the phone only',
    ],
    [
      'a product',
      {
        attachments: [
          { type: 'template', payload: { product: { elements: [{ id: '1', title: 'Stole', subtitle: '₹799' }] } } },
        ],
      },
      'Product: Stole\n₹799',
    ],
    [
      'a template of another tool',
      {
        attachments: [
          {
            type: 'template',
            payload: {
              template_type: 'generic',
              elements: [
                { title: 'Stole', subtitle: '₹799', buttons: [{ type: 'postback', title: 'Buy', payload: 'x' }] },
              ],
            },
          },
        ],
      },
      'Stole\n₹799\n• Buy',
    ],
  ])('%s is named in words', async (_what, more, words) => {
    await postMessage({ mid: newMid(), ...more });
    expect(await items()).toMatchObject([{ message: words, message_type: 'session', attachments: [] }]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it.each<[string, object, string]>([
    [
      'an opt-in',
      { optin: { type: 'notification_messages', title: 'Offers', payload: 'x' } },
      'Opted in to messages: Offers',
    ],
    [
      'an opt-out',
      { optin: { type: 'notification_messages', title: 'Offers', notification_messages_status: 'STOP_NOTIFICATIONS' } },
      'Opted out of messages: Offers',
    ],
    ['call permission', { call_permission_reply: { response: 'accept' } }, 'Allowed calls from you'],
    ['a button without its label', { postback: { payload: 'TRACK_MY_ORDER' } }, 'Track my order'],
    ['a link', { referral: { ref: 'story', source: 'SHORTLINK', type: 'OPEN_THREAD' } }, 'Came to this chat by a link'],
  ])('%s is named in words', async (_what, what, words) => {
    await deliver(messaging(messagingEvent(what)));
    expect(await items()).toMatchObject([{ message: words }]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it('an advertisement that led here is a card', async () => {
    const referral = {
      ref: 'summer',
      ad_id: '6045246247433',
      source: 'ADS',
      type: 'OPEN_THREAD',
      ads_context_data: { ad_title: 'Silk stoles', photo_url: 'https://scontent.xx.fbcdn.net/ad.jpg', post_id: '1' },
    };
    await postMessage({ mid: newMid(), text: 'Hi', referral });
    expect(await items()).toMatchObject([
      {
        message: 'Hi',
        channel: { referral: { source: 'ad', headline: 'Silk stoles', text: 'ref: summer', url: null } },
        attachments: [{ kind: 'image', content_disposition: 'inline' }],
      },
    ]);
  });

  it('an attachment of an unknown kind is named, and can be seen raw', async () => {
    await postMessage({ mid: newMid(), text: 'see', attachments: [{ type: 'hologram', payload: {} }] });
    const [item] = await items();
    expect(item).toMatchObject({
      message: 'see\nAn attachment of the kind “hologram”, which this inbox does not know',
      channel: { raw_url: expect.stringContaining('/raw/') },
    });
  });
});
