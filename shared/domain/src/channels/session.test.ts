import { expect, it } from '@jest/globals';
import { countdown, sessionAfterMessage, sessionState, WHATSAPP_SESSION_MS } from './session';

const began = '2026-11-20T10:00:00Z';
const at = (ms: number) => Date.parse(began) + ms;
const H = 3_600_000;

it.each([
  ['fresh', 'whatsapp', 0, { kind: 'running', remainingMs: WHATSAPP_SESSION_MS, warning: false }],
  ['three hours left', 'whatsapp', 21 * H, { kind: 'running', remainingMs: 3 * H, warning: false }],
  ['less than three hours left', 'whatsapp', 21 * H + 1, { kind: 'running', remainingMs: 3 * H - 1, warning: true }],
  ['over', 'whatsapp', 24 * H, { kind: 'expired' }],
  ['never on e-mail', 'email', 99 * H, { kind: 'none' }],
] as const)('a session that is %s', (_, conversation_source, after, state) => {
  expect(sessionState({ conversation_source, session_expiry_at: began }, at(after))).toEqual(state);
});

it('a ticket without a session has none', () => {
  expect(sessionState({ conversation_source: 'whatsapp', session_expiry_at: null }, at(0))).toEqual({ kind: 'none' });
});

it.each([
  ['the first message', null, { sentAt: -H }, -H],
  ['a newer message', -5 * H, { sentAt: -H }, -H],
  ['an older message that arrives late', -H, { sentAt: -5 * H }, -H],
  ['a message from the future', -H, { sentAt: H }, 0],
  ['a new number, whatever the old one wrote', -H, { sentAt: 0, changesNumber: true }, -24 * H],
])('a session after %s begins by the newest message of the number', (_, before, message, expected) => {
  const [was, sentAt] = [before === null ? null : at(before), at(message.sentAt)];
  const after = sessionAfterMessage(was, { changesNumber: false, arrivedAt: at(0), ...message, sentAt });
  expect(after).toBe(at(expected));
});

it('a customer who has changed the number has no session until they write from the new one', () => {
  const changed = sessionAfterMessage(at(-H), { sentAt: at(0), arrivedAt: at(0), changesNumber: true });
  const written = sessionAfterMessage(changed, { sentAt: at(H), arrivedAt: at(H), changesNumber: false });
  const states = [changed, written].map((ms) => {
    const session_expiry_at = new Date(ms).toISOString();
    return sessionState({ conversation_source: 'whatsapp', session_expiry_at }, at(H)).kind;
  });
  expect(states).toEqual(['expired', 'running']);
});

it.each([
  [0, '00:00:00'],
  [9_618_000, '02:40:18'],
  [-5, '00:00:00'],
  [100 * H, '100:00:00'],
])('%i ms count down as %s', (ms, text) => {
  expect(countdown(ms)).toBe(text);
});
