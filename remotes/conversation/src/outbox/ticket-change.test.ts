import { describe, expect, it } from '@jest/globals';
import type { AgentId, Ticket } from '@inbox/domain';
import { aTicket } from '@inbox/panel/testing';
import { withPendingChanges, type TicketChange, type WaitingChange } from './ticket-change';

const [asha, ravi] = [1, 2] as unknown as readonly [AgentId, AgentId];
const agent = {
  id: asha,
  is_store_admin: false,
  can_assign_ticket_to_self: true,
  can_assign_ticket_to_other_agent: true,
};
const free = aTicket({ id: 11, status: 'unassigned', owner_id: null });
const closed = aTicket({ id: 11, status: 'closed', owner_id: ravi });

const waits = (change: TicketChange, more: Partial<WaitingChange> = {}): WaitingChange => {
  const seen = { owner_id: null, received_at: free.received_at };
  const state = { waiting: null, refused: null, met: null } as const;
  return { id: 'a', place: 1, ticket_id: free.id, change, seen, ...state, ...more };
};
const take: TicketChange = { kind: 'assign', to: asha, name: 'Asha' };
const hand: TicketChange = { kind: 'assign', to: ravi, name: 'Ravi' };
const close: TicketChange = { kind: 'close', send_csat: false, ref: 'r' };
const reopen: TicketChange = { kind: 'reopen' };
const tag: TicketChange = { kind: 'add-tag', tag: 'late' };

describe('a ticket with what waits for the connection', () => {
  it.each<[string, Ticket, WaitingChange[], Pick<Ticket, 'status' | 'owner_id'>]>([
    ['is taken', free, [waits(take)], { status: 'open', owner_id: asha }],
    ['is handed over', free, [waits(take), waits(hand)], { status: 'assigned', owner_id: ravi }],
    ['is closed', free, [waits(take), waits(close)], { status: 'closed', owner_id: asha }],
    ['is opened again', closed, [waits(reopen)], { status: 'open', owner_id: ravi }],
    ['is left as it is by what another waits for', free, [waits(take, { ticket_id: aTicket({ id: 12 }).id })], free],
    ['is left as it is by what is refused', free, [waits(take, { refused: 'No.' }), waits(close)], free],
    ['is left as it is by what its agent has to decide', closed, [waits(reopen, { met: closed })], closed],
    [
      'is as it was asked for before that',
      free,
      [waits(take), waits(close, { met: free })],
      { ...free, status: 'open', owner_id: asha },
    ],
  ])('%s', (_, ticket, waiting, { status, owner_id }) => {
    expect(withPendingChanges(ticket, agent, waiting)).toEqual({ ...ticket, status, owner_id });
  });

  it('is the same one, when only tags wait', () => {
    expect(withPendingChanges(free, agent, [waits(tag)])).toBe(free);
  });
});
