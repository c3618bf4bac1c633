/**
 * Rows hold still: while an agent points at the list or has the keyboard in it, the rows that are drawn keep their
 * places. What a row says changes at once; where it stands changes when the agent is done, or asks for it.
 */

type Places = ReadonlyMap<unknown, number>;

const placesOf = new WeakMap<readonly unknown[], Places>();

/** Where each of these rows stands: worked out once for as long as they are drawn, while batch after batch comes. */
function placesIn(drawn: readonly unknown[]): Places {
  const known = placesOf.get(drawn);
  if (known) return known;
  const places = new Map<unknown, number>();
  for (const [place, id] of drawn.entries()) places.set(id, place);
  placesOf.set(drawn, places);
  return places;
}

/** The rows drawn while held: those drawn before, and those that come in below the last of them. */
export function heldOrder<Id>(drawn: readonly Id[], order: readonly Id[]): readonly Id[] {
  const places = placesIn(drawn);
  const below = order.findLastIndex((id) => places.has(id)) + 1;
  return below === order.length ? drawn : [...drawn, ...order.slice(below)];
}

/** How many rows would come, go or move up if the order were applied now. */
export function waitingUpdates<Id>(drawn: readonly Id[], order: readonly Id[]): number {
  if (drawn === order) return 0;
  const places = placesIn(drawn);
  let updates = 0;
  let staying = 0;
  let highest = Infinity;
  for (const id of order.toReversed()) {
    const place = places.get(id);
    if (place === undefined) {
      updates += 1;
      continue;
    }
    staying += 1;
    // It stood below a row that now stands below it.
    if (place > highest) updates += 1;
    else highest = place;
  }
  return updates + drawn.length - staying;
}
