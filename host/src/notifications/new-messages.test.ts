import type { AgentId } from '@inbox/domain';
import { aLiveEvent, aLog, aMessage, anEmail, aTicket } from '@inbox/panel/testing';
import { describe, expect, it } from '@jest/globals';
import { newMessagesOf } from './new-messages';

type TicketParts = Parameters<typeof aTicket>[0];
type EventParts = Parameters<typeof aLiveEvent>[0];

const me = 7 as AgentId;
const mine = { id: 5, owner_id: 7, status: 'open' } as const;
const customers = { ticket_id: 5, actor: 'customer' } as const;
const kindsOf = (...args: Parameters<typeof aLiveEvent>) => newMessagesOf(aLiveEvent(...args), me).map((m) => m.kind);

describe('an agent hears of', () => {
  it.each<[string, TicketParts]>([
    ['a message in an own ticket', mine],
    ['a message in a ticket that nobody owns', { ...mine, owner_id: null, status: 'unassigned' }],
    ['a message in a ticket that they follow', { ...mine, owner_id: 8, subscribers: [7] }],
  ])('%s', (_, ticket) => {
    expect(kindsOf({ tickets: [aTicket(ticket)], items: [aMessage(customers)] })).toEqual(['message']);
  });

  it('each of several messages by its kind', () => {
    const items = [aMessage({ ...customers, content_type: 'image' }), anEmail(customers)];
    expect(kindsOf({ tickets: [aTicket(mine)], items })).toEqual(['image', 'email']);
  });
});

describe('an agent does not hear of', () => {
  it.each<[string, TicketParts]>([
    ['a colleague’s ticket', { ...mine, owner_id: 8 }],
    ['what a customer writes to a bot', { ...mine, owner_id: null, status: 'assigned_to_bot' }],
  ])('%s', (_, ticket) => {
    expect(kindsOf({ tickets: [aTicket(ticket)], items: [aMessage(customers)] })).toEqual([]);
  });

  it.each<[string, EventParts]>([
    ['own messages', { by: 7, items: [aMessage({ ...customers, actor: 'merchant' })] }],
    ['what an agent did with a customer’s message', { by: 8, items: [aMessage(customers)] }],
    ['bots', { items: [aMessage({ ...customers, actor: 'merchant', message_type: 'session_outbound_bot' })] }],
    ['log entries', { items: [aLog({ ticket_id: 5 })] }],
    ['what was deleted', { items: [aMessage({ ...customers, deleted: true })] }],
    ['messages of a ticket that the event does not bring', { tickets: [], items: [aMessage(customers)] }],
  ])('%s', (_, event) => {
    expect(kindsOf({ tickets: [aTicket(mine)], ...event })).toEqual([]);
  });
});
