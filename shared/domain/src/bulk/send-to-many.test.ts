import { describe, expect, it } from '@jest/globals';
import type { AgentId } from '../ids';
import type { Acting, RuledTicket } from '../actions/rules';
import { maySendToMany, type ManyKind, type ManySkip } from './send-to-many';
import type { ConversationSource, TicketStatus } from '../tickets/ticket';

const me = 1 as AgentId;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const agent: Acting = {
  id: me,
  is_store_admin: false,
  can_assign_ticket_to_self: true,
  can_assign_ticket_to_other_agent: true,
};
const ticket = (change: Partial<RuledTicket> = {}): RuledTicket => ({
  status: 'open',
  owner_id: me,
  conversation_source: 'whatsapp',
  session_expiry_at: '2026-11-20T11:00:00Z',
  subscribers: [],
  ...change,
});
const answer = (change: Partial<RuledTicket>, kind: ManyKind, by: Acting = agent): ManySkip | 'yes' => {
  const verdict = maySendToMany(by, ticket(change), kind, NOW);
  return verdict.allowed ? 'yes' : verdict.reason;
};

describe('what goes to many', () => {
  it.each<[TicketStatus, ManySkip | 'yes']>([
    ['assigned', 'yes'],
    ['open', 'yes'],
    ['unassigned', 'unassigned'],
    ['assigned_to_bot', 'unassigned'],
    ['follow_up', 'follow_up'],
    ['closed', 'closed'],
  ])('to a ticket that is %s: %s', (status, expected) => {
    expect([answer({ status }, 'message'), answer({ status }, 'template')]).toEqual([expected, expected]);
  });

  it.each<[ConversationSource, ManySkip | 'yes', ManySkip | 'yes']>([
    ['whatsapp', 'yes', 'yes'],
    ['email', 'yes', 'not_whatsapp'],
    ['instagram', 'yes', 'not_whatsapp'],
    ['messenger', 'yes', 'not_whatsapp'],
    ['phone', 'channel', 'not_whatsapp'],
    ['comment', 'channel', 'not_whatsapp'],
    ['other', 'channel', 'not_whatsapp'],
  ])('on %s: message %s, template %s', (conversation_source, message, template) => {
    const of = { conversation_source };
    expect([answer(of, 'message'), answer(of, 'template')]).toEqual([message, template]);
  });

  it('after the session has ended by template alone', () => {
    const expired = { session_expiry_at: '2026-11-18T11:00:00Z' };
    expect([answer(expired, 'message'), answer(expired, 'template')]).toEqual(['session_expired', 'yes']);
  });

  it('for the owner or a store admin, also when the agent might reply to it by itself', () => {
    const others = { owner_id: 2 as AgentId };
    const admin = { ...agent, is_store_admin: true };
    expect([answer(others, 'message'), answer(others, 'template')]).toEqual(['not_owner', 'not_owner']);
    expect([answer(others, 'message', admin), answer(others, 'template', admin)]).toEqual(['yes', 'yes']);
    const weak = { ...admin, can_assign_ticket_to_other_agent: false };
    expect([answer(others, 'message', weak), answer(others, 'template', weak)]).toEqual(['not_owner', 'not_owner']);
  });
});
