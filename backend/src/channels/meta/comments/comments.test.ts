import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommentItem, LiveEventType } from '@inbox/domain';
import { commentPosts } from '@inbox/domain/conversation';
import { toContentItems } from '../../../conversations/thread/content-rows';
import { closeWebhook, contents, deliver, here, deadLettersHere, openWebhook, openShop } from '../fixtures';
import { CUSTOMER, feed, igComment } from '../ingest/social-fixtures';

beforeAll(openWebhook);
afterAll(closeWebhook);

const ofShop = (table: 'tickets' | 'conversations' | 'posts') =>
  here.world.test.db
    .selectFrom(table)
    .selectAll()
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('id')
    .execute();

const comments = async (): Promise<CommentItem[]> => {
  const items = await toContentItems(here.world.test.db, here.shop.merchantId, await contents());
  return items.filter((item) => item.content_type === 'comment');
};

async function events(): Promise<LiveEventType[]> {
  const rows = await here.world.test.db
    .selectFrom('live_events')
    .select('event')
    .where('merchant_id', '=', here.shop.merchantId)
    .orderBy('seq')
    .execute();
  return rows.map(({ event }) => event.type);
}

const other = { id: '777', username: 'meera' };

describe('comments on Instagram', () => {
  beforeEach(() => openShop('instagram'));

  it('are a conversation for each post and person, with the post that they stand under', async () => {
    await deliver(igComment({ id: 'c1', text: 'Price?' }));
    await deliver(igComment({ id: 'c2', text: 'Please answer' }));
    await deliver(
      igComment({ id: 'c3', text: 'And this?', media: { id: '178', media_product_type: 'AD', ad_id: '9' } }),
    );
    await deliver(igComment({ id: 'c4', text: 'Nice', from: other }));
    const conversations = await ofShop('conversations');
    expect(conversations).toHaveLength(3);
    expect((await comments()).map(({ message, username, post }) => [message, username, post.post_id])).toEqual([
      ['Price?', 'rohit.k', '17895695668004550'],
      ['Please answer', 'rohit.k', '17895695668004550'],
      ['And this?', 'rohit.k', '178'],
      ['Nice', 'meera', '17895695668004550'],
    ]);
    expect((await comments()).map(({ post }) => post.post_ad_type)).toEqual([null, null, 'FEED', null]);
    expect(await ofShop('tickets')).toMatchObject([
      { source: 'comment', full_name: 'rohit.k', unread_count: 2 },
      { source: 'comment' },
      { source: 'comment', full_name: 'meera' },
    ]);
    expect(new Set(await events())).toEqual(new Set(['conversations.new_comment']));
    expect(await deadLettersHere()).toEqual([]);
  });

  it('that answer one another stay together, whoever writes them', async () => {
    await deliver(igComment({ id: 'r1', text: 'Price?' }));
    await deliver(igComment({ id: 'r2', text: 'I want to know too', parent_id: 'r1', from: other }));
    await deliver(
      igComment({ id: 'r3', text: '1,299', parent_id: 'r1', from: { id: here.shop.externalId, username: 'shop' } }),
    );
    expect(await ofShop('conversations')).toHaveLength(1);
    const [post] = commentPosts(await comments());
    expect(post?.comment_data).toMatchObject([
      {
        comment: 'Price?',
        root_comment_id: 'r1',
        is_own: false,
        children: [
          { comment: 'I want to know too', root_comment_id: 'r1', username: 'meera' },
          { comment: '1,299', root_comment_id: 'r1', is_own: true },
        ],
      },
    ]);
    expect(await events()).toEqual([
      'conversations.new_comment',
      'conversations.new_comment',
      'conversations.comment_created',
    ]);
  });

  it('come once, however often they are delivered', async () => {
    await Promise.all([1, 2, 3].map(() => deliver(igComment({ id: 'd1', text: 'Hi' }))));
    expect(await comments()).toHaveLength(1);
    expect(await ofShop('posts')).toHaveLength(1);
  });

  it('of the merchant under their own post are no conversation', async () => {
    await deliver(igComment({ id: 'o1', text: 'New in!', from: { id: here.shop.externalId, username: 'shop' } }));
    expect(await ofShop('conversations')).toEqual([]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it('and messages of one person are of one customer', async () => {
    await deliver(igComment({ id: 'p1', text: 'Price?' }));
    const message = { mid: 'm-1', text: 'Hello' };
    const event = {
      sender: { id: CUSTOMER },
      recipient: { id: here.shop.externalId },
      timestamp: 1_795_000_000_000,
      message,
    };
    await deliver({ object: 'instagram', entry: [{ id: here.shop.externalId, time: 1, messaging: [event] }] });
    const [one, two] = await ofShop('tickets');
    expect(one).toMatchObject({ source: 'comment' });
    expect(two).toMatchObject({
      source: 'instagram',
      customer_id: one && 'customer_id' in one ? one.customer_id : null,
    });
  });

  it('that name nobody are kept for the operator', async () => {
    await deliver(igComment({ id: 'x', from: undefined }));
    expect(await deadLettersHere()).toHaveLength(1);
  });
});

describe('comments on a page', () => {
  beforeEach(() => openShop('messenger'));

  it('begin under the post, and answer below', async () => {
    await deliver(feed({ comment_id: '222_1', message: 'Price?' }));
    await deliver(feed({ comment_id: '222_2', parent_id: '222_1', message: 'Anyone?' }));
    const [post] = commentPosts(await comments());
    expect(post).toMatchObject({
      post_id: '111_222',
      post_type: 'added_photos',
      comment_data: [{ comment: 'Price?', parent_id: null, children: [{ comment: 'Anyone?' }] }],
    });
    expect(await ofShop('tickets')).toMatchObject([{ full_name: 'Rohit Khanna', unread_count: 2 }]);
  });

  it.each([
    [{ verb: 'edited', message: 'Price please?' }, { message: 'Price please?' }],
    [{ verb: 'hide' }, { hidden: true }],
    [{ verb: 'remove' }, { deleted: true, message: '' }],
  ])('%j changes the comment, told before it or after', async (news, expected) => {
    const comment_id = '222_7';
    await deliver(feed({ comment_id, ...news }));
    await deliver(feed({ comment_id, message: 'Price?' }));
    expect(await comments()).toMatchObject([expected]);
    await deliver(feed({ comment_id, ...news }));
    expect(await comments()).toMatchObject([expected]);
    if (news.verb === 'remove') expect(await events()).toContain('conversations.comment_deleted');
  });

  describe('that are pictures', () => {
    const photo = 'https://scontent.xx.fbcdn.net/v/one.jpg?oh=1';
    const second = 'https://scontent.xx.fbcdn.net/v/two.jpg?oh=1';
    const comment_id = '222_9';
    const tell = (more: object) => deliver(feed({ comment_id, ...more }));
    const files = ({ attachments }: { attachments?: readonly { external_url?: string | undefined }[] }) =>
      (attachments ?? []).map(({ external_url }) => external_url);
    const shown = async () =>
      (await comments()).map((item) => [
        item.message,
        files(item),
        (item.edits ?? []).map((edit) => [edit.message, files(edit)]),
      ]);
    const inList = async () => (await ofShop('tickets')).map((row) => 'last_message' in row && row.last_message);

    it.each<[string, object, string]>([
      ['a photo', { photo }, 'image'],
      ['a video', { video: photo }, 'video'],
      ['a sticker', { sticker: { url: photo } }, 'image'],
      ['a GIF', { attachment: { type: 'animated_image_share', media: { image: { src: photo } } } }, 'image'],
    ])('show it: %s', async (_what, more, kind) => {
      await tell({ ...more, message: null });
      expect(await comments()).toMatchObject([{ message: '', attachments: [{ kind, external_url: photo }] }]);
      expect(await inList()).toMatchObject([{ message: '', attachment: kind }]);
    });

    it('say so, with a link, where the delivery names no file', async () => {
      await tell({ post: { permalink_url: 'https://www.facebook.com/shop/posts/1' } });
      const words = 'Posted a picture, sticker, GIF or video, which the channel does not hand out';
      expect(await shown()).toEqual([[`${words}\nhttps://www.facebook.com/shop/posts/1?comment_id=9`, [], []]]);
    });

    it.each(['edit', 'edited'])('take another picture, and a text that leaves the picture (%s)', async (verb) => {
      await tell({ photo });
      await tell({ verb, photo: second });
      expect(await shown()).toEqual([['', [second], [['', [photo]]]]]);
      await tell({ verb, message: 'In M?' });
      await tell({ verb, message: 'In M?', photo: `${second}2` });
      const edits = [
        ['', [photo]],
        ['', []],
        ['In M?', []],
      ];
      expect(await shown()).toEqual([['In M?', [second], edits]]);
      expect(await inList()).toMatchObject([{ message: 'In M?', attachment: 'image' }]);
    });

    it('come in the same state, however often the edit comes, and before the comment as well', async () => {
      const edit = feed({ comment_id, verb: 'edited', photo: second });
      await deliver(edit);
      await tell({ photo });
      for (let n = 0; n < 2; n++) await deliver(edit);
      expect(await shown()).toEqual([['', [second], [['', [photo]]]]]);
    });

    it('show what a text was that became a picture, and nothing of either once deleted', async () => {
      await tell({ message: 'Price?' });
      await tell({ verb: 'edited', photo });
      expect(await shown()).toEqual([['', [photo], [['Price?', []]]]]);
      await tell({ verb: 'remove' });
      expect(await shown()).toEqual([['', [], []]]);
    });

    it('stay as they are with an edit that says nothing', async () => {
      await tell({ message: 'Price?', photo });
      await tell({ verb: 'edited' });
      expect(await shown()).toEqual([['Price?', [photo], []]]);
    });
  });

  it('under a promoted post stand under an advertisement', async () => {
    await deliver(feed({ comment_id: '1', message: 'Hi', post: { promotion_status: 'active' } }));
    expect((await comments())[0]?.post.post_ad_type).toBe('FEED');
  });

  it.each(['reaction', 'status', 'photo'])('are all that the inbox takes of a feed: no %s', async (item) => {
    expect(await deliver(feed({ item, comment_id: undefined }))).toBe(200);
    expect(await ofShop('conversations')).toEqual([]);
    expect(await deadLettersHere()).toEqual([]);
  });
});
