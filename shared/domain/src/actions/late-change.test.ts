import { expect, it } from '@jest/globals';
import type { AgentId } from '../ids';
import { judgeLate, type LateChange, type LateVerdict } from './late-change';
import type { Ticket } from '../tickets/ticket';

const [asha, ravi, mira] = [1, 2, 3] as unknown as readonly [AgentId, AgentId, AgentId];
const seen = { owner_id: ravi, received_at: '2026-11-20T05:00:00.000Z' };
const later = '2026-11-20T06:00:00.000Z';
const assign: LateChange = { kind: 'assign', to: asha };
const close: LateChange = { kind: 'close', send_csat: false };
const survey: LateChange = { kind: 'close', send_csat: true };
const reopen: LateChange = { kind: 'reopen' };

it.each<[string, LateChange, Partial<Ticket>, LateVerdict]>([
  ['an assignment', assign, {}, 'do'],
  ['an assignment that has come about', assign, { owner_id: asha }, 'done'],
  ['an assignment of a ticket that somebody else has taken', assign, { owner_id: mira }, 'met'],
  ['an assignment of a ticket that nobody has any more', assign, { owner_id: null }, 'met'],
  ['an assignment of a ticket whose customer has written', assign, { received_at: later }, 'do'],
  ['a close', close, {}, 'do'],
  ['a close of a closed ticket', close, { status: 'closed' }, 'done'],
  ['a close of a ticket whose customer has written', close, { received_at: later }, 'met'],
  ['a close of a ticket that somebody else has taken', close, { owner_id: mira }, 'do'],
  ['a close that was done, whose customer has written since', close, { status: 'closed', received_at: later }, 'done'],
  ['a close with a survey', survey, {}, 'do'],
  ['a close with a survey of a closed ticket', survey, { status: 'closed' }, 'do'],
  ['a close with a survey that has left', survey, { status: 'closed', is_csat_sent: true }, 'done'],
  ['a reopening', reopen, { status: 'closed' }, 'do'],
  ['a reopening of an open ticket', reopen, {}, 'done'],
])('%s', (_, change, now, verdict) => {
  expect(judgeLate(change, { status: 'open', is_csat_sent: false, ...seen, ...now }, seen)).toBe(verdict);
});
