import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AgentId } from '../ids';
import {
  afterFollowUp,
  FOLLOW_UP_HOURS,
  mayFollowUp,
  maySendCsat,
  maySubscribe,
  withoutTags,
  withTags,
  type SurveyedTicket,
} from './ticket-actions';
import { tagList } from '../tickets/ticket';

const now = Date.parse('2026-01-02T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
const me = 1 as AgentId;
const dev = 2 as AgentId;
const agent = {
  id: me,
  is_store_admin: false,
  is_csat_enabled: true,
  can_assign_ticket_to_self: true,
  can_assign_ticket_to_other_agent: true,
};
const ticket = (changes: Partial<SurveyedTicket> = {}): SurveyedTicket => ({
  status: 'open',
  owner_id: me,
  conversation_source: 'whatsapp',
  session_expiry_at: hoursAgo(1),
  subscribers: [],
  is_csat_sent: false,
  ...changes,
});
const reasonOf = (verdict: { allowed: boolean; reason?: string }) => verdict.reason ?? 'allowed';

describe('a follow-up', () => {
  it('is for no hours, or for one to 23', () => {
    expect([FOLLOW_UP_HOURS[0], FOLLOW_UP_HOURS[1], FOLLOW_UP_HOURS.at(-1)]).toEqual([0, 1, 23]);
    expect(FOLLOW_UP_HOURS).toHaveLength(24);
  });

  it.each([
    ['an open ticket of mine', {}, 'allowed'],
    ['an assigned ticket', { status: 'assigned' }, 'not_open'],
    ['a closed ticket', { status: 'closed' }, 'not_open'],
    ['one that waits already, to change or end it', { status: 'follow_up' }, 'allowed'],
    ["a colleague's ticket", { owner_id: dev }, 'not_owner'],
  ] as const)('of %s', (_name, changes, answer) => {
    expect(reasonOf(mayFollowUp(agent, ticket(changes)))).toBe(answer);
  });

  it('of a colleague is open to a store admin', () => {
    expect(mayFollowUp({ ...agent, is_store_admin: true }, ticket({ owner_id: dev })).allowed).toBe(true);
  });

  it('waits for exactly so many hours', () => {
    expect(afterFollowUp(23, now)).toEqual({ status: 'follow_up', follow_up_at: '2026-01-03T11:00:00.000Z' });
    expect(afterFollowUp(0, now)).toEqual({ status: 'open', follow_up_at: null });
  });
});

describe('the survey', () => {
  it.each([
    ['in a WhatsApp session that runs', {}, 'allowed'],
    ['for a closed ticket', { status: 'closed' }, 'allowed'],
    ['after the session', { session_expiry_at: hoursAgo(24) }, 'session_expired'],
    ['by e-mail, which has no session', { conversation_source: 'email', session_expiry_at: null }, 'allowed'],
    ['on a channel without a way to ask', { conversation_source: 'phone', session_expiry_at: null }, 'channel'],
    ['a second time', { is_csat_sent: true }, 'already_sent'],
    ["for a colleague's ticket", { owner_id: dev }, 'not_owner'],
  ] as const)('%s', (_name, changes, answer) => {
    expect(reasonOf(maySendCsat(agent, ticket(changes), now))).toBe(answer);
  });

  it('is not there for a merchant without it', () => {
    expect(reasonOf(maySendCsat({ ...agent, is_csat_enabled: false }, ticket(), now))).toBe('disabled');
  });
});

describe('subscribers', () => {
  it.each([
    ['the owner adds a colleague', agent, ticket(), dev, true],
    ['anyone adds or removes themselves', agent, ticket({ owner_id: dev }), me, true],
    ['nobody else adds others', agent, ticket({ owner_id: dev }), dev, false],
    ['a store admin does', { ...agent, is_store_admin: true }, ticket({ owner_id: dev }), dev, true],
  ])('%s', (_name, who, of, subscriber, allowed) => {
    expect(maySubscribe(who, of, subscriber).allowed).toBe(allowed);
  });
});

describe('tags', () => {
  it('are added once, whatever their case, and removed likewise', () => {
    expect(withTags('COD,Refund', ' refund , VIP,')).toBe('COD,Refund,VIP');
    expect(withoutTags('COD,Refund,VIP', 'cod, vip')).toBe('Refund');
  });

  it('come off again, and leave what was there', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const words = fc.uniqueArray(word, { maxLength: 8 });
    fc.assert(
      fc.property(words, words, (before, added) => {
        const news = added.filter((tag) => !before.includes(tag));
        const after = withTags(before.join(','), news.join(','));
        expect(tagList(after)).toEqual([...before, ...news]);
        expect(tagList(withoutTags(after, news.join(',')))).toEqual(before);
      }),
    );
  });
});
