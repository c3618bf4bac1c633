import { listPlace, type Sort, type Ticket, type TicketId } from '@inbox/domain';

/** Where a ticket stands in the list: by part, then by the two keys; smaller is higher up. */
export interface Place {
  id: TicketId;
  part: number;
  key: number;
  tie: number;
}

/** How a list is ordered: sessions run or are over as of a moment, in milliseconds, that stands while it is paged. */
export interface Order {
  sort: Sort;
  at: number;
}

/** The server's order; the rule is shared with it. */
export function placeOf(ticket: Ticket, { sort, at }: Order): Place {
  const [part, key, tie] = listPlace(sort, ticket, at);
  return { id: ticket.id, part, key, tie };
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
