import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Correction, LiveSignal, TicketId } from '@inbox/domain';
import { addConversation, addTicket, type TestConversation } from '../testing/rows';
import { createTicketWorld, type TicketWorld } from '../testing/ticket-world';
import { correctCustomer } from './correct-customer';
import { readCustomer } from './customer-queries';

let world: TicketWorld;
let line: TestConversation;
let ticket: TicketId;
const signals: LiveSignal[] = [];

beforeAll(async () => {
  world = await createTicketWorld();
  line = await addConversation(world.test.db, world.shop, 'whatsapp', { full_name: 'Rohit', phone: '919876543210' });
  ticket = await addTicket(world.test.db, line, { full_name: 'Rohit', status: 'open', owner_id: world.me.agent.id });
  world.context.live.signal = (_merchant, signal) => void signals.push(signal);
});
afterAll(() => world.test.drop());

const correct = (typed: Correction, who = world.me) =>
  correctCustomer(world.context, who, { conversationId: line.conversationId, ticketId: ticket, typed });
const customer = () => readCustomer(world.test.db, world.shop, line.conversationId);

describe('correcting a customer', () => {
  it('changes what is given alone, and notifies every page', async () => {
    await correct({ city: ' Pune ', email: 'Rohit@Mail.example' });
    expect(await customer()).toMatchObject({
      full_name: 'Rohit',
      city: 'Pune',
      email: 'rohit@mail.example',
      phone: '919876543210',
    });
    expect(signals).toEqual([{ type: 'customers.changed', customer_ids: [line.customerId] }]);
    await correct({ email: '' });
    expect(await customer()).toMatchObject({ email: null });
  });

  it.each([
    ['\u202a098765\u00a043211\u202c', '+919876543211'],
    ['+65 8123-4567', '+6581234567'],
  ])('stores the number %j with its country', async (typed, phone) => {
    await correct({ phone: typed });
    expect(await customer()).toMatchObject({ phone });
  });

  it('gives the tickets the new name', async () => {
    await world.told();
    await correct({ full_name: 'Rohit  Khanna' });
    expect(await customer()).toMatchObject({ full_name: 'Rohit Khanna', first_name: 'Rohit', last_name: 'Khanna' });
    expect(await world.told()).toMatchObject([{ type: 'tickets.tickets', by: world.me.agent.id, ids: [ticket] }]);
  });

  it('says of each field why it cannot be so, and changes nothing', async () => {
    const before = await customer();
    await expect(correct({ full_name: ' ', phone: '12', city: 'Goa' })).rejects.toMatchObject({
      status: 400,
      fields: { full_name: ['Enter a name.'], phone: ['Enter a Valid Number'] },
    });
    await expect(correct({ phone: '8123 4567' })).rejects.toMatchObject({
      fields: { phone: ['Enter a Valid Number'] },
    });
    expect(await customer()).toEqual(before);
  });

  it('is for who may act on the ticket', async () => {
    await expect(correct({ city: 'Goa' }, world.dev)).rejects.toMatchObject({ status: 403, code: 'not_owner' });
    const admin = { ...world.dev, agent: { ...world.dev.agent, is_store_admin: true } };
    await correct({ city: 'Goa' }, admin);
    expect(await customer()).toMatchObject({ city: 'Goa' });
  });

  it('is of the customer of that ticket', async () => {
    const other = await addConversation(world.test.db, world.shop);
    await expect(
      correctCustomer(world.context, world.me, {
        conversationId: other.conversationId,
        ticketId: ticket,
        typed: { city: 'Goa' },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
