import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReplyRequest } from '@inbox/api/wire';
import type { KnownSource, TempId, TicketId, UploadId } from '@inbox/domain';
import { addContent, addConversation, addTicket, type TestConversation } from '../../testing/rows';
import { createUpload } from '../thread/pending-uploads';
import { findTicket } from '../../tickets/lifecycle/ticket-rows';
import { reply } from './reply';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { undoReply } from './undo-reply';

let world: TicketWorld;

beforeAll(async () => {
  world = await createTicketWorld();
});

afterAll(() => world.test.drop());

/** A ticket in which a customer has written an hour ago. */
async function begin(source: KnownSource = 'email') {
  const { test, shop, me, clock } = world;
  const line = await addConversation(test.db, shop, source, { email: 'meera@mail.example', phone: '919876543210' });
  const ticketId = await addTicket(test.db, line, {
    status: 'open',
    owner_id: me.agent.id,
    session_expiry_at: source === 'whatsapp' ? clock.now : null,
    received_at: hourAgo(),
  });
  await addContent(test.db, line, ticketId, {
    content_type: source === 'email' ? 'email' : 'message',
    message: 'Where is it?',
    created_at: hourAgo(),
    details: JSON.stringify({ subject: 'My order' }),
  });
  return { line, ticketId };
}

const hourAgo = () => new Date(world.clock.now.getTime() - 3_600_000);

async function answer(line: TestConversation, ticketId: TicketId, attachment_ids: UploadId[] = []) {
  const request: ReplyRequest = {
    message: 'In a van to the wrong town.',
    conversation_id: line.conversationId,
    temp_id: randomUUID() as TempId,
    conversation_source: line.source,
    ticket_id: ticketId,
    to: line.source === 'email' ? ['meera@mail.example'] : [],
    cc: [],
    bcc: [],
    convmsg_message_id: null,
    attachment_ids,
    seen: null,
  };
  return { request, ...(await reply(world.context, world.me, request)) };
}

const undo = (ticket_id: TicketId, temp_id: TempId, who = world.me) =>
  undoReply(world.context, who, { ticket_id, temp_id });

const outboxOf = (ticketId: TicketId) =>
  world.test.db
    .selectFrom('outbox')
    .innerJoin('contents', 'contents.id', 'outbox.content_id')
    .select(['outbox.id', 'outbox.state', 'outbox.created_at', 'outbox.next_at'])
    .where('contents.ticket_id', '=', ticketId)
    .execute();

describe('an e-mail', () => {
  it('waits for ten seconds and a moment before it leaves, a chat message does not', async () => {
    const [mail, chat] = [await begin(), await begin('whatsapp')];
    await answer(mail.line, mail.ticketId);
    await answer(chat.line, chat.ticketId);
    const waits = async (id: TicketId) =>
      (await outboxOf(id)).map(({ created_at, next_at }) => next_at.getTime() - created_at.getTime());
    expect(await waits(mail.ticketId)).toEqual([11_000]);
    expect(await waits(chat.ticketId)).toEqual([0]);
  });

  it('that is taken back never leaves, and a log entry stands in its place', async () => {
    const { line, ticketId } = await begin();
    const sent = await answer(line, ticketId);
    await world.told();

    const { item, ticket } = await undo(ticketId, sent.request.temp_id);
    expect(await outboxOf(ticketId)).toEqual([]);
    expect(item).toEqual({
      id: sent.item.id,
      rev: sent.item.rev + 1,
      conversation_id: line.conversationId,
      ticket_id: ticketId,
      created_at: sent.item.created_at,
      content_type: 'log',
      event: 'undone',
      comment: 'Asha Rao took back an e-mail before it was sent.',
    });
    expect(ticket).toMatchObject({
      rev: sent.ticket.rev + 1,
      status: 'open',
      replied_at: null,
      received_at: hourAgo().toISOString(),
      last_message: { actor: 'customer', message: 'Where is it?', subject: 'My order' },
    });
    expect(await world.told()).toEqual([
      {
        type: 'conversations.message_deleted',
        by: world.me.agent.id,
        ids: [ticketId],
        logs: ['Asha Rao took back an e-mail before it was sent.'],
      },
    ]);
  });

  it('is taken back once, however often that is asked for, and asking for the send again sends nothing', async () => {
    const { line, ticketId } = await begin();
    const { request } = await answer(line, ticketId);
    const first = await undo(ticketId, request.temp_id);
    expect(await undo(ticketId, request.temp_id)).toEqual(first);
    expect((await reply(world.context, world.me, request)).item).toEqual(first.item);
    expect(await outboxOf(ticketId)).toEqual([]);
  });

  it('gives its files back to be sent with the next', async () => {
    const { line, ticketId } = await begin();
    const of = { merchant_id: world.shop, agent_id: world.me.agent.id, ticket_id: ticketId };
    const file = { storage_key: randomUUID(), kind: 'document', filename: 'bill.pdf', content_type: 'application/pdf' };
    const upload = await createUpload(world.test.db, { ...of, ...file, kind: 'document', size: 10 });
    const { request } = await answer(line, ticketId, [upload.id]);
    await undo(ticketId, request.temp_id);
    const { item } = await answer(line, ticketId, [upload.id]);
    expect(item).toMatchObject({ attachments: [{ filename: 'bill.pdf' }] });
  });

  it('leaves alone what the customer has written meanwhile', async () => {
    const { line, ticketId } = await begin();
    const { request } = await answer(line, ticketId);
    const later = new Date(world.clock.now.getTime() + 1_000).toISOString();
    const said = { message: 'Never mind', created_at: later };
    const last = (await findTicket(world.test.db, world.shop, ticketId))?.last_message;
    await world.test.db
      .updateTable('tickets')
      .set({ last_message: JSON.stringify({ ...last, ...said }), received_at: new Date(later) })
      .where('id', '=', ticketId)
      .execute();
    expect((await undo(ticketId, request.temp_id)).ticket).toMatchObject({ received_at: later, last_message: said });
  });

  it.each([
    ['is in a process’s hands', { lease_until: new Date(Date.now() + 45_000), attempts: 1 }],
    ['is being handed over', { state: 'asking' as const, lease_until: new Date(Date.now() + 45_000) }],
    ['has left', { state: 'done' as const }],
    ['was refused', { state: 'failed' as const }],
  ])('that %s cannot be taken back', async (_, set) => {
    const { line, ticketId } = await begin();
    const { request, item } = await answer(line, ticketId);
    await world.test.db.updateTable('outbox').set(set).where('content_id', '=', item.id).execute();
    await expect(undo(ticketId, request.temp_id)).rejects.toMatchObject({
      status: 409,
      code: 'has_left',
      message: 'It has left already and cannot be taken back.',
    });
    expect(await outboxOf(ticketId)).toHaveLength(1);
  });

  it('of a colleague is not there to be taken back, nor one of another ticket', async () => {
    const [here, there] = [await begin(), await begin()];
    const { request } = await answer(here.line, here.ticketId);
    const missing = { status: 404, code: 'no_reply' };
    await expect(undo(here.ticketId, request.temp_id, world.dev)).rejects.toMatchObject(missing);
    await expect(undo(there.ticketId, request.temp_id)).rejects.toMatchObject(missing);
    await expect(undo(here.ticketId, randomUUID() as TempId)).rejects.toMatchObject(missing);
  });
});

it('a chat message cannot be taken back', async () => {
  const { line, ticketId } = await begin('whatsapp');
  const { request } = await answer(line, ticketId);
  await expect(undo(ticketId, request.temp_id)).rejects.toMatchObject({ status: 409, code: 'not_email' });
  expect(await outboxOf(ticketId)).toHaveLength(1);
});
