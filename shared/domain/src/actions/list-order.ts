import type { Sort } from '../tickets/filters';
import { WHATSAPP_SESSION_MS } from '../channels/session';
import type { Ticket } from '../tickets/ticket';

/** What an order asks of a ticket. */
export type Placed = Pick<Ticket, 'id' | 'received_at' | 'replied_at' | 'session_expiry_at'>;

/**
 * Where a ticket stands in the list. Compared part by part, the smaller first; two tickets never stand at one place, for
 * the last part is of the ticket's own number.
 */
export type ListPlace = readonly [group: number, at: number, tie: number];

const newestFirst = (group: number, time: string, id: number): ListPlace => [group, -Date.parse(time), -id];
const soonestFirst = (group: number, time: string, id: number): ListPlace => [group, Date.parse(time), id];

/**
 * The place of a ticket in an order of the list, the same as the server's query gives it.
 *
 * received_at: newest message first. replied_at: last replied to first, then what nobody has replied to. expiring_soon:
 * sessions that run, the one that ends soonest first, then the rest. expired: sessions that are over, the one that ended
 * last first, then the rest. What an order does not speak of, and null (the default), is newest message first; among
 * equals the higher number comes first, save where the soonest does.
 * @param now milliseconds; one moment for all tickets that are compared: the list's load
 */
export function listPlace(sort: Sort | null, ticket: Placed, now: number): ListPlace {
  const { id, received_at, replied_at, session_expiry_at } = ticket;
  const rest = newestFirst(1, received_at, id);
  switch (sort) {
    case null:
    case 'received_at':
      return newestFirst(0, received_at, id);
    case 'replied_at':
      return replied_at === null ? rest : newestFirst(0, replied_at, id);
    case 'expiring_soon':
      return runs(session_expiry_at, now) ? soonestFirst(0, session_expiry_at, id) : rest;
    case 'expired':
      return session_expiry_at === null || runs(session_expiry_at, now) ? rest : newestFirst(0, session_expiry_at, id);
  }
}

const runs = (begun: string | null, now: number): begun is string =>
  begun !== null && Date.parse(begun) + WHATSAPP_SESSION_MS > now;

export function compareListPlaces(a: ListPlace, b: ListPlace): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
