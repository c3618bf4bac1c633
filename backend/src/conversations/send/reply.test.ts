import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ReplyRequest } from '@inbox/api/wire';
import type { AgentId, ContentId, KnownSource, MerchantId, TempId, TicketId } from '@inbox/domain';
import type { Insertable } from 'kysely';
import {
  addAgent,
  addContent,
  addConversation,
  addMerchant,
  addTicket,
  type TestConversation,
} from '../../testing/rows';
import type { TicketsTable } from '../../tickets/lifecycle/tables';
import { createTestDatabase, type TestDatabase } from '../../testing/database';
import { withChannels, type UseCaseContext } from '../../app/channels';
import { reply } from './reply';
import type { SignedIn } from '../../agents/sessions/session';

const NOW = new Date('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;

let test: TestDatabase;
let shop: MerchantId;
let me: SignedIn;
let other: AgentId;
let woken: number;
let context: UseCaseContext;

beforeAll(async () => {
  test = await createTestDatabase();
  shop = await addMerchant(test.db);
  other = await addAgent(test.db, shop);
  const id = await addAgent(test.db, shop, { first_name: 'Asha', last_name: 'Rao' });
  const rights = { can_assign_ticket_to_self: true, can_assign_ticket_to_other_agent: false, is_store_admin: false };
  me = {
    sessionId: randomUUID(),
    merchantId: shop,
    agent: { id, first_name: 'Asha', last_name: 'Rao', ...rights },
    mayUseInbox: true,
    expiresAt: NOW,
  };
});

afterAll(() => test.drop());

beforeEach(() => {
  woken = 0;
  context = withChannels({
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => (woken += 1),
    now: () => NOW,
  });
});

async function begin(source: KnownSource, ticket: Partial<Insertable<TicketsTable>> = {}) {
  const contact = source === 'email' ? { email: 'meera@mail.example' } : { phone: '919876543210' };
  const line = await addConversation(test.db, shop, source, contact);
  const session_expiry_at = source === 'whatsapp' ? new Date(NOW.getTime() - HOUR) : null;
  return {
    line,
    ticketId: await addTicket(test.db, line, {
      session_expiry_at,
      received_at: new Date(NOW.getTime() - HOUR),
      ...ticket,
    }),
  };
}

const request = (line: TestConversation, ticketId: TicketId, change: Partial<ReplyRequest> = {}): ReplyRequest => ({
  message: 'It is on its way.',
  conversation_id: line.conversationId,
  temp_id: randomUUID() as TempId,
  conversation_source: line.source,
  ticket_id: ticketId,
  to: line.source === 'email' ? ['meera@mail.example'] : [],
  cc: [],
  bcc: [],
  convmsg_message_id: null,
  attachment_ids: [],
  seen: null,
  ...change,
});

const outboxOf = (id: ContentId) =>
  test.db.selectFrom('outbox').select(['kind', 'payload', 'state', 'attempts']).where('content_id', '=', id).execute();

const eventsSince = async (seq: number) => {
  const rows = await test.db
    .selectFrom('live_events')
    .selectAll()
    .where('merchant_id', '=', shop)
    .orderBy('seq')
    .execute();
  return rows.filter((row) => row.seq > seq).map(({ event }) => event);
};
const newest = async () => (await eventsSince(0)).length;

describe('a reply', () => {
  it('is stored with its way out, opens the ticket, and takes one that nobody owns', async () => {
    const { line, ticketId } = await begin('whatsapp');
    const before = await newest();
    const { item, ticket } = await reply(context, me, request(line, ticketId));
    expect(item).toMatchObject({ message: 'It is on its way.', send_status: 'sending', actor: 'merchant' });
    expect(item).toMatchObject({ message_sent_by: { id: me.agent.id, first_name: 'Asha', last_name: 'Rao' } });
    expect(ticket).toMatchObject({ status: 'open', owner_id: me.agent.id, rev: 2 });
    // The list is ordered by what customers sent.
    expect(ticket.received_at).toBe(new Date(NOW.getTime() - HOUR).toISOString());
    expect(ticket.last_message).toMatchObject({
      actor: 'merchant',
      sent_by: me.agent.id,
      message: 'It is on its way.',
    });
    const payload = { to: '919876543210', text: 'It is on its way.', reply_to_wamid: null };
    expect(await outboxOf(item.id)).toEqual([{ kind: 'whatsapp.text', payload, state: 'waiting', attempts: 0 }]);
    expect(woken).toBe(1);
    const events = await eventsSince(before);
    expect(events.map(({ type }) => type)).toEqual(['conversations.message_sent', 'tickets.ownership_transferred']);
    expect(events[1]?.items).toMatchObject([{ event: 'assigned', comment: 'Asha Rao took the ticket by replying.' }]);
  });

  it('leaves a ticket with its owner', async () => {
    const { line, ticketId } = await begin('whatsapp', { status: 'assigned', owner_id: me.agent.id });
    const before = await newest();
    const { ticket } = await reply(context, me, request(line, ticketId));
    expect(ticket).toMatchObject({ status: 'open', owner_id: me.agent.id });
    expect((await eventsSince(before)).map(({ type }) => type)).toEqual(['conversations.message_sent']);
  });

  it('leaves the ticket’s place in the list, which customers decide', async () => {
    const received_at = new Date(NOW.getTime() + 5000);
    const { line, ticketId } = await begin('whatsapp', { received_at });
    const { ticket } = await reply(context, me, request(line, ticketId));
    expect(ticket.received_at).toBe(received_at.toISOString());
  });

  it('quotes a message of its own conversation, and of no other', async () => {
    const [here, there] = [await begin('whatsapp'), await begin('whatsapp')];
    const quoted = await addContent(test.db, here.line, here.ticketId, {
      message: 'Where is it?',
      external_id: 'wamid.1',
    });
    const { item } = await reply(context, me, request(here.line, here.ticketId, { convmsg_message_id: quoted }));
    expect(item).toMatchObject({ parent: { id: quoted, message: 'Where is it?' } });
    expect((await outboxOf(item.id))[0]?.payload).toMatchObject({ reply_to_wamid: 'wamid.1' });
    await expect(
      reply(context, me, request(there.line, there.ticketId, { convmsg_message_id: quoted })),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('a reply that the rules forbid', () => {
  const day = 24 * HOUR;
  it.each<[string, KnownSource, () => Partial<Insertable<TicketsTable>>, number, string]>([
    ['closed', 'whatsapp', () => ({ status: 'closed' }), 409, 'You cannot reply as Ticket is closed.'],
    [
      'closed, e-mail',
      'email',
      () => ({ status: 'closed' }),
      409,
      'You cannot reply to this conversation. Ticket is closed',
    ],
    [
      'session over',
      'whatsapp',
      () => ({ session_expiry_at: new Date(NOW.getTime() - day) }),
      409,
      'Whatsapp session expired.',
    ],
    ['phone', 'phone', () => ({}), 409, 'Phone tickets cannot be replied to in writing.'],
    [
      'another’s',
      'whatsapp',
      () => ({ status: 'open', owner_id: other }),
      403,
      'Only the owner of this ticket may reply to it.',
    ],
    ['nothing to answer', 'comment', () => ({}), 404, 'There is no such comment.'],
  ])('%s: nothing is stored', async (_name, source, ticket, status, message) => {
    const { line, ticketId } = await begin(source, ticket());
    await expect(reply(context, me, request(line, ticketId))).rejects.toMatchObject({ status, message });
    const stored = await test.db.selectFrom('contents').select('id').where('ticket_id', '=', ticketId).execute();
    expect([stored, woken]).toEqual([[], 0]);
  });

  it('never goes to another conversation than the composer’s', async () => {
    const [here, there] = [await begin('whatsapp'), await begin('whatsapp')];
    const mixed = request(here.line, there.ticketId);
    await expect(reply(context, me, mixed)).rejects.toMatchObject({ status: 409, code: 'other_conversation' });
  });

  it('is not sent through an account that is turned off', async () => {
    const { line, ticketId } = await begin('whatsapp');
    await test.db.updateTable('accounts').set({ enabled: false }).where('id', '=', line.accountId).execute();
    await expect(reply(context, me, request(line, ticketId))).rejects.toMatchObject({ code: 'account_off' });
  });
});

describe('the same temp_id', () => {
  it('makes one message and one letter, also when asked ten times at once', async () => {
    const { line, ticketId } = await begin('whatsapp');
    const asked = request(line, ticketId);
    const before = await newest();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reply(context, me, asked)));
    expect(new Set(answers.map(({ item }) => item.id)).size).toBe(1);
    expect(await outboxOf(answers[0]!.item.id)).toHaveLength(1);
    expect((await eventsSince(before)).filter(({ type }) => type === 'conversations.message_sent')).toHaveLength(1);
  });

  it('is refused for another ticket', async () => {
    const [here, there] = [await begin('whatsapp'), await begin('whatsapp')];
    const asked = request(here.line, here.ticketId);
    await reply(context, me, asked);
    const elsewhere = request(there.line, there.ticketId, { temp_id: asked.temp_id });
    await expect(reply(context, me, elsewhere)).rejects.toMatchObject({ code: 'temp_id_taken' });
  });

  it('of two tickets at once one alone has the message', async () => {
    const lines = [await begin('whatsapp'), await begin('whatsapp')];
    const temp_id = randomUUID() as TempId;
    const done = await Promise.allSettled(
      lines.map(({ line, ticketId }) => reply(context, me, request(line, ticketId, { temp_id }))),
    );
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('puts a message that failed in line again, as the same message', async () => {
    const { line, ticketId } = await begin('whatsapp');
    const asked = request(line, ticketId);
    const first = await reply(context, me, asked);
    await setSent(first.item.id, 'not_sent', 'failed');
    const again = await reply(context, me, asked);
    expect(again.item).toMatchObject({ id: first.item.id, send_status: 'sending', error_message: null, rev: 2 });
    expect(await outboxOf(first.item.id)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect(woken).toBe(2);
  });

  it('does not send again what failed when the ticket has been closed since', async () => {
    const { line, ticketId } = await begin('whatsapp');
    const asked = request(line, ticketId);
    const first = await reply(context, me, asked);
    await setSent(first.item.id, 'not_sent', 'failed');
    await test.db.updateTable('tickets').set({ status: 'closed' }).where('id', '=', ticketId).execute();
    await expect(reply(context, me, asked)).rejects.toMatchObject({ code: 'closed' });
  });

  it('never sends again what may have been sent', async () => {
    const { line, ticketId } = await begin('whatsapp');
    const asked = request(line, ticketId);
    const first = await reply(context, me, asked);
    await setSent(first.item.id, 'unknown', 'unknown');
    const again = await reply(context, me, asked);
    expect(again.item).toMatchObject({ id: first.item.id, send_status: 'unknown' });
    expect(await outboxOf(first.item.id)).toMatchObject([{ state: 'unknown' }]);
  });

  async function setSent(id: ContentId, send_status: 'not_sent' | 'unknown', state: 'failed' | 'unknown') {
    await test.db.updateTable('contents').set({ send_status, error_message: 'No.' }).where('id', '=', id).execute();
    await test.db.updateTable('outbox').set({ state, attempts: 5 }).where('content_id', '=', id).execute();
  }
});

describe('a mail', () => {
  const from = [{ email: 'meera@mail.example', name: 'Meera' }];
  /** As the ticket has the name. */
  const named = [{ email: 'meera@mail.example', name: 'Rohit Khanna' }];
  const mail = { subject: 'Wrong size', from, to: [], cc: [], message_id: '<2@mail>', references: ['<1@mail>'] };

  async function received(details: object = {}) {
    const { line, ticketId } = await begin('email', { subject: 'Wrong size' });
    const content = { content_type: 'email', details: JSON.stringify({ ...mail, ...details }) } as const;
    await addContent(test.db, line, ticketId, content);
    return { line, ticketId };
  }

  it('answers the last one in its thread, to whom it came from', async () => {
    const { line, ticketId } = await received();
    const { item, ticket } = await reply(context, me, request(line, ticketId));
    const [letter] = await outboxOf(item.id);
    expect(letter).toMatchObject({
      kind: 'email.reply',
      payload: { to: named, cc: [], bcc: [], subject: 'Re: Wrong size' },
    });
    expect(letter?.payload).toMatchObject({ in_reply_to: '<2@mail>', references: ['<1@mail>', '<2@mail>'] });
    expect(letter?.payload).toMatchObject({ message_id: expect.stringMatching(/^<[\w-]{36}@shop\.example>$/) });
    expect(item).toMatchObject({ content_type: 'email', subject: 'Re: Wrong size', to: named });
    expect(ticket.last_message).toMatchObject({ subject: 'Re: Wrong size' });
  });

  it('goes to whom it is addressed, each once', async () => {
    const { line, ticketId } = await received();
    const to = ['a@x.example', ' A@x.example', 'b@x.example'];
    const { item } = await reply(
      context,
      me,
      request(line, ticketId, {
        to,
        cc: ['B@x.example'],
        bcc: ['c@x.example'],
        chosen: ['a@x.example', 'b@x.example', 'c@x.example'],
      }),
    );
    expect(item).toMatchObject({
      to: [{ email: 'a@x.example' }, { email: 'b@x.example' }],
      cc: [],
      bcc: [{ email: 'c@x.example' }],
    });
  });

  it.each([
    ['no one to send it to but copies', { to: [], cc: ['a@x.example'] }, 'to', 'Recipient mail should not be empty'],
    ['what is no address', { to: ['meera@mail.example', 'nobody'] }, 'to', "'nobody' is not an email address"],
    [
      'a header smuggled in',
      { cc: ['a@x.example\r\nBcc: b@x.example'] },
      'cc',
      expect.stringContaining('is not an email'),
    ],
  ])('refuses %s', async (_name, change, field, message) => {
    const { line, ticketId } = await received();
    await expect(reply(context, me, request(line, ticketId, change))).rejects.toMatchObject({
      status: 400,
      fields: { [field]: [message] },
    });
  });

  it.each([
    ['', 'No subject'],
    ['RE: Wrong size', 'RE: Wrong size'],
    ['Wrong\r\nBcc: x@y.example', 'Re: Wrong Bcc: x@y.example'],
  ])('about %j says %j', async (subject, expected) => {
    const { line, ticketId } = await received({ subject });
    expect((await reply(context, me, request(line, ticketId))).item).toMatchObject({ subject: expected });
  });
});

describe('a reply that was written without having seen a colleague’s', () => {
  const beginMine = () => begin('whatsapp', { status: 'open', owner_id: me.agent.id });
  const colleague = (line: TestConversation, ticketId: TicketId, change: Parameters<typeof addContent>[3] = {}) =>
    addContent(test.db, line, ticketId, { actor: 'merchant', agent_id: other, message: 'I have sent it.', ...change });

  it('is held back with what they wrote, and sent when it is asked for with that in view', async () => {
    const { line, ticketId } = await beginMine();
    const seen = await addContent(test.db, line, ticketId);
    const newer = await colleague(line, ticketId);
    const asked = request(line, ticketId, { seen });
    await expect(reply(context, me, asked)).rejects.toMatchObject({
      status: 409,
      code: 'newer_reply',
      items: [{ id: newer, message: 'I have sent it.', message_sent_by: { id: other } }],
    });
    expect((await reply(context, me, { ...asked, seen: newer })).item).toMatchObject({ temp_id: asked.temp_id });
  });

  it.each([
    [
      'the customer wrote',
      (line: TestConversation, id: TicketId) => addContent(test.db, line, id, { actor: 'customer' }),
    ],
    [
      'the agent wrote before',
      (line: TestConversation, id: TicketId) => colleague(line, id, { agent_id: me.agent.id }),
    ],
    ['a bot wrote', (line: TestConversation, id: TicketId) => colleague(line, id, { agent_id: null })],
    [
      'a colleague’s message was deleted',
      (line: TestConversation, id: TicketId) => colleague(line, id, { deleted: true }),
    ],
  ])('is sent at once when only %s', async (_, then) => {
    const { line, ticketId } = await beginMine();
    const seen = await addContent(test.db, line, ticketId);
    await then(line, ticketId);
    await expect(reply(context, me, request(line, ticketId, { seen }))).resolves.toBeDefined();
  });

  it('is not asked about when the same send comes once more', async () => {
    const { line, ticketId } = await beginMine();
    const asked = request(line, ticketId, { seen: await addContent(test.db, line, ticketId) });
    const first = await reply(context, me, asked);
    await colleague(line, ticketId);
    expect((await reply(context, me, asked)).item.id).toBe(first.item.id);
  });
});
