import { describe, expect, it } from '@jest/globals';
import type { AgentId } from '../ids';
import { mayChangeScheduled, sendTimeProblem } from './send-later';

const now = Date.parse('2026-02-03T10:00:00Z');
const at = (text: string) => sendTimeProblem(Date.parse(text), now);

describe('the time of a mail that is sent later', () => {
  it.each([
    ['2026-02-03T10:00:00Z', 'past'],
    ['2026-02-03T09:59:00Z', 'past'],
    ['no time', 'past'],
    ['2026-02-03T10:00:00.001Z', null],
    ['2026-02-03T11:00:00Z', null],
    ['2027-02-03T10:00:00Z', null],
    ['2027-02-03T10:01:00Z', 'too_far'],
  ])('%s: %s', (text, problem) => expect(at(text)).toBe(problem));

  it('is a year at most from a leap day too', () => {
    const leapDay = Date.parse('2028-02-29T10:00:00Z');
    expect(sendTimeProblem(Date.parse('2029-02-28T10:00:00Z'), leapDay)).toBeNull();
    expect(sendTimeProblem(Date.parse('2029-03-01T10:00:00Z'), leapDay)).toBe('too_far');
  });
});

describe('who changes a scheduled mail', () => {
  const mail = { agent_id: 1 as AgentId };
  it.each([
    ['its writer', { id: 1 as AgentId, is_store_admin: false }, true],
    ['a store admin', { id: 2 as AgentId, is_store_admin: true }, true],
    ['a colleague', { id: 2 as AgentId, is_store_admin: false }, false],
  ])('%s', (_, agent, may) => expect(mayChangeScheduled(agent, mail)).toBe(may));
});
