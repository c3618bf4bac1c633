import { expect, it } from '@jest/globals';
import { countdown, sessionState, WHATSAPP_SESSION_MS } from './session';

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
  [0, '00:00:00'],
  [9_618_000, '02:40:18'],
  [-5, '00:00:00'],
  [100 * H, '100:00:00'],
])('%i ms count down as %s', (ms, text) => {
  expect(countdown(ms)).toBe(text);
});
