import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TempId } from '@inbox/domain';
import { sendJson, until } from '../../../testing/fake-graph';
import { addAgent, addComment } from '../../../testing/rows';
import { deleteComment } from '../../../conversations/comments/comment-moderation';
import { replyToComment } from '../../../conversations/comments/comment-reply';
import { receiveMessage } from '../../../conversations/receive/receive-message';
import { reply } from '../../../conversations/send/reply';
import { begin, endTest, events, here, openWorld, request, sent, settled } from '../../../testing/social-outbox';

beforeAll(openWorld);
afterAll(() => here.world.end());
afterEach(endTest);

describe('a comment', () => {
  let comment: Awaited<ReturnType<typeof addComment>>;
  beforeEach(async () => {
    await begin('comment');
    comment = await addComment(here.world.test.db, here.line, here.ticket, { account_id: here.shop.accountId });
  });
  const about = () => {
    const { comment_id, post_id } = comment;
    return { conversation_source: 'comment', comment_id, post_id, index: 0 } as const;
  };
  const answer = (change: object = {}) => ({
    ...about(),
    comment: 'Yes!',
    conversation_id: here.line.conversationId,
    temp_id: randomUUID() as TempId,
    hide_comment: false,
    ...change,
  });
  const theirs = () =>
    here.world.test.db.selectFrom('contents').selectAll().where('id', '=', comment.id).executeTakeFirstOrThrow();

  const hidings = () =>
    here.world.test.db
      .selectFrom('outbox')
      .select('id')
      .where('merchant_id', '=', here.shop.merchantId)
      .where('kind', '=', 'comment.hide')
      .execute();

  it('is answered below it, once, and the answer is told as a comment', async () => {
    const asked = answer();
    await replyToComment(here.world.context, here.me, asked);
    const { item } = await replyToComment(here.world.context, here.me, asked);
    await settled();
    expect(here.graph.calls).toMatchObject([
      { path: `/v21.0/${comment.comment_id}/replies`, body: { message: 'Yes!' } },
    ]);
    expect(item).toMatchObject({
      content_type: 'comment',
      parent_id: comment.comment_id,
      root_comment_id: comment.comment_id,
      post: { post_id: comment.post_id },
    });
    expect(await sent()).toMatchObject([{ external_id: 'made.1', send_status: 'sent' }]);
    expect(await events()).toContain('conversations.comment_created');
  });

  it('is answered and hidden', async () => {
    await replyToComment(here.world.context, here.me, answer({ hide_comment: true }));
    await until(async () => (await theirs()).details.hidden === true);
    await settled();
    expect(here.graph.calls.map(({ body }) => body)).toEqual(
      expect.arrayContaining([{ hide: true }, { message: 'Yes!' }]),
    );
  });

  it('is only hidden when nothing is said', async () => {
    const { item } = await replyToComment(here.world.context, here.me, answer({ comment: '', hide_comment: true }));
    expect(item.id).toBe(comment.id);
    await until(async () => (await theirs()).details.hidden === true);
    expect(await sent()).toEqual([]);
  });

  it('is deleted at the channel, once, and then here', async () => {
    await Promise.all([
      deleteComment(here.world.context, here.me, about()),
      deleteComment(here.world.context, here.me, about()),
    ]);
    await until(async () => (await theirs()).deleted);
    expect(here.graph.calls).toMatchObject([{ path: `/v21.0/${comment.comment_id}` }]);
    expect(await events()).toContain('conversations.comment_deleted');
    await expect(replyToComment(here.world.context, here.me, answer())).rejects.toMatchObject({ code: 'comment_gone' });
  });

  it('that cannot be deleted says why, and stands', async () => {
    here.graph.answer = (_call, response) =>
      sendJson(response, 403, { error: { code: 200, message: '(#200) Permissions' } });
    await deleteComment(here.world.context, here.me, about());
    await until(async () => (await theirs()).error_message !== null);
    expect(await theirs()).toMatchObject({
      deleted: false,
      error_message: 'The account is not allowed to do this. Please check its permissions at Meta.',
    });
  });

  it('is for those who may act: others neither answer nor delete', async () => {
    const other = await addAgent(here.world.test.db, here.shop.merchantId);
    const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: false };
    const stranger = { ...here.me, agent: { ...here.me.agent, ...rights, id: other } };
    await expect(replyToComment(here.world.context, stranger, answer())).rejects.toMatchObject({ status: 403 });
    await expect(deleteComment(here.world.context, stranger, about())).rejects.toMatchObject({ status: 403 });
    await here.world.test.db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', here.ticket).execute();
    await expect(replyToComment(here.world.context, here.me, answer())).rejects.toMatchObject({
      status: 409,
      message: 'You cannot reply as Ticket is closed.',
    });
  });

  it('is not hidden by others in the name of an answer that stands', async () => {
    const other = await addAgent(here.world.test.db, here.shop.merchantId);
    const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: false };
    const stranger = { ...here.me, agent: { ...here.me.agent, ...rights, id: other } };
    const asked = answer();
    const { item } = await replyToComment(here.world.context, here.me, asked);
    await settled();
    for (const words of ['Yes!', '']) {
      const again = { ...asked, comment: words, hide_comment: true };
      const answered = await replyToComment(here.world.context, stranger, again);
      expect(answered.item.id).toBe(item.id);
    }
    await settled();
    expect(await hidings()).toEqual([]);
  });

  it('answered by the usual reply is the customer’s newest that others can see', async () => {
    const { db } = here.world.test;
    const spam = await addComment(db, here.line, here.ticket, { account_id: here.shop.accountId });
    const details = { username: 'spam', comment_parent: null, comment_root: spam.comment_id, hidden: true };
    await db
      .updateTable('contents')
      .set({ details: JSON.stringify(details) })
      .where('id', '=', spam.id)
      .execute();
    await reply(here.world.context, here.me, request());
    await settled();
    expect(here.graph.calls).toMatchObject([{ path: `/v21.0/${comment.comment_id}/replies` }]);
  });

  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  /** A post whose picture is answered so. */
  const answerPost = (picture: (response: ServerResponse) => void): void => {
    here.graph.answer = (call, response) => {
      if (call.path === '/v21.0/picture') return picture(response);
      const url = { permalink: 'https://www.instagram.com/p/1/', media_url: `${here.graph.url}/picture` };
      return sendJson(response, 200, { caption: 'New in!', media_type: 'IMAGE', media_product_type: 'AD', ...url });
    };
  };
  const sendPng = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  const arrives = (post: string): Promise<unknown> =>
    receiveMessage(here.world.context, {
      merchantId: here.shop.merchantId,
      accountId: here.shop.accountId,
      source: 'comment',
      externalId: `comment on ${post}`,
      contact: '99',
      answers: [],
      from: { name: 'meera', phone: null, email: null },
      sentAt: new Date(),
      content_type: 'comment',
      message_type: 'session',
      message: 'Price?',
      details: { username: 'meera', comment_parent: null, hidden: false },
      quotes: null,
      attachments: [],
      post: { externalId: post, permalink: null, postType: null, adType: null },
    });
  const post = (name: string) =>
    here.world.test.db.selectFrom('posts').selectAll().where('external_id', '=', name).executeTakeFirstOrThrow();

  it('brings its post’s details, and its picture', async () => {
    answerPost(sendPng);
    await arrives('the-post');
    await until(async () => (await post('the-post')).fetched_at !== null);
    expect(await post('the-post')).toMatchObject({
      caption: 'New in!',
      post_type: 'IMAGE',
      ad_type: 'FEED',
      permalink: 'https://www.instagram.com/p/1/',
      picture_type: 'image/png',
    });
    expect(await events()).toEqual(['conversations.new_comment', 'tickets.ticket_content_v2']);
  });

  it('brings its post’s details while the picture cannot be had, and the picture later', async () => {
    let isAway = true;
    answerPost((response) => (isAway ? void response.writeHead(503).end() : sendPng(response)));
    await arrives('another-post');
    await until(async () => (await post('another-post')).caption === 'New in!');
    expect((await post('another-post')).picture_type).toBeNull();
    isAway = false;
    await until(async () => (await post('another-post')).picture_type === 'image/png');
    expect(await events()).toEqual([
      'conversations.new_comment',
      'tickets.ticket_content_v2',
      'tickets.ticket_content_v2',
    ]);
  });
});

describe('somebody who writes for the first time', () => {
  it('is named as the channel names them, on their tickets too', async () => {
    await begin('instagram');
    here.graph.answer = (_call, response) =>
      sendJson(response, 200, { name: 'Meera Iyer', username: 'meera', id: '5' });
    await receiveMessage(here.world.context, {
      merchantId: here.shop.merchantId,
      accountId: here.shop.accountId,
      source: 'instagram',
      externalId: 'mid-1',
      contact: '5',
      answers: [],
      from: { name: 'Instagram user', phone: null, email: null },
      isUnnamed: true,
      sentAt: new Date(),
      content_type: 'message',
      message_type: 'session',
      message: 'Hi',
      details: {},
      quotes: null,
      attachments: [],
    });
    const names = () =>
      here.world.test.db
        .selectFrom('tickets')
        .select('full_name')
        .where('merchant_id', '=', here.shop.merchantId)
        .execute();
    await until(async () => (await names()).some(({ full_name }) => full_name === 'Meera Iyer'));
    expect(here.graph.calls).toMatchObject([{ path: '/v21.0/5?fields=name,username' }]);
    expect(await events()).toEqual(['conversations.new_message', 'tickets.tickets']);
  });
});
