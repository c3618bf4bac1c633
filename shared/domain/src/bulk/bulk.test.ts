import { describe, expect, it } from '@jest/globals';
import { bulkAssignTargets, isSelection, mayCloseMany, maySelect } from './bulk';
import { NO_FILTERS } from '../tickets/filters';
import type { AgentId, TicketId } from '../ids';
import type { Acting, RuledTicket } from '../actions/rules';
import type { TicketStatus } from '../tickets/ticket';

const [me, dev] = [1 as AgentId, 2 as AgentId];
const acting = (self: boolean, other: boolean, is_store_admin = false): Acting => ({
  id: me,
  is_store_admin,
  can_assign_ticket_to_self: self,
  can_assign_ticket_to_other_agent: other,
});
const ticket = (change: Partial<RuledTicket>): RuledTicket => ({
  status: 'open',
  owner_id: dev,
  conversation_source: 'whatsapp',
  session_expiry_at: null,
  subscribers: [],
  ...change,
});

describe('choosing a ticket for bulk work', () => {
  it.each<[string, RuledTicket, boolean, ReturnType<typeof maySelect>]>([
    ['is open to all', ticket({}), false, { allowed: true }],
    ['is refused for a closed one', ticket({ status: 'closed' }), true, { allowed: false, reason: 'closed' }],
    [
      'is refused for one that the agent follows',
      ticket({ subscribers: [me] }),
      false,
      { allowed: false, reason: 'subscribed' },
    ],
    ['is open to a store admin who follows it', ticket({ subscribers: [me] }), true, { allowed: true }],
    ['is open to the owner who follows it', ticket({ subscribers: [me], owner_id: me }), false, { allowed: true }],
    ['is open when others follow it', ticket({ subscribers: [dev] }), false, { allowed: true }],
    [
      'says of a closed one that is followed that it is closed',
      ticket({ status: 'closed', subscribers: [me] }),
      false,
      { allowed: false, reason: 'closed' },
    ],
  ])('%s', (_, given, isAdmin, verdict) => {
    expect(maySelect(acting(true, true, isAdmin), given)).toEqual(verdict);
  });
});

describe('a selection in the list', () => {
  const [one, two] = [11 as TicketId, 12 as TicketId];
  it.each<[string, Parameters<typeof isSelection>[0], boolean]>([
    ['one named ticket is an act on it', { ticket_ids: [one] }, false],
    ['the same ticket named twice is one', { ticket_ids: [one, one] }, false],
    ['two named tickets are a selection', { ticket_ids: [one, two] }, true],
    ['filters are, however few they match', { filters: NO_FILTERS }, true],
  ])('%s', (_, target, expected) => {
    expect(isSelection(target)).toBe(expected);
  });
});

describe('the assign menu of many tickets', () => {
  const agents = [{ id: dev }, { id: me }];
  it.each<[self: boolean, other: boolean, readonly TicketStatus[] | 'unknown', AgentId[]]>([
    [true, true, ['unassigned'], [dev, me]],
    [true, true, ['assigned', 'open'], [dev, me]],
    [true, true, 'unknown', [dev, me]],
    [false, true, ['unassigned'], [dev]],
    [false, true, ['open'], [dev]],
    [false, true, 'unknown', [dev]],
    [true, false, ['unassigned'], [me]],
    [true, false, ['unassigned', 'assigned_to_bot'], [me]],
    [true, false, ['assigned'], []],
    [true, false, ['open'], []],
    [true, false, ['unassigned', 'open'], []],
    [true, false, 'unknown', []],
    [false, false, ['unassigned'], []],
    [false, false, ['open'], []],
  ])('with self %s and other %s lists for %j %j', (self, other, statuses, listed) => {
    expect(bulkAssignTargets(acting(self, other), statuses, agents).map(({ id }) => id)).toEqual(listed);
  });
});

describe('closing many tickets', () => {
  it.each<[readonly TicketStatus[] | 'unknown', boolean]>([
    [['assigned'], true],
    [['open', 'follow_up'], true],
    [['unassigned', 'open'], true],
    ['unknown', true],
    [['unassigned'], false],
    [['assigned_to_bot'], false],
  ])('of %j is allowed: %s', (statuses, allowed) => {
    expect(mayCloseMany(statuses).allowed).toBe(allowed);
  });
});
