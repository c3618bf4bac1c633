import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReplyRequest } from '@inbox/api/wire';
import type { LiveEventType, TempId, TicketId, UploadId } from '@inbox/domain';
import { sendJson, startFakeGraph, until, type FakeGraph } from '../channels/fixtures';
import { addAgent, addComment, addTicket, type Line } from '../store/fixtures';
import { createUpload } from '../store/pending-uploads';
import { addShop, createChannelWorld, type ChannelWorld, type Shop } from '../work/channel-fixtures';
import { deleteComment } from '../work/comment-moderation';
import { replyToComment } from '../work/comment-reply';
import { receiveMessage } from '../work/receive-message';
import { partTempId, reply } from '../work/reply';
import type { SignedIn } from '../work/session';
import { addChat } from './fixtures';
import { startOutbox, type Outbox } from './start';

let world: ChannelWorld;
let graph: FakeGraph;
let shop: Shop;
let me: SignedIn;
let outbox: Outbox | undefined;
let line: Line;
let ticket: TicketId;

beforeAll(async () => {
  world = await createChannelWorld();
}, 60_000);
afterAll(() => world.end());
afterEach(async () => {
  await outbox?.stop();
  await graph.close();
});

type Source = 'whatsapp' | 'instagram' | 'messenger' | 'comment';

async function begin(source: Source): Promise<void> {
  graph = await startFakeGraph();
  graph.answer = (call, response) => {
    const n = graph.calls.indexOf(call) + 1;
    const answers = {
      messages: [{ id: `sent.${n}` }],
      message_id: `sent.${n}`,
      id: `made.${n}`,
      attachment_id: `up.${n}`,
    };
    sendJson(response, 200, answers);
  };
  shop = await addShop(world, source === 'comment' ? 'instagram' : source, { outUrl: graph.url });
  line = await addChat(world, shop, source);
  const id = await addAgent(world.test.db, shop.merchantId);
  const agent = { id, first_name: 'Asha', last_name: 'Rao', can_assign_ticket_to_self: true };
  me = {
    sessionId: '',
    merchantId: shop.merchantId,
    agent: { ...agent, can_assign_ticket_to_other_agent: true, is_store_admin: false },
    mayUseInbox: true,
    expiresAt: new Date(8.64e15),
  };
  ticket = await addTicket(world.test.db, line, {
    status: 'open',
    owner_id: id,
    ...(source === 'whatsapp' && { session_expiry_at: new Date() }),
  });
  outbox = startOutbox({ ...world, backOff: () => 1 });
  world.onWake(outbox.wake);
}

const request = (change: Partial<ReplyRequest> = {}): ReplyRequest => ({
  message: 'Packed today.',
  conversation_id: line.conversationId,
  temp_id: randomUUID() as TempId,
  conversation_source: line.source,
  ticket_id: ticket,
  to: [],
  cc: [],
  bcc: [],
  convmsg_message_id: null,
  attachment_ids: [],
  ...change,
});

async function upload(
  content_type: string,
  kind: 'image' | 'document' | 'video' | 'audio',
  size = 4,
): Promise<UploadId> {
  const stored = await world.uploads.put(Buffer.from('file'), { maxBytes: 100 });
  const file = { storage_key: stored.storage_key, kind, content_type, filename: `a ${kind}.bin`, size };
  const of = { merchant_id: shop.merchantId, agent_id: me.agent.id, ticket_id: ticket };
  return (await createUpload(world.test.db, { ...of, ...file })).id;
}

const sent = () =>
  world.test.db
    .selectFrom('contents')
    .selectAll()
    .where('merchant_id', '=', shop.merchantId)
    .where('actor', '=', 'merchant')
    .orderBy('id')
    .execute();

const settled = () => until(async () => (await sent()).every(({ send_status }) => send_status !== 'sending'));

async function events(): Promise<LiveEventType[]> {
  const rows = await world.test.db
    .selectFrom('live_events')
    .select('event')
    .where('merchant_id', '=', shop.merchantId)
    .orderBy('seq')
    .execute();
  return rows.map(({ event }) => event.type);
}

const messageCalls = () => graph.calls.filter(({ path }) => path.endsWith('/messages'));

describe.each(['instagram', 'messenger'] as const)('a reply on %s', (source) => {
  beforeEach(() => begin(source));

  it('leaves by the send call to the customer, once, and is named by the answer', async () => {
    const asked = request();
    await reply(world.context, me, asked);
    await reply(world.context, me, asked);
    await settled();
    expect(messageCalls()).toMatchObject([
      {
        path: `/v21.0/${shop.externalId}/messages`,
        authorization: `Bearer ${shop.accessToken}`,
        body: { message: { text: 'Packed today.' } },
      },
    ]);
    expect(await sent()).toMatchObject([{ send_status: 'sent', external_id: 'sent.1' }]);
  });

  it('too late for the channel says so in words for people', async () => {
    graph.answer = (_call, response) =>
      sendJson(response, 400, {
        error: { code: 10, error_subcode: 2018278, message: '(#10) This message is sent outside of allowed window.' },
      });
    await reply(world.context, me, request());
    await settled();
    expect(await sent()).toMatchObject([
      {
        send_status: 'not_sent',
        error_message:
          'The customer last wrote more than 24 hours ago. This channel takes no reply until they write again.',
      },
    ]);
    expect(await events()).toContain('conversations.message_failed');
  });

  it('too long for the channel is refused before it is stored', async () => {
    const message = source === 'instagram' ? 'न'.repeat(334) : 'a'.repeat(2001);
    await expect(reply(world.context, me, request({ message }))).rejects.toMatchObject({
      status: 400,
      code: 'too_long',
    });
    expect(await sent()).toEqual([]);
  });

  it('with files is the text and then each file, each an item of its own', async () => {
    const attachment_ids = [await upload('image/png', 'image'), await upload('application/pdf', 'document')];
    const temp_id = randomUUID() as TempId;
    await reply(world.context, me, request({ attachment_ids, temp_id }));
    await settled();
    expect(messageCalls().map(({ body }) => body)).toMatchObject([
      { message: { text: 'Packed today.' } },
      { message: { attachment: { type: 'image', payload: { attachment_id: 'up.2' } } } },
      { message: { attachment: { type: 'file', payload: { attachment_id: 'up.4' } } } },
    ]);
    expect(await sent()).toMatchObject([
      { content_type: 'message', temp_id, message: 'Packed today.' },
      { content_type: 'image', temp_id: partTempId(temp_id, 1), message: '' },
      { content_type: 'document', temp_id: partTempId(temp_id, 2), message: '' },
    ]);
  });
});

describe('files on WhatsApp', () => {
  beforeEach(() => begin('whatsapp'));

  it('are handed over first; the first carries the text as its caption', async () => {
    const attachment_ids = [await upload('video/mp4', 'video'), await upload('image/svg+xml', 'image')];
    await reply(world.context, me, request({ attachment_ids }));
    await settled();
    expect(graph.calls.map(({ path }) => path.split('/').at(-1))).toEqual(['media', 'messages', 'media', 'messages']);
    expect(messageCalls().map(({ body }) => body)).toMatchObject([
      { type: 'video', video: { id: 'made.1', caption: 'Packed today.' } },
      // WhatsApp shows no such picture: it goes as a document.
      { type: 'document', document: { id: 'made.3', filename: 'a image.bin' } },
    ]);
    expect(await sent()).toMatchObject([
      { content_type: 'video', message: 'Packed today.' },
      { content_type: 'document', message: '' },
    ]);
  });

  it('that take no caption follow the text', async () => {
    await reply(world.context, me, request({ attachment_ids: [await upload('audio/ogg', 'audio')] }));
    await settled();
    expect(messageCalls().map(({ body }) => body)).toMatchObject([
      { type: 'text' },
      { type: 'audio', audio: { id: 'made.2' } },
    ]);
  });

  it('need no text', async () => {
    await reply(world.context, me, request({ message: '', attachment_ids: [await upload('image/png', 'image')] }));
    await settled();
    expect(await sent()).toMatchObject([{ content_type: 'image', message: '', send_status: 'sent' }]);
  });

  it('are sent once: the same upload again, or another agent’s, is not there', async () => {
    const attachment_ids = [await upload('image/png', 'image')];
    const first = request({ attachment_ids });
    await reply(world.context, me, first);
    await reply(world.context, me, first);
    await expect(reply(world.context, me, request({ attachment_ids }))).rejects.toMatchObject({ code: 'no_upload' });
    const another = { ...me, agent: { ...me.agent, id: await addAgent(world.test.db, shop.merchantId) } };
    const theirs = request({ attachment_ids: [await upload('image/png', 'image')] });
    await expect(reply(world.context, another, theirs)).rejects.toMatchObject({ code: 'no_upload' });
    await settled();
    expect(await sent()).toHaveLength(1);
  });

  it('too large for the channel are refused, and can be sent otherwise', async () => {
    const attachment_ids = [await upload('image/png', 'image', 5_000_001)];
    const refused = reply(world.context, me, request({ attachment_ids }));
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'file_size' });
    const { used_at } = await world.test.db
      .selectFrom('uploads')
      .select('used_at')
      .where('merchant_id', '=', shop.merchantId)
      .executeTakeFirstOrThrow();
    expect(used_at).toBeNull();
  });

  it('one that failed is sent again by itself', async () => {
    let refuses = true;
    const take = graph.answer;
    graph.answer = (call, response) => {
      const isPicture = call.path.endsWith('/messages') && JSON.stringify(call.body).includes('"image"');
      if (isPicture && refuses)
        return sendJson(response, 400, { error: { code: 131053, message: 'Media upload error' } });
      return take(call, response);
    };
    const temp_id = randomUUID() as TempId;
    const attachment_ids = [await upload('audio/ogg', 'audio'), await upload('image/png', 'image')];
    await reply(world.context, me, request({ temp_id, attachment_ids }));
    await settled();
    expect((await sent()).map(({ send_status }) => send_status)).toEqual(['sent', 'sent', 'not_sent']);
    refuses = false;
    await reply(world.context, me, request({ temp_id: partTempId(temp_id, 2), message: '' }));
    await settled();
    expect((await sent()).map(({ send_status }) => send_status)).toEqual(['sent', 'sent', 'sent']);
  });
});

describe('a comment', () => {
  let comment: Awaited<ReturnType<typeof addComment>>;
  beforeEach(async () => {
    await begin('comment');
    comment = await addComment(world.test.db, line, ticket, { account_id: shop.accountId });
  });
  const about = () => {
    const { comment_id, post_id } = comment;
    return { conversation_source: 'comment', comment_id, post_id, index: 0 } as const;
  };
  const answer = (change: object = {}) => ({
    ...about(),
    comment: 'Yes!',
    conversation_id: line.conversationId,
    temp_id: randomUUID() as TempId,
    hide_comment: false,
    ...change,
  });
  const theirs = () =>
    world.test.db.selectFrom('contents').selectAll().where('id', '=', comment.id).executeTakeFirstOrThrow();

  it('is answered below it, once, and the answer is told as a comment', async () => {
    const asked = answer();
    await replyToComment(world.context, me, asked);
    const { item } = await replyToComment(world.context, me, asked);
    await settled();
    expect(graph.calls).toMatchObject([{ path: `/v21.0/${comment.comment_id}/replies`, body: { message: 'Yes!' } }]);
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
    await replyToComment(world.context, me, answer({ hide_comment: true }));
    await until(async () => (await theirs()).details.hidden === true);
    await settled();
    expect(graph.calls.map(({ body }) => body)).toEqual(expect.arrayContaining([{ hide: true }, { message: 'Yes!' }]));
  });

  it('is only hidden when nothing is said', async () => {
    const { item } = await replyToComment(world.context, me, answer({ comment: '', hide_comment: true }));
    expect(item.id).toBe(comment.id);
    await until(async () => (await theirs()).details.hidden === true);
    expect(await sent()).toEqual([]);
  });

  it('is deleted at the channel, once, and then here', async () => {
    await Promise.all([deleteComment(world.context, me, about()), deleteComment(world.context, me, about())]);
    await until(async () => (await theirs()).deleted);
    expect(graph.calls).toMatchObject([{ path: `/v21.0/${comment.comment_id}` }]);
    expect(await events()).toContain('conversations.comment_deleted');
    await expect(replyToComment(world.context, me, answer())).rejects.toMatchObject({ code: 'comment_gone' });
  });

  it('that cannot be deleted says why, and stands', async () => {
    graph.answer = (_call, response) =>
      sendJson(response, 403, { error: { code: 200, message: '(#200) Permissions' } });
    await deleteComment(world.context, me, about());
    await until(async () => (await theirs()).error_message !== null);
    expect(await theirs()).toMatchObject({
      deleted: false,
      error_message: 'The account is not allowed to do this. Please check its permissions at Meta.',
    });
  });

  it('is for those who may act: others neither answer nor delete', async () => {
    const other = await addAgent(world.test.db, shop.merchantId);
    const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: false };
    const stranger = { ...me, agent: { ...me.agent, ...rights, id: other } };
    await expect(replyToComment(world.context, stranger, answer())).rejects.toMatchObject({ status: 403 });
    await expect(deleteComment(world.context, stranger, about())).rejects.toMatchObject({ status: 403 });
    await world.test.db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', ticket).execute();
    await expect(replyToComment(world.context, me, answer())).rejects.toMatchObject({
      status: 409,
      message: 'You cannot reply as Ticket is closed.',
    });
  });

  it('answered by the usual reply is the customer’s newest', async () => {
    await reply(world.context, me, request());
    await settled();
    expect(graph.calls).toMatchObject([{ path: `/v21.0/${comment.comment_id}/replies` }]);
  });

  it('brings its post’s details, and its picture', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    graph.answer = (call, response) => {
      if (call.path === '/v21.0/picture') return void response.writeHead(200, { 'content-type': 'image/png' }).end(png);
      const url = { permalink: 'https://www.instagram.com/p/1/', media_url: `${graph.url}/picture` };
      sendJson(response, 200, { caption: 'New in!', media_type: 'IMAGE', media_product_type: 'AD', ...url });
    };
    await receiveMessage(world.context, {
      merchantId: shop.merchantId,
      accountId: shop.accountId,
      source: 'comment',
      externalId: 'new-comment',
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
      post: { externalId: 'the-post', permalink: null, postType: null, adType: null },
    });
    const post = () =>
      world.test.db.selectFrom('posts').selectAll().where('external_id', '=', 'the-post').executeTakeFirstOrThrow();
    await until(async () => (await post()).fetched_at !== null);
    expect(await post()).toMatchObject({
      caption: 'New in!',
      post_type: 'IMAGE',
      ad_type: 'FEED',
      permalink: 'https://www.instagram.com/p/1/',
      picture_type: 'image/png',
    });
    expect(await events()).toEqual(['conversations.new_comment', 'tickets.ticket_content_v2']);
  });
});

describe('somebody who writes for the first time', () => {
  it('is named as the channel names them, on their tickets too', async () => {
    await begin('instagram');
    graph.answer = (_call, response) => sendJson(response, 200, { name: 'Meera Iyer', username: 'meera', id: '5' });
    await receiveMessage(world.context, {
      merchantId: shop.merchantId,
      accountId: shop.accountId,
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
      world.test.db.selectFrom('tickets').select('full_name').where('merchant_id', '=', shop.merchantId).execute();
    await until(async () => (await names()).some(({ full_name }) => full_name === 'Meera Iyer'));
    expect(graph.calls).toMatchObject([{ path: '/v21.0/5?fields=name,username' }]);
    expect(await events()).toEqual(['conversations.new_message', 'tickets.tickets']);
  });
});
