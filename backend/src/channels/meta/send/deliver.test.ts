import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TempId, UploadId } from '@inbox/domain';
import { sendJson } from '../../../testing/fake-graph';
import { addAgent } from '../../../testing/rows';
import { partTempId, reply } from '../../../conversations/send/reply';
import { reportUntil } from '../../../conversations/delivery/report-until';
import {
  begin,
  endTest,
  events,
  here,
  messageCalls,
  openWorld,
  request,
  sent,
  settled,
  upload,
} from '../../../testing/social-outbox';

beforeAll(openWorld);
afterAll(() => here.world.end());
afterEach(endTest);

describe.each(['instagram', 'messenger'] as const)('a reply on %s', (source) => {
  beforeEach(() => begin(source));

  it('leaves by the send call to the customer, once, and is named by the answer', async () => {
    const asked = request();
    await reply(here.world.context, here.me, asked);
    await reply(here.world.context, here.me, asked);
    await settled();
    expect(messageCalls()).toMatchObject([
      {
        path: `/v21.0/${here.shop.externalId}/messages`,
        authorization: `Bearer ${here.shop.accessToken}`,
        body: { message: { text: 'Packed today.' } },
      },
    ]);
    expect(await sent()).toMatchObject([{ send_status: 'sent', external_id: 'sent.1' }]);
  });

  it('is seen when the customer’s reading of it is told before the channel’s answer; what was read before it was sent is not it', async () => {
    const { answer } = here.graph;
    const { line, shop, world } = here;
    const { contact } = await world.test.db
      .selectFrom('conversations')
      .select('contact')
      .where('id', '=', line.conversationId)
      .executeTakeFirstOrThrow();
    const read = (until: Date) =>
      reportUntil(world.context, {
        merchantId: shop.merchantId,
        accountId: shop.accountId,
        contact,
        status: 'read',
        until,
      });
    await read(new Date(Date.now() - 60_000));
    await reply(world.context, here.me, request());
    await settled();
    expect(await sent()).toMatchObject([{ send_status: 'sent', read: false }]);
    // It had waited for the channel for an hour when it was sent; of half an hour ago is told only now.
    await world.test.db
      .updateTable('contents')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('conversation_id', '=', line.conversationId)
      .execute();
    await read(new Date(Date.now() - 1_800_000));
    expect(await sent()).toMatchObject([{ read: false }]);

    let told: Promise<void> = Promise.resolve();
    here.graph.answer = (call, response) => {
      told = read(new Date(Date.now() + 1_000)).then(() => answer(call, response));
    };
    await reply(world.context, here.me, request({ message: 'Shipped.' }));
    await settled();
    await told;
    expect(await sent()).toMatchObject([{ read: true }, { message: 'Shipped.', send_status: 'sent', read: true }]);
  });

  it('too late for the channel says so in words for people', async () => {
    here.graph.answer = (_call, response) =>
      sendJson(response, 400, {
        error: { code: 10, error_subcode: 2018278, message: '(#10) This message is sent outside of allowed window.' },
      });
    await reply(here.world.context, here.me, request());
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
    await expect(reply(here.world.context, here.me, request({ message }))).rejects.toMatchObject({
      status: 400,
      code: 'too_long',
    });
    expect(await sent()).toEqual([]);
  });

  it('with files is the text and then each file, each an item of its own', async () => {
    const attachment_ids = [await upload('image/png', 'image'), await upload('application/pdf', 'document')];
    const temp_id = randomUUID() as TempId;
    await reply(here.world.context, here.me, request({ attachment_ids, temp_id }));
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
    await reply(here.world.context, here.me, request({ attachment_ids }));
    await settled();
    expect(here.graph.calls.map(({ path }) => path.split('/').at(-1))).toEqual([
      'media',
      'messages',
      'media',
      'messages',
    ]);
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
    await reply(here.world.context, here.me, request({ attachment_ids: [await upload('audio/ogg', 'audio')] }));
    await settled();
    expect(messageCalls().map(({ body }) => body)).toMatchObject([
      { type: 'text' },
      { type: 'audio', audio: { id: 'made.2' } },
    ]);
  });

  it.each([
    ['audio/ogg', 'voice', { voice: true }],
    ['audio/ogg', 'audio', {}],
    ['audio/mp4', 'voice', {}],
  ] as const)(
    'of type %s are a voice message there when they are Opus and were recorded: %s',
    async (type, kind, as) => {
      const attachment_ids = [await upload(type, kind)];
      await reply(here.world.context, here.me, request({ message: '', attachment_ids }));
      await settled();
      expect(messageCalls().map(({ body }) => body)).toEqual([
        expect.objectContaining({ type: 'audio', audio: { id: 'made.1', ...as } }),
      ]);
      expect(await sent()).toMatchObject([{ content_type: kind }]);
    },
  );

  it('leave in the order asked for, also when the channel makes one of them wait', async () => {
    const ids: UploadId[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await upload('application/pdf', 'document'));
    const wanted = [3, 0, 4, 1, 2].map((n) => ids[n]!);
    const { answer } = here.graph;
    let refusals = 2;
    here.graph.answer = (call, response) => {
      if (call.path.endsWith('/media') && refusals > 0) {
        refusals -= 1;
        return sendJson(response, 503, {});
      }
      return answer(call, response);
    };
    await reply(here.world.context, here.me, request({ message: '', attachment_ids: wanted }));
    await settled();
    const items = await sent();
    expect(items.map(({ send_status }) => send_status)).toEqual(Array(5).fill('sent'));
    // The channel names each after its place among the calls.
    const asked = items.map(({ external_id }) => Number(external_id?.split('.')[1]));
    expect(asked).toEqual([...asked].sort((a, b) => a - b));
    const files = await here.world.test.db
      .selectFrom('attachments as a')
      .innerJoin('uploads as u', 'u.storage_key', 'a.storage_key')
      .select('u.id')
      .where(
        'a.content_id',
        'in',
        items.map(({ id }) => id),
      )
      .orderBy('a.content_id')
      .execute();
    expect(files.map(({ id }) => id)).toEqual(wanted);
  });

  it('need no text', async () => {
    await reply(
      here.world.context,
      here.me,
      request({ message: '', attachment_ids: [await upload('image/png', 'image')] }),
    );
    await settled();
    expect(await sent()).toMatchObject([{ content_type: 'image', message: '', send_status: 'sent' }]);
  });

  it('are sent once: the same upload again, or another agent’s, is not there', async () => {
    const attachment_ids = [await upload('image/png', 'image')];
    const first = request({ attachment_ids });
    await reply(here.world.context, here.me, first);
    await reply(here.world.context, here.me, first);
    await expect(reply(here.world.context, here.me, request({ attachment_ids }))).rejects.toMatchObject({
      code: 'no_upload',
    });
    const another = {
      ...here.me,
      agent: { ...here.me.agent, id: await addAgent(here.world.test.db, here.shop.merchantId) },
    };
    const theirs = request({ attachment_ids: [await upload('image/png', 'image')] });
    await expect(reply(here.world.context, another, theirs)).rejects.toMatchObject({ code: 'no_upload' });
    await settled();
    expect(await sent()).toHaveLength(1);
  });

  it('too large for the channel are refused, and can be sent otherwise', async () => {
    const attachment_ids = [await upload('image/png', 'image', 5_000_001)];
    const refused = reply(here.world.context, here.me, request({ attachment_ids }));
    await expect(refused).rejects.toMatchObject({ status: 409, code: 'file_size' });
    const { used_at } = await here.world.test.db
      .selectFrom('uploads')
      .select('used_at')
      .where('merchant_id', '=', here.shop.merchantId)
      .executeTakeFirstOrThrow();
    expect(used_at).toBeNull();
  });

  it('one that failed is sent again by itself', async () => {
    let refuses = true;
    const take = here.graph.answer;
    here.graph.answer = (call, response) => {
      const isPicture = call.path.endsWith('/messages') && JSON.stringify(call.body).includes('"image"');
      if (isPicture && refuses)
        return sendJson(response, 400, { error: { code: 131053, message: 'Media upload error' } });
      return take(call, response);
    };
    const temp_id = randomUUID() as TempId;
    const attachment_ids = [await upload('audio/ogg', 'audio'), await upload('image/png', 'image')];
    await reply(here.world.context, here.me, request({ temp_id, attachment_ids }));
    await settled();
    expect((await sent()).map(({ send_status }) => send_status)).toEqual(['sent', 'sent', 'not_sent']);
    refuses = false;
    await reply(here.world.context, here.me, request({ temp_id: partTempId(temp_id, 2), message: '' }));
    await settled();
    expect((await sent()).map(({ send_status }) => send_status)).toEqual(['sent', 'sent', 'sent']);
  });
});
