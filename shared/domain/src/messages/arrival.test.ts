import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHANNEL_ORDER_MS, sessionBegin, threadPlace } from './arrival';
import { WHATSAPP_SESSION_MS } from '../channels/session';
import { CONVERSATION_SOURCES } from '../tickets/ticket';

const NOON = Date.UTC(2026, 10, 22, 12);
const MINUTE = 60_000;

describe('the place of a message in its thread', () => {
  it.each([
    ['whatsapp', 'at once', -1_500, -1_500, null],
    ['whatsapp', 'in a whole second, whose end is taken', -2_000, -1_001, null],
    ['whatsapp', 'in the second of its arrival', 0, 0, null],
    ['whatsapp', 'after nine minutes', -9 * MINUTE - 1, -9 * MINUTE - 1, null],
    ['instagram', 'after ten minutes', -10 * MINUTE - 0, -10 * MINUTE + 999, null],
    ['messenger', 'after more than ten minutes', -10 * MINUTE - 1, 0, -10 * MINUTE - 1],
    ['whatsapp', 'after nine days', -9 * 1440 * MINUTE, 0, -9 * 1440 * MINUTE],
    ['whatsapp', 'from a clock that is a little ahead', 5_000, 0, null],
    ['whatsapp', 'from the future', 60 * MINUTE, 0, 60 * MINUTE],
    ['email', 'at once', -30_000, 0, null],
    ['email', 'of nine days ago', -9 * 1440 * MINUTE, 0, -9 * 1440 * MINUTE],
    ['email', 'of tomorrow', 1440 * MINUTE, 0, 1440 * MINUTE],
    ['comment', 'after an hour', -60 * MINUTE, 0, -60 * MINUTE],
  ] as const)('%s, %s', (source, _when, sent, at, claimed) => {
    const place = threadPlace({ source, sentAt: NOON + sent, arrivedAt: NOON });
    expect([place.at - NOON, place.sentAt === null ? null : place.sentAt - NOON]).toEqual([at, claimed]);
  });

  const time = fc.integer({ min: 0, max: 4e12 });
  const source = fc.constantFrom(...CONVERSATION_SOURCES);

  it('is never after the arrival, and never more than ten minutes before it', () => {
    fc.assert(
      fc.property(source, time, time, (of, sentAt, arrivedAt) => {
        const { at } = threadPlace({ source: of, sentAt, arrivedAt });
        expect(at).toBeLessThanOrEqual(arrivedAt);
        expect(at).toBeGreaterThanOrEqual(arrivedAt - CHANNEL_ORDER_MS);
      }),
    );
  });

  it('puts two messages of a channel right that arrive swapped within ten minutes', () => {
    const delay = fc.integer({ min: 1_000, max: CHANNEL_ORDER_MS - 2_000 });
    fc.assert(
      fc.property(delay, fc.integer({ min: 0, max: 999 }), (late, gap) => {
        const second = threadPlace({ source: 'whatsapp', sentAt: NOON + 1_000, arrivedAt: NOON + 1_001 + gap });
        const first = threadPlace({ source: 'whatsapp', sentAt: NOON, arrivedAt: NOON + 1_001 + gap + late });
        expect(first.at).toBeLessThan(second.at);
      }),
    );
  });

  it('of what comes later than ten minutes is that of its arrival, in the order of arrival', () => {
    fc.assert(
      fc.property(time, time, fc.integer({ min: 1, max: 1e9 }), (one, other, gap) => {
        const arrivedAt = 4e12 + CHANNEL_ORDER_MS + 1;
        const first = threadPlace({ source: 'whatsapp', sentAt: one, arrivedAt });
        const second = threadPlace({ source: 'whatsapp', sentAt: other, arrivedAt: arrivedAt + gap });
        expect([first.at, second.at]).toEqual([arrivedAt, arrivedAt + gap]);
        expect([first.sentAt, second.sentAt]).toEqual([one, other]);
      }),
    );
  });

  it('does not depend on a mail’s Date', () => {
    fc.assert(
      fc.property(time, time, (sentAt, arrivedAt) => {
        expect(threadPlace({ source: 'email', sentAt, arrivedAt }).at).toBe(arrivedAt);
      }),
    );
  });
});

describe('the session that a message begins', () => {
  it.each([
    ['at once', -2_000, -2_000],
    ['from the future', 7 * 3_600_000, 0],
    ['of an hour ago', -3_600_000, -3_600_000],
  ])('%s', (_when, sent, begun) => {
    expect(sessionBegin({ sentAt: NOON + sent, arrivedAt: NOON }) - NOON).toBe(begun);
  });

  it('is over when the message is older than a day', () => {
    expect(sessionBegin({ sentAt: NOON - WHATSAPP_SESSION_MS, arrivedAt: NOON }) + WHATSAPP_SESSION_MS <= NOON).toBe(
      true,
    );
  });
});
