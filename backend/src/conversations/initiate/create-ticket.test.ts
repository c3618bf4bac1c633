import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewTicketRequest } from '@inbox/api/wire';
import { NO_FILTERS, type AgentId, type PhoneNumber, type TicketId } from '@inbox/domain';
import { listAccounts } from '../../accounts/accounts';
import { reportCall } from '../../calls/call-reports';
import { findCustomerInfo } from '../../customers/customer-queries';
import { findTicket } from '../../tickets/lifecycle/ticket-rows';
import { countTickets } from '../../tickets/list/ticket-counter';
import { addAgent, addConversation, addMerchant, addTicket } from '../../testing/rows';
import { createTicketWorld, type TicketWorld } from '../../testing/ticket-world';
import { createTicket } from './create-ticket';

let world: TicketWorld;

beforeAll(async () => {
  world = await createTicketWorld();
  // The shop's mailbox.
  await addConversation(world.test.db, world.shop, 'email', { email: 'somebody@mail.example' });
});
afterAll(() => world.test.drop());
beforeEach(() => world.told());

let numbers = 0;
const aPhone = () => `98${String((numbers += 1)).padStart(8, '0')}`;

const request = (change: Partial<NewTicketRequest> = {}): NewTicketRequest => ({
  email: '',
  phone: '',
  subject: '',
  notes: '',
  tags: null,
  customer_first_name: '',
  customer_last_name: '',
  set_status: 'create',
  ref: randomUUID(),
  ...change,
});
const create = (change: Partial<NewTicketRequest>, who = world.me) => createTicket(world.context, who, request(change));
const rowOf = async (id: TicketId) => {
  const row = await findTicket(world.test.db, world.shop, id);
  if (row === undefined) throw new Error(`There is no ticket ${id}`);
  return row;
};
const customerOf = async (id: TicketId) => {
  const { customer_id } = await rowOf(id);
  return world.test.db.selectFrom('customers').selectAll().where('id', '=', customer_id).executeTakeFirstOrThrow();
};
const countOf = async (table: 'tickets' | 'customers' | 'conversations' | 'notes' | 'outbox') => {
  const { count } = world.test.db.fn;
  const { n } = await world.test.db
    .selectFrom(table)
    .select(count<number>('merchant_id').as('n'))
    .where('merchant_id', '=', world.shop)
    .executeTakeFirstOrThrow();
  return n;
};
const everything = () =>
  Promise.all((['tickets', 'customers', 'conversations', 'notes', 'outbox'] as const).map(countOf));

describe('a ticket by phone', () => {
  it('is the agent’s own and open, with all that was typed', async () => {
    const phone = aPhone();
    const ticket = await create({
      phone: `+91 ${phone}`,
      email: 'Priya@Mail.example',
      subject: ' Size  of the kurta ',
      notes: 'Wants <XL>\nCalls back',
      tags: 'exchange, VIP,exchange',
      customer_first_name: 'Priya',
      customer_last_name: 'Nair',
    });
    expect(ticket).toMatchObject({
      conversation_source: 'phone',
      status: 'open',
      owner_id: world.me.agent.id,
      full_name: 'Priya Nair',
      subject: 'Size of the kurta',
      tags: 'exchange,VIP',
      conversation_read: true,
      last_message: null,
    });
    expect(await rowOf(ticket.id)).toMatchObject({ initiated_by: 'merchant' });
    const known = { first_name: 'Priya', last_name: 'Nair', email: 'priya@mail.example', phone: `+91${phone}` };
    expect(await customerOf(ticket.id)).toMatchObject(known);
    const notes = await world.test.db.selectFrom('notes').selectAll().where('ticket_id', '=', ticket.id).execute();
    expect(notes).toMatchObject([{ notes: '<p>Wants &lt;XL&gt;<br>Calls back</p>', agent_id: world.me.agent.id }]);
    const logs = [`Asha Rao created ticket #${ticket.id}.`];
    expect(await world.told()).toEqual([
      { type: 'conversations.conversation_initiated', by: world.me.agent.id, ids: [ticket.id], logs },
    ]);
  });

  it('is any agent’s who is listed, who is told, or nobody’s', async () => {
    const given = await create({ phone: aPhone(), agent_id: world.dev.agent.id });
    expect(given).toMatchObject({ status: 'assigned', owner_id: world.dev.agent.id });
    const logs = [`Asha Rao created ticket #${given.id}.`, 'Asha Rao assigned the ticket to Dev Patel.'];
    const by = world.me.agent.id;
    expect(await world.told()).toEqual([
      { type: 'conversations.conversation_initiated', by, ids: [given.id], logs },
      { type: 'tickets.ownership_transferred_to_me', by, ids: [given.id], logs: [] },
    ]);
    for (const agent_id of [null, -1] as const) {
      expect(await create({ phone: aPhone(), agent_id })).toMatchObject({ status: 'unassigned', owner_id: null });
    }
    const foreign = await addAgent(world.test.db, await addMerchant(world.test.db));
    const gone = await addAgent(world.test.db, world.shop, { disabled: true });
    for (const agent_id of [foreign, gone]) {
      await expect(create({ phone: aPhone(), agent_id })).rejects.toMatchObject({ status: 404 });
    }
  });

  it('belongs to who has the number, whose name stays; the ticket has the one that was typed', async () => {
    const phone = aPhone();
    await addConversation(world.test.db, world.shop, 'whatsapp', { full_name: 'Rohit Khanna', phone: `91${phone}` });
    const unnamed = await create({ phone });
    expect(unnamed).toMatchObject({ full_name: 'Rohit Khanna' });
    const wife = await create({ phone: aPhone(), customer_first_name: 'Meera' });
    expect(wife).toMatchObject({ full_name: 'Meera' });
  });

  it('names a customer who had none, with all their tickets', async () => {
    const phone = aPhone();
    const line = await addConversation(world.test.db, world.shop, 'whatsapp', { full_name: `91${phone}`, phone });
    const before = await addTicket(world.test.db, line, { full_name: `91${phone}` });
    const ticket = await create({ phone, customer_first_name: 'Sneha', customer_last_name: 'Rao' });
    expect([await rowOf(before), await rowOf(ticket.id)]).toMatchObject([
      { full_name: 'Sneha Rao', customer_id: line.customerId },
      { full_name: 'Sneha Rao', customer_id: line.customerId },
    ]);
  });

  it('is not made beside one that runs: the agent is told which', async () => {
    const phone = aPhone();
    const first = await create({ phone });
    const before = await everything();
    await expect(create({ phone: `0${phone}`, customer_first_name: 'Late', notes: 'x' })).rejects.toMatchObject({
      status: 409,
      message: `This customer has ticket #${first.id} already, which is not closed.`,
    });
    expect(await everything()).toEqual(before);
  });

  it('is where a call of the customer goes, and the other way round', async () => {
    const phone = aPhone();
    const line = await addConversation(world.test.db, world.shop, 'phone', { phone: '+918000000000' });
    await world.test.db.updateTable('accounts').set({ enabled: false }).where('kind', '=', 'phone').execute();
    await world.test.db.updateTable('accounts').set({ enabled: true }).where('id', '=', line.accountId).execute();
    const ticket = await create({ phone });
    expect(await rowOf(ticket.id)).toMatchObject({ account_id: line.accountId });
    const call = { merchantId: world.shop, accountId: line.accountId, callId: null, lasted: null } as const;
    await reportCall(world.context, { ...call, externalId: 'c1', state: 'ringing', customerPhone: `+91${phone}` });
    expect(await rowOf(ticket.id)).toMatchObject({ unread_count: 1 });

    const caller = aPhone();
    await reportCall(world.context, { ...call, externalId: 'c2', state: 'ringing', customerPhone: `+91${caller}` });
    await expect(create({ phone: caller })).rejects.toMatchObject({ code: 'ticket_running' });
  });

  it('needs no telephony, and the line that stands for it is no account of the operator', async () => {
    const { db } = world.test;
    const shop = await addMerchant(db, 'No phone');
    const agent = await addAgent(db, shop);
    const who = { ...world.me, merchantId: shop, agent: { ...world.me.agent, id: agent } };
    const [one, two] = await Promise.all([create({ phone: aPhone() }, who), create({ phone: aPhone() }, who)]);
    expect(one.conv_source_acc_id).toBe(two.conv_source_acc_id);
    expect(await listAccounts(db, shop)).toEqual([]);
  });
});

describe('a ticket by e-mail', () => {
  it('begins a thread of its own, with the customer’s address', async () => {
    const email = 'Thread@mail.example';
    const [one, two] = [await create({ email, subject: 'Invoice' }), await create({ email })];
    expect(one).toMatchObject({
      conversation_source: 'email',
      customer_email: 'thread@mail.example',
      subject: 'Invoice',
    });
    expect(two.conversation_id).not.toBe(one.conversation_id);
    expect((await rowOf(two.id)).customer_id).toBe((await rowOf(one.id)).customer_id);
  });

  it('leaves from the mailbox that the customer knows, and needs one', async () => {
    const { db } = world.test;
    const line = await addConversation(db, world.shop, 'email', { email: 'second@mail.example' });
    expect(await create({ email: 'second@mail.example' })).toMatchObject({ conv_source_acc_id: line.accountId });
    const shop = await addMerchant(db);
    const who = { ...world.me, merchantId: shop, agent: { ...world.me.agent, id: await addAgent(db, shop) } };
    await expect(create({ email: 'a@mail.example' }, who)).rejects.toMatchObject({ code: 'no_mailbox' });
  });
});

describe('what cannot be is told, and nothing is made', () => {
  it.each<[string, Partial<NewTicketRequest>, string]>([
    ['neither phone nor e-mail', {}, 'Enter a phone number or an email address.'],
    ['a short phone', { phone: '98765' }, 'Enter a Valid Number'],
    ['a wrong address', { email: ' priya@ ' }, "'priya@' is not an email address"],
    ['a long tag', { phone: '9123456780', tags: 'x'.repeat(51) }, 'A tag has 50 characters at most.'],
    [
      'a survey by phone',
      { phone: '9123456780', set_status: 'create_close_and_send_csat' },
      'The satisfaction survey is turned off.',
    ],
    [
      'nobody’s ticket to close',
      { phone: '9123456780', set_status: 'create_and_close', agent_id: null },
      'Tickets are not yet assigned to be closed.',
    ],
    [
      'a colleague’s ticket to close',
      { phone: '9123456780', set_status: 'create_and_close', agent_id: -2 as AgentId },
      'Only the owner of this ticket may do this.',
    ],
  ])('%s', async (_what, typed, message) => {
    const before = await everything();
    const agent_id = typed.agent_id === (-2 as AgentId) ? world.dev.agent.id : typed.agent_id;
    await expect(create({ ...typed, agent_id })).rejects.toMatchObject({ message });
    expect(await everything()).toEqual(before);
    expect(await world.told()).toEqual([]);
  });
});

describe('closed at once', () => {
  it('is told as made and closed, and can be taken back', async () => {
    const ticket = await create({ phone: aPhone(), set_status: 'create_and_close' });
    expect(ticket).toMatchObject({ status: 'closed', owner_id: world.me.agent.id });
    expect((await world.told()).map(({ type }) => type)).toEqual([
      'conversations.conversation_initiated',
      'tickets.status_updated',
    ]);
  });

  it('with its survey, by e-mail', async () => {
    const { db } = world.test;
    await db.updateTable('merchants').set({ csat_enabled: true }).where('id', '=', world.shop).execute();
    const ticket = await create({ email: 'csat@mail.example', set_status: 'create_close_and_send_csat' });
    expect(ticket).toMatchObject({ status: 'closed', is_csat_sent: true });
    const message = 'The satisfaction survey goes to WhatsApp and e-mail only.';
    const before = await everything();
    await expect(create({ phone: aPhone(), set_status: 'create_close_and_send_csat' })).rejects.toMatchObject({
      message,
    });
    expect(await everything()).toEqual(before);
  });
});

describe('the same request again', () => {
  it('makes one ticket, one after the other and at once', async () => {
    for (const contact of [{ phone: aPhone() }, { email: 'twice@mail.example' }]) {
      const typed = { ...contact, ref: randomUUID(), notes: 'Once', customer_first_name: 'Twice' };
      const before = await countOf('notes');
      const made = await Promise.all([create(typed), create(typed), create(typed)]);
      const again = await create(typed);
      expect(new Set([...made, again].map(({ id }) => id)).size).toBe(1);
      expect(await countOf('notes')).toBe(before + 1);
    }
  });

  it('of two agents for one caller at once, one makes the ticket and the other is told', async () => {
    const phone = aPhone();
    const made = await Promise.allSettled([create({ phone }), create({ phone: `91${phone}` }, world.dev)]);
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

it('the counters follow', async () => {
  const count = async () => (await countTickets(world.test.db, world.shop, NO_FILTERS))['open'] ?? 0;
  const before = await count();
  await create({ phone: aPhone() });
  expect(await count()).toBe(before + 1);
});

describe('who the customer is', () => {
  const nobody = { phone: null, email: null, first_name: null, last_name: null };
  const number = (phone: string) => `+91${phone}` as PhoneNumber;

  it('is found by phone or e-mail, within the shop', async () => {
    const { db } = world.test;
    const phone = aPhone();
    const email = 'Lookup@mail.example';
    const { conversationId: conversation_id } = await addConversation(db, world.shop, 'whatsapp', {
      full_name: 'Farah Ali Khan',
      phone: `91${phone}`,
      email,
    });
    const farah = { phone: `91${phone}`, email, first_name: 'Farah', last_name: 'Ali Khan', conversation_id };
    expect(await findCustomerInfo(db, world.shop, { phone: number(phone) })).toEqual(farah);
    expect(
      await findCustomerInfo(db, world.shop, { phone: number('9000000000'), email: 'lookup@mail.example' }),
    ).toEqual(farah);
    expect(await findCustomerInfo(db, world.shop, { phone: number('9000000000') })).toEqual(nobody);
    expect(await findCustomerInfo(db, await addMerchant(db), { phone: number(phone) })).toEqual(nobody);
  });

  it('is nobody of another country whose number ends alike', async () => {
    const { db } = world.test;
    const name = { full_name: 'Lim Hui Min', phone: '+6581234567' };
    await addConversation(db, world.shop, 'whatsapp', name);
    expect(await findCustomerInfo(db, world.shop, { phone: number('6581234567') })).toEqual(nobody);
    expect(await findCustomerInfo(db, world.shop, { phone: '+6581234567' as PhoneNumber })).toMatchObject({
      first_name: 'Lim',
    });
    const [home, abroad] = [await create({ phone: '6581234567' }), await create({ phone: '+65 8123\u20114567' })];
    expect([home.full_name, abroad.full_name]).toEqual(['+916581234567', 'Lim Hui Min']);
  });

  it('has no name where only the number stands for it', async () => {
    const phone = aPhone();
    const line = { full_name: `+91${phone}`, phone: `+91${phone}` };
    const { conversationId: conversation_id } = await addConversation(world.test.db, world.shop, 'phone', line);
    const info = await findCustomerInfo(world.test.db, world.shop, { phone: number(phone) });
    expect(info).toEqual({ ...nobody, phone: `+91${phone}`, conversation_id });
  });
});
