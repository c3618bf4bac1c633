import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commentPosts, isAd, type CommentItem, type PostComment } from './comment';
import type { ContentId, ConversationId, TicketId } from '../ids';

const item = (id: number, comment: Partial<CommentItem> = {}): CommentItem => ({
  id: id as ContentId,
  rev: 1,
  conversation_id: 1 as ConversationId,
  ticket_id: 1 as TicketId,
  created_at: '2026-01-01T00:00:00.000Z',
  sent_at: null,
  actor: 'customer',
  temp_id: null,
  send_status: 'sent',
  delivered: false,
  read: false,
  deleted: false,
  error_message: null,
  message_sent_by: null,
  attachments: [],
  message: `comment ${id}`,
  content_type: 'comment',
  post: {
    post_id: 'p',
    merchant_name: 'Shop',
    post_url: null,
    permalink: null,
    post_caption: null,
    post_type: null,
    post_ad_type: null,
  },
  comment_id: `c${id}`,
  parent_id: null,
  root_comment_id: `c${id}`,
  username: 'rohit.k',
  comment_dt_time: '2026-01-01T00:00:00.000Z',
  hidden: false,
  ...comment,
});

const idsOf = (comments: readonly PostComment[]): number[] =>
  comments.flatMap(({ id, children }) => [id, ...idsOf(children)]);

describe('the comments of a conversation', () => {
  it('stand under their post, each below the one that it answers', () => {
    const [post, ...others] = commentPosts([
      item(1),
      item(2, { parent_id: 'c1' }),
      item(3, { parent_id: 'c2', comment_id: null, send_status: 'not_sent', error_message: 'Blocked' }),
      item(4),
    ]);
    expect(others).toEqual([]);
    expect(post?.comment_data).toMatchObject([
      { comment: 'comment 1', children: [{ id: 2, children: [{ id: 3, comment_id: null, error: 'Blocked' }] }] },
      { comment: 'comment 4', children: [] },
    ]);
  });

  it('know what the newest of them knows of the post', () => {
    const post = { ...item(1).post, post_caption: 'New in!', post_ad_type: 'FEED' };
    const [told] = commentPosts([item(1), item(2, { post })]);
    expect(told).toMatchObject({ post_caption: 'New in!', comment_data: [{ id: 1 }, { id: 2 }] });
    expect(told && isAd(told)).toBe(true);
  });

  it('are all shown once, whatever they say of their parents', () => {
    const id = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(id, fc.option(id)), { selector: ([own]) => own }), (pairs) => {
        const items = pairs.map(([own, parent]) => item(own, { parent_id: parent === null ? null : `c${parent}` }));
        const shown = commentPosts(items).flatMap(({ comment_data }) => idsOf(comment_data));
        expect(shown.toSorted((a, b) => a - b)).toEqual(pairs.map(([own]) => own).toSorted((a, b) => a - b));
      }),
    );
  });
});
