import { describe, expect, it } from '@jest/globals';
import { SORTS, WHATSAPP_SESSION_MS, type Sort, type Ticket } from '@inbox/domain';
import { aTicket, type Overrides } from '@inbox/panel/testing';
import fc from 'fast-check';
import { comparePlaces, placeOf, putIn, stands, takeOut, type Place } from './list-order';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(NOW - hours * HOUR).toISOString();
const ticket = (id: number, change: Overrides<Ticket> = {}) =>
  aTicket({ id, received_at: ago(id), replied_at: null, session_expiry_at: null, ...change });

const ordered = (sort: Sort, tickets: readonly Ticket[]) =>
  tickets
    .map((one) => placeOf(one, { sort, at: NOW }))
    .sort(comparePlaces)
    .map(({ id }) => id);

describe('the order', () => {
  it.each<[Sort, Ticket[], number[]]>([
    ['received_at', [ticket(3), ticket(1), ticket(2)], [1, 2, 3]],
    ['received_at', [ticket(3, { received_at: ago(1) }), ticket(1)], [3, 1]],
    ['replied_at', [ticket(1), ticket(2, { replied_at: ago(9) }), ticket(3, { replied_at: ago(5) })], [3, 2, 1]],
    [
      'expiring_soon',
      [
        ticket(1),
        ticket(2, { session_expiry_at: ago(25) }),
        ticket(3, { session_expiry_at: ago(2) }),
        ticket(4, { session_expiry_at: ago(23) }),
      ],
      [4, 3, 1, 2],
    ],
    [
      'expired',
      [
        ticket(1),
        ticket(2, { session_expiry_at: ago(90) }),
        ticket(3, { session_expiry_at: ago(25) }),
        ticket(4, { session_expiry_at: ago(23) }),
      ],
      [3, 2, 1, 4],
    ],
  ])('by %s', (sort, tickets, expected) => {
    expect(ordered(sort, tickets)).toEqual(expected);
  });

  it('takes a session for over from the moment at which it ends', () => {
    const ending = ticket(2, { session_expiry_at: new Date(NOW - WHATSAPP_SESSION_MS).toISOString() });
    expect(ordered('expired', [ticket(1), ending])).toEqual([2, 1]);
  });

  it.each(SORTS)('by %s leaves no two tickets in one place, and finds each where it was put', (sort) => {
    const hours = fc.option(fc.integer({ min: 0, max: 30 }), { nil: null });
    const tickets = fc
      .array(fc.record({ received: fc.integer({ min: 0, max: 3 }), replied: hours, begun: hours }), { maxLength: 12 })
      .map((all) =>
        all.map(({ received, replied, begun }, index) =>
          ticket(index + 1, {
            received_at: ago(received),
            replied_at: replied === null ? null : ago(replied),
            session_expiry_at: begun === null ? null : ago(begun),
          }),
        ),
      );
    fc.assert(
      fc.property(tickets, (all) => {
        const places = new Map(all.map((one) => [one.id, placeOf(one, { sort, at: NOW }) satisfies Place]));
        const order: Ticket['id'][] = [];
        for (const place of places.values()) putIn(order, places, place);
        expect(order).toEqual(ordered(sort, all));
        for (const place of places.values()) {
          expect(stands(order, places, place)).toBe(true);
          takeOut(order, places, place);
        }
        expect(order).toEqual([]);
      }),
    );
  });
});
