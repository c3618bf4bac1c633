import { expect, it } from '@jest/globals';
import type { Sort } from '../tickets/filters';
import type { TicketId } from '../ids';
import { compareListPlaces, listPlace, type Placed } from './list-order';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number | null) => (hours === null ? null : new Date(NOW - hours * 3_600_000).toISOString());

const ticket = (id: number, received: number, replied: number | null, session: number | null): Placed => ({
  id: id as TicketId,
  received_at: hoursAgo(received) ?? '',
  replied_at: hoursAgo(replied),
  session_expiry_at: hoursAgo(session),
});

const tickets = [
  ticket(1, 5, 1, null),
  ticket(2, 4, null, 23),
  ticket(3, 3, 2, 25),
  ticket(4, 2, null, 1),
  ticket(5, 1, 3, 48),
  // Ties with the one before it in every order.
  ticket(6, 1, 3, 48),
  // Ties with the second in the order of what ends soon.
  ticket(7, 4, null, 23),
];

it.each<[Sort | null, number[]]>([
  [null, [6, 5, 4, 3, 7, 2, 1]],
  ['received_at', [6, 5, 4, 3, 7, 2, 1]],
  ['replied_at', [1, 3, 6, 5, 4, 7, 2]],
  ['expiring_soon', [2, 7, 4, 6, 5, 3, 1]],
  ['expired', [3, 6, 5, 4, 7, 2, 1]],
])('sorted by %s the tickets stand as %j', (sort, expected) => {
  const sorted = tickets.toSorted((a, b) => compareListPlaces(listPlace(sort, a, NOW), listPlace(sort, b, NOW)));
  expect(sorted.map(({ id }) => id)).toEqual(expected);
});

it('a session is over at the very end of its 24 hours', () => {
  const place = (ms: number) => listPlace('expired', ticket(1, 0, null, 24), NOW + ms);
  expect([place(-1)[0], place(0)[0]]).toEqual([1, 0]);
});
