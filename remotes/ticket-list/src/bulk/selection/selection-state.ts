import type { BulkTarget, ListFilters, TicketId } from '@inbox/domain';

type Ids = ReadonlySet<TicketId>;

/** The tickets that are chosen for bulk work. */
export type Selection =
  | {
      kind: 'some';
      ids: Ids;
      /** Where a range begins: the row that was toggled last. Null before the first. */
      anchor: TicketId | null;
      /** What was chosen when the anchor was set: a range that is drawn anew forgets its last end. */
      base: Ids;
    }
  /** Every ticket under the filters, on the server, but these. */
  | { kind: 'all'; except: Ids };

export const NOTHING: Selection = { kind: 'some', ids: new Set(), anchor: null, base: new Set() };

export const isChosen = (selection: Selection, id: TicketId): boolean =>
  selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);

export const isEmpty = (selection: Selection): boolean => selection.kind === 'some' && selection.ids.size === 0;

function flipped(ids: Ids, id: TicketId): Ids {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function toggle(selection: Selection, id: TicketId): Selection {
  if (selection.kind === 'all') return { kind: 'all', except: flipped(selection.except, id) };
  const ids = flipped(selection.ids, id);
  return { kind: 'some', ids, anchor: id, base: ids };
}

/**
 * Chooses all from the anchor to this row, in the order that is shown; without an anchor the row alone.
 * @param order the rows that may be chosen, and the anchor, from the top down
 */
export function extend(selection: Selection, to: TicketId, order: readonly TicketId[]): Selection {
  if (selection.kind === 'all') return selection.except.has(to) ? toggle(selection, to) : selection;
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const end = order.indexOf(to);
  if (end < 0) return selection;
  if (from < 0)
    return selection.ids.has(to) ? { ...selection, anchor: to, base: selection.ids } : toggle(selection, to);
  const range = order.slice(Math.min(from, end), Math.max(from, end) + 1);
  return { ...selection, ids: new Set([...selection.base, ...range]) };
}

/** Chooses these as well: all that is loaded. */
export function add(selection: Selection, more: readonly TicketId[]): Selection {
  if (selection.kind === 'all') return selection;
  const ids = new Set([...selection.ids, ...more]);
  return { ...selection, ids, base: ids };
}

/** What is gone from the list, or may not be chosen any more, is not chosen. */
export function keepOnly(selection: Selection, stays: (id: TicketId) => boolean): Selection {
  if (selection.kind === 'all' || [...selection.ids].every(stays)) return selection;
  const kept = (ids: Ids) => new Set([...ids].filter(stays));
  return { ...selection, ids: kept(selection.ids), base: kept(selection.base) };
}

/**
 * What was acted on is chosen no more; what was chosen while that went on still is.
 * @param filters those of the list that is chosen from now
 */
export function afterWork(selection: Selection, target: BulkTarget, filters: ListFilters): Selection {
  if ('filters' in target) return selection.kind === 'all' && target.filters === filters ? NOTHING : selection;
  const served = new Set(target.ticket_ids);
  return keepOnly(selection, (id) => !served.has(id));
}
