import { WHATSAPP_SESSION_MS, type Sort, type Ticket, type TicketId } from '@inbox/domain';

/** Where a ticket stands in the list: by part, then by the two keys; smaller is higher up. */
export interface Place {
  id: TicketId;
  part: 0 | 1;
  key: number;
  tie: number;
}

/** How a list is ordered: sessions run or are over as of a moment, in milliseconds, that stands while it is paged. */
export interface Order {
  sort: Sort;
  at: number;
}

const newest = (ticket: Ticket, part: 0 | 1): Place => falling(ticket, part, Date.parse(ticket.received_at));
const falling = ({ id }: Ticket, part: 0 | 1, time: number): Place => ({ id, part, key: -time, tie: 0 - id });
const rising = ({ id }: Ticket, part: 0 | 1, time: number): Place => ({ id, part, key: time, tie: id });

/**
 * The server's order: newest first and the higher number first among equals; by the last reply, and below it what nobody
 * replied to; the sessions that end soonest, or those that ended last, and below them the rest, newest first.
 */
export function placeOf(ticket: Ticket, { sort, at }: Order): Place {
  if (sort === 'received_at') return newest(ticket, 0);
  if (sort === 'replied_at') {
    return ticket.replied_at === null ? newest(ticket, 1) : falling(ticket, 0, Date.parse(ticket.replied_at));
  }
  if (ticket.session_expiry_at === null) return newest(ticket, 1);
  const begun = Date.parse(ticket.session_expiry_at);
  const isOver = begun + WHATSAPP_SESSION_MS <= at;
  if (sort === 'expiring_soon') return isOver ? newest(ticket, 1) : rising(ticket, 0, begun);
  return isOver ? falling(ticket, 0, begun) : newest(ticket, 1);
}

export const comparePlaces = (a: Place, b: Place): number => a.part - b.part || a.key - b.key || a.tie - b.tie;

type Places = ReadonlyMap<TicketId, Place>;

function placeAt(order: readonly TicketId[], places: Places, index: number): Place {
  const id = order[index];
  const place = id === undefined ? undefined : places.get(id);
  if (!place) throw new Error('The order names a ticket that is not known');
  return place;
}

/** Where in `order` the place is, or would be put in: O(log n). */
function indexFor(order: readonly TicketId[], places: Places, place: Place): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePlaces(placeAt(order, places, middle), place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Is the ticket in the order, at this place? */
export function stands(order: readonly TicketId[], places: Places, place: Place): boolean {
  return order[indexFor(order, places, place)] === place.id;
}

/** Takes the ticket out of the order; nothing happens when it is not in. */
export function takeOut(order: TicketId[], places: Places, place: Place): void {
  const index = indexFor(order, places, place);
  if (order[index] === place.id) order.splice(index, 1);
}

/** Puts the ticket where it belongs; nothing happens when it is there. */
export function putIn(order: TicketId[], places: Places, place: Place): void {
  const index = indexFor(order, places, place);
  if (order[index] !== place.id) order.splice(index, 0, place.id);
}
