import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CALL_STATES, isCallNews, mayCall, type CallState } from './call';
import type { AgentId } from '../ids';
import type { Acting, RuledTicket } from './rules';

const owner: Acting = {
  id: 1 as AgentId,
  can_assign_ticket_to_self: true,
  can_assign_ticket_to_other_agent: true,
  is_store_admin: false,
};
const phone: RuledTicket = {
  status: 'open',
  owner_id: owner.id,
  conversation_source: 'phone',
  session_expiry_at: null,
  subscribers: [],
};
const colleague = { ...owner, id: 2 as AgentId };

describe('a call may be placed', () => {
  it.each<[string, Acting, Partial<RuledTicket>, string]>([
    ['by the owner of a phone ticket', owner, {}, 'yes'],
    ['by a store admin', { ...colleague, is_store_admin: true }, {}, 'yes'],
    ['while a follow-up waits', owner, { status: 'follow_up' }, 'yes'],
    ['not by a colleague', colleague, {}, 'not_owner'],
    ['not by anybody while nobody owns it', owner, { status: 'unassigned', owner_id: null }, 'not_owner'],
    ['not on another channel', owner, { conversation_source: 'whatsapp' }, 'not_phone'],
    ['not on a closed ticket', owner, { status: 'closed' }, 'closed'],
  ])('%s', (_name, agent, ticket, answer) => {
    const verdict = mayCall(agent, { ...phone, ...ticket });
    expect(verdict.allowed ? 'yes' : verdict.reason).toBe(answer);
  });
});

describe('reports of a call', () => {
  const apply = (states: readonly CallState[]) =>
    states.reduce((known, told) => (isCallNews(known, told) ? told : known));

  it('in any order and however often they come end where the call ended', () => {
    const reports = fc.shuffledSubarray(['ringing', 'talking', 'ringing', 'completed', 'completed'] as const, {
      minLength: 5,
    });
    fc.assert(fc.property(reports, (told) => apply(['connecting', ...told]) === 'completed'));
  });

  it('change nothing once it is over', () => {
    for (const end of ['completed', 'missed', 'failed'] as const) {
      for (const told of CALL_STATES) expect(isCallNews(end, told)).toBe(false);
    }
  });

  it('settle a call of which nobody knew whether it was placed', () => {
    expect(apply(['unknown', 'ringing', 'completed'])).toBe('completed');
  });
});
