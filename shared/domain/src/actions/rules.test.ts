import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  afterAssign,
  afterCustomerMessage,
  afterReopen,
  afterReply,
  assignTargets,
  mayAct,
  mayAssign,
  mayClose,
  mayReopen,
  mayReply,
  type Acting,
  type RuledTicket,
} from './rules';
import type { AgentId } from '../ids';
import { WHATSAPP_SESSION_MS } from '../channels/session';
import { CONVERSATION_SOURCES, TICKET_STATUSES } from '../tickets/ticket';

const ASHA = 1 as AgentId;
const DEV = 2 as AgentId;
const NOW = Date.parse('2026-11-20T10:00:00Z');
const agent = (change: Partial<Acting> = {}): Acting => ({
  id: ASHA,
  is_store_admin: false,
  can_assign_ticket_to_self: false,
  can_assign_ticket_to_other_agent: false,
  ...change,
});
const ticket = (change: Partial<RuledTicket> = {}): RuledTicket => ({
  status: 'open',
  owner_id: ASHA,
  conversation_source: 'whatsapp',
  session_expiry_at: new Date(NOW).toISOString(),
  subscribers: [],
  ...change,
});
const self = { can_assign_ticket_to_self: true };
const others = { can_assign_ticket_to_other_agent: true };

describe('replying', () => {
  it.each<[string, Partial<Acting>, Partial<RuledTicket>, string]>([
    ['the owner may', {}, {}, 'yes'],
    ['another agent may not', {}, { owner_id: DEV }, 'not_owner'],
    ['one who assigns to others may', others, { owner_id: DEV }, 'yes'],
    ['one who assigns to himself may not take an owned ticket', self, { owner_id: DEV }, 'not_owner'],
    ['one who assigns to himself may take an unassigned one', self, { status: 'unassigned', owner_id: null }, 'yes'],
    ['and a bot-assigned one', self, { status: 'assigned_to_bot', owner_id: null }, 'yes'],
    ['without permissions an unassigned one stays', {}, { status: 'unassigned', owner_id: null }, 'may_not_take'],
    ['a closed ticket takes no reply, not even the owner’s', {}, { status: 'closed' }, 'closed'],
    ['a phone ticket takes no reply', {}, { conversation_source: 'phone' }, 'phone'],
    ['an Instagram conversation takes one', others, { conversation_source: 'instagram' }, 'yes'],
    ['a comment takes one', others, { conversation_source: 'comment' }, 'yes'],
    [
      'an expired WhatsApp session takes no reply',
      {},
      { session_expiry_at: new Date(NOW - WHATSAPP_SESSION_MS).toISOString() },
      'session_expired',
    ],
    [
      'a session with a second left does',
      {},
      { session_expiry_at: new Date(NOW - WHATSAPP_SESSION_MS + 1000).toISOString() },
      'yes',
    ],
    [
      'an e-mail has no session',
      {},
      { conversation_source: 'email', session_expiry_at: '2020-01-01T00:00:00Z' },
      'yes',
    ],
  ])('%s', (_, who, what, expected) => {
    const verdict = mayReply(agent(who), ticket(what), NOW);
    expect(verdict.allowed ? 'yes' : verdict.reason).toBe(expected);
  });

  it('opens the ticket and takes one that nobody owns', () => {
    expect(afterReply(agent(), ticket({ status: 'unassigned', owner_id: null }))).toEqual({
      status: 'open',
      owner_id: ASHA,
    });
  });

  it('leaves the owner who is there', () => {
    expect(afterReply(agent(others), ticket({ status: 'assigned', owner_id: DEV }))).toEqual({
      status: 'open',
      owner_id: DEV,
    });
  });
});

describe('assigning', () => {
  it.each<[string, Partial<Acting>, Partial<RuledTicket>, AgentId, string]>([
    ['neither permission: nothing', {}, { status: 'unassigned', owner_id: null }, ASHA, 'no_permission'],
    ['self only: an unassigned one for oneself', self, { status: 'unassigned', owner_id: null }, ASHA, 'yes'],
    ['self only: nobody else', self, { status: 'unassigned', owner_id: null }, DEV, 'no_permission'],
    ['self only: not an assigned one', self, { status: 'assigned', owner_id: DEV }, ASHA, 'no_permission'],
    ['other only: to others', others, { status: 'assigned' }, DEV, 'yes'],
    ['other only: not to oneself', others, { status: 'assigned', owner_id: DEV }, ASHA, 'no_permission'],
    ['both: to oneself', { ...self, ...others }, { status: 'open', owner_id: DEV }, ASHA, 'yes'],
    ['both: to others', { ...self, ...others }, { status: 'open' }, DEV, 'yes'],
    ['to whom it has already: nothing to do', { ...self, ...others }, { status: 'open' }, ASHA, 'same_owner'],
    ['closed: nothing', { ...self, ...others }, { status: 'closed' }, DEV, 'closed'],
  ])('%s', (_, who, what, target, expected) => {
    const verdict = mayAssign(agent(who), ticket(what), target);
    expect(verdict.allowed ? 'yes' : verdict.reason).toBe(expected);
  });

  it('opens for oneself and leaves assigned for another', () => {
    expect(afterAssign(agent(), ASHA)).toEqual({ status: 'open', owner_id: ASHA, follow_up_at: null });
    expect(afterAssign(agent(), DEV)).toEqual({ status: 'assigned', owner_id: DEV, follow_up_at: null });
  });

  it('lists nobody whom the rule would refuse', () => {
    const everybody = [{ id: ASHA }, { id: DEV }];
    expect(assignTargets(agent(others), ticket({ owner_id: null, status: 'unassigned' }), everybody)).toEqual([
      { id: DEV },
    ]);
    expect(assignTargets(agent(), ticket(), everybody)).toEqual([]);
  });
});

describe('closing and reopening', () => {
  it.each<[string, Partial<Acting>, Partial<RuledTicket>, string]>([
    ['the owner closes', {}, {}, 'yes'],
    ['a store admin closes any', { is_store_admin: true }, { owner_id: DEV }, 'yes'],
    ['another agent does not', others, { owner_id: DEV }, 'not_owner'],
    ['an unassigned one is not closed', { is_store_admin: true }, { status: 'unassigned' }, 'not_assigned'],
    ['a bot’s one neither', { is_store_admin: true }, { status: 'assigned_to_bot' }, 'not_assigned'],
    ['a closed one is closed already', {}, { status: 'closed' }, 'already_closed'],
  ])('%s', (_, who, what, expected) => {
    const verdict = mayClose(agent(who), ticket(what));
    expect(verdict.allowed ? 'yes' : verdict.reason).toBe(expected);
  });

  it.each<[string, Partial<Acting>, Partial<RuledTicket>, string]>([
    ['its owner', {}, { status: 'closed' }, 'yes'],
    ['a store admin', { is_store_admin: true }, { status: 'closed', owner_id: DEV }, 'yes'],
    ['who may assign to others', others, { status: 'closed', owner_id: DEV }, 'yes'],
    ['who may only take tickets: not a colleague’s', self, { status: 'closed', owner_id: DEV }, 'not_owner'],
    ['who may only take tickets: one without an owner', self, { status: 'closed', owner_id: null }, 'yes'],
    ['neither: nothing', {}, { status: 'closed', owner_id: DEV }, 'not_owner'],
    ['what is open is not opened again', {}, { status: 'open' }, 'not_closed'],
    ['one that waits: its owner alone', others, { status: 'follow_up', owner_id: DEV }, 'not_owner'],
  ])('reopening: %s', (_, who, what, expected) => {
    const verdict = mayReopen(agent(who), ticket(what));
    expect(verdict.allowed ? 'yes' : verdict.reason).toBe(expected);
  });

  it('reopened it is open, and taken back as it was before', () => {
    const followUp = { status: 'follow_up', follow_up_at: '2026-11-20T12:00:00Z' } as const;
    expect(afterReopen(agent(), ticket({ owner_id: DEV }))).toEqual({
      status: 'open',
      follow_up_at: null,
      owner_id: DEV,
    });
    expect(afterReopen(agent(), ticket({ owner_id: null }))).toMatchObject({ owner_id: ASHA });
    expect(afterReopen(agent(), ticket({ owner_id: DEV }), followUp)).toEqual({ ...followUp, owner_id: DEV });
  });
});

describe('a customer’s message', () => {
  it.each([
    ['unassigned', 'unassigned'],
    ['assigned', 'assigned'],
    ['open', 'open'],
    ['follow_up', 'open'],
    ['closed', null],
  ] as const)('on a ticket that is %s leaves it %s', (before, after) => {
    expect(afterCustomerMessage(ticket({ status: before }))).toBe(after);
  });
});

describe('whatever the ticket and the agent', () => {
  const anyAgent = fc.record({
    id: fc.constantFrom(ASHA, DEV),
    is_store_admin: fc.boolean(),
    can_assign_ticket_to_self: fc.boolean(),
    can_assign_ticket_to_other_agent: fc.boolean(),
  });
  const anyTicket = fc.record({
    status: fc.constantFrom(...TICKET_STATUSES),
    owner_id: fc.constantFrom(null, ASHA, DEV),
    conversation_source: fc.constantFrom(...CONVERSATION_SOURCES),
    session_expiry_at: fc.constantFrom(null, new Date(NOW).toISOString(), '2026-11-01T00:00:00Z'),
    subscribers: fc.constant([]),
  });

  it('a closed ticket is never replied to, assigned or closed', () => {
    fc.assert(
      fc.property(anyAgent, anyTicket, (who, what) => {
        const closed = { ...what, status: 'closed' as const };
        expect(mayReply(who, closed, NOW).allowed).toBe(false);
        expect(mayAssign(who, closed, DEV).allowed).toBe(false);
        expect(mayClose(who, closed).allowed).toBe(false);
      }),
    );
  });

  it('only the owner or a store admin closes', () => {
    fc.assert(
      fc.property(anyAgent, anyTicket, (who, what) => {
        if (mayClose(who, what).allowed) expect(mayAct(who, what).allowed).toBe(true);
      }),
    );
  });

  it('after a reply the ticket is open and owned', () => {
    fc.assert(
      fc.property(anyAgent, anyTicket, (who, what) => {
        const after = afterReply(who, what);
        expect(after.status).toBe('open');
        expect(after.owner_id).not.toBeNull();
      }),
    );
  });
});
