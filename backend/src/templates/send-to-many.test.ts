import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uploadUrl } from '@inbox/api/wire';
import type { AgentId, MerchantId, SendResult, TempId, TemplateId, TicketId, TicketSend } from '@inbox/domain';
import type { SignedIn } from '../agents/sessions/session';
import { withChannels, type UseCaseContext } from '../app/channels';
import { replyToMany } from '../conversations/send/send-to-many';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { addAgent, addConversation, addMerchant, addTemplate, addTicket, type TestConversation } from '../testing/rows';
import { createUpload } from '../conversations/thread/pending-uploads';
import { findSent } from '../conversations/thread/reply-queries';
import { sendTemplateToMany } from './send-template-to-many';

const NOW = new Date('2026-11-20T12:00:00Z');
const AN_HOUR_AGO = new Date(NOW.getTime() - 3_600_000);
const LONG_AGO = new Date(NOW.getTime() - 3 * 86_400_000);

let test: TestDatabase;
let shop: MerchantId;
let me: SignedIn;
let context: UseCaseContext;

beforeAll(async () => {
  test = await createTestDatabase();
  context = withChannels({
    db: test.db,
    live: { committed: () => undefined, signal: () => undefined },
    outboxWoken: () => undefined,
    now: () => NOW,
  });
});
afterAll(() => test.drop());

beforeEach(async () => {
  shop = await addMerchant(test.db);
  me = signedIn(await addAgent(test.db, shop, { first_name: 'Asha', last_name: 'Rao' }));
});

const signedIn = (id: AgentId): SignedIn => ({
  sessionId: randomUUID(),
  merchantId: shop,
  agent: {
    id,
    first_name: 'Asha',
    last_name: 'Rao',
    can_assign_ticket_to_self: true,
    can_assign_ticket_to_other_agent: true,
    is_store_admin: false,
  },
  mayUseInbox: true,
  expiresAt: NOW,
});

interface Line extends TestConversation {
  ticket: TicketId;
}
let numbers = 9_100_000_000;
async function line(
  first_name: string,
  change: Parameters<typeof addTicket>[2] = {},
  source: Parameters<typeof addConversation>[2] = 'whatsapp',
): Promise<Line> {
  const email = source === 'email' ? `${first_name.toLowerCase()}@mail.example` : null;
  const of = { full_name: `${first_name} Nair`, phone: `91${(numbers += 1)}`, ...(email !== null && { email }) };
  const conversation = await addConversation(test.db, shop, source, of);
  await test.db.updateTable('customers').set({ first_name }).where('id', '=', conversation.customerId).execute();
  const mine = {
    status: 'open',
    owner_id: me.agent.id,
    session_expiry_at: AN_HOUR_AGO,
    ...(email !== null && { customer_email: email }),
  } as const;
  return { ...conversation, ticket: await addTicket(test.db, conversation, { ...mine, ...change }) };
}
const send = ({ ticket }: { ticket: TicketId }): TicketSend => ({
  ticket_id: ticket,
  temp_id: randomUUID() as TempId,
});
const say = (message: string, sends: TicketSend[]) => replyToMany(context, me, { message, sends });
const outcomes = (results: readonly SendResult[]) => results.map(({ outcome, reason }) => [outcome, reason]);
const contents = () =>
  test.db
    .selectFrom('contents')
    .select(['ticket_id', 'message', 'temp_id', 'send_status'])
    .where('merchant_id', '=', shop)
    .where('actor', '=', 'merchant')
    .where('content_type', '<>', 'log')
    .orderBy('id')
    .execute();
const outbox = () => test.db.selectFrom('outbox').selectAll().where('merchant_id', '=', shop).execute();

describe('a message to many', () => {
  it('has each customer’s own values, and goes to each by their own channel', async () => {
    const [priya, ravi] = [await line('Priya'), await line('Ravi', {}, 'email')];
    const results = await say('Hello {{userFirstName}}', [send(priya), send(ravi)]);
    expect(outcomes(results)).toEqual([
      ['sending', null],
      ['sending', null],
    ]);
    expect(await contents()).toMatchObject([
      { ticket_id: priya.ticket, message: 'Hello Priya' },
      { ticket_id: ravi.ticket, message: 'Hello Ravi' },
    ]);
    expect(await outbox()).toMatchObject([
      { payload: { text: expect.stringContaining('Priya') } },
      { payload: { to: [{ email: 'ravi@mail.example' }], text: 'Hello Ravi' } },
    ]);
  });

  it('asked for often, and at once, is one message for each, and nothing is sent again that has failed', async () => {
    const sends = [send(await line('Priya')), send(await line('Ravi'))];
    await Promise.all(Array.from({ length: 5 }, () => say('Hello', sends)));
    await test.db.updateTable('contents').set({ send_status: 'not_sent', error_message: 'Blocked' }).execute();
    expect(outcomes(await say('Hello', sends))).toEqual([
      ['not_sent', 'Blocked'],
      ['not_sent', 'Blocked'],
    ]);
    expect(await contents()).toHaveLength(2);
    expect(await outbox()).toHaveLength(2);
  });

  it('tells by ticket what is skipped and what is refused, and does the rest', async () => {
    const lines = [
      await line('Closed', { status: 'closed' }),
      await line('Late', { session_expiry_at: LONG_AGO }),
      await line('Waiting', { status: 'follow_up' }),
      await line('Nobodys', { status: 'unassigned', owner_id: null }),
      await line('Devs', { owner_id: await addAgent(test.db, shop) }),
      await line('Fine'),
    ];
    const foreign = { ticket: 999_999_999 as TicketId };
    expect(outcomes(await say('Hello', [...lines, foreign].map(send)))).toEqual([
      ['skipped', 'Ticket is closed'],
      ['skipped', 'Whatsapp session expired.'],
      ['skipped', 'The ticket waits for its follow-up.'],
      ['skipped', 'The ticket is not yet assigned.'],
      ['skipped', 'Only the owner of this ticket may reply to it.'],
      ['sending', null],
      ['refused', expect.any(String)],
    ]);
    expect(await contents()).toHaveLength(1);
  });

  it('says NOT_FOUND where a customer has no value', async () => {
    const [result] = await say('Your order {{lastOrderNumber}}', [send(await line('Priya'))]);
    expect(result).toMatchObject({ outcome: 'sending' });
    expect(await contents()).toMatchObject([{ message: 'Your order NOT_FOUND' }]);
  });

  it('under the temp_id of another ticket is refused', async () => {
    const [priya, ravi] = [await line('Priya'), await line('Ravi')];
    const first = send(priya);
    await say('Hello', [first]);
    expect(await say('Hello', [{ ...send(ravi), temp_id: first.temp_id }])).toMatchObject([{ outcome: 'refused' }]);
    expect(await contents()).toHaveLength(1);
  });

  it('is known afterwards to who sent it', async () => {
    const sent = send(await line('Priya'));
    await say('Hello', [sent]);
    const of = { merchantId: shop, agentId: me.agent.id, tempIds: [sent.temp_id, randomUUID() as TempId] };
    expect(await findSent(test.db, of)).toEqual([{ ...sent, outcome: 'sending', reason: null }]);
    expect(await findSent(test.db, { ...of, agentId: await addAgent(test.db, shop) })).toEqual([]);
    expect(await findSent(test.db, { ...of, merchantId: await addMerchant(test.db) })).toEqual([]);
  });
});

describe('a template to many', () => {
  const template = (to: Line, parts: Parameters<typeof addTemplate>[2] = {}): Promise<TemplateId> =>
    addTemplate(test.db, to, parts);
  const request = (template_id: TemplateId, lines: readonly Line[], temp_ids?: TempId[]) => ({
    template_id,
    parameters: { 1: '{{userFirstName}}' },
    media_url: null,
    button_url: null,
    ticket_ids: lines.map(({ ticket }) => ticket),
    ...(temp_ids && { temp_ids }),
  });

  it('has each customer’s own values, after the session has ended as well, once', async () => {
    const lines = [await line('Priya', { session_expiry_at: LONG_AGO }), await line('Mail', {}, 'email')];
    const [first] = lines as [Line];
    const asked = request(await template(first), lines, [randomUUID() as TempId, randomUUID() as TempId]);
    for (let n = 0; n < 2; n += 1) {
      expect(outcomes(await sendTemplateToMany(context, me, asked))).toEqual([
        ['sending', null],
        ['skipped', 'Templates are sent by WhatsApp.'],
      ]);
    }
    expect(await contents()).toMatchObject([{ message: 'Hello Priya, your order is on its way.' }]);
    expect(await outbox()).toHaveLength(1);
  });

  it('that begins with a file takes the same one to all, of the agent’s own uploads alone', async () => {
    const lines = [await line('Priya'), await line('Ravi')];
    const [first] = lines as [Line];
    const { account_id } = await test.db
      .selectFrom('tickets')
      .select('account_id')
      .where('id', '=', first.ticket)
      .executeTakeFirstOrThrow();
    for (const table of ['tickets', 'conversations'] as const) {
      await test.db.updateTable(table).set({ account_id }).where('merchant_id', '=', shop).execute();
    }
    const picture = await template(first, { name: 'festive', header: { kind: 'image', text: '' } });
    const file = { kind: 'image', filename: 'sale.png', content_type: 'image/png', size: 4 } as const;
    const of = { merchant_id: shop, agent_id: me.agent.id, ticket_id: null, storage_key: randomUUID() };
    const media_url = uploadUrl((await createUpload(test.db, { ...of, ...file })).id);
    const asked = { ...request(picture, lines), media_url };
    const foreign = { ...me, agent: { ...me.agent, id: await addAgent(test.db, shop), is_store_admin: true } };
    expect(await sendTemplateToMany(context, foreign, asked)).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'refused' },
    ]);
    expect(outcomes(await sendTemplateToMany(context, me, asked))).toEqual([
      ['sending', null],
      ['sending', null],
    ]);
    const files = await test.db
      .selectFrom('attachments')
      .select(['storage_key', 'filename'])
      .where('merchant_id', '=', shop)
      .execute();
    expect(files).toEqual([0, 1].map(() => ({ storage_key: of.storage_key, filename: 'sale.png' })));
  });

  it('is refused by ticket when it is paused or of another number', async () => {
    const [priya, ravi] = [await line('Priya'), await line('Ravi')];
    const other = await template(priya, { name: 'of_priyas_number' });
    expect(outcomes(await sendTemplateToMany(context, me, request(other, [priya, ravi])))).toEqual([
      ['sending', null],
      ['refused', 'This template belongs to another WhatsApp number than the ticket.'],
    ]);
    await test.db.updateTable('templates').set({ status: 'paused' }).where('id', '=', other).execute();
    expect(await sendTemplateToMany(context, me, request(other, [priya, ravi]))).toMatchObject([
      { outcome: 'refused', reason: "The template 'of_priyas_number' is paused by WhatsApp." },
      { outcome: 'refused' },
    ]);
  });
});
