import type { ContentItem, Outgoing } from '@inbox/domain';
import { messageEntries, showsItem, withDividers, type ThreadEntry } from './thread-entries';

export type ThreadRows = (
  items: readonly ContentItem[],
  outbox: readonly Outgoing[],
  firstUnread: ContentItem | null,
) => readonly ThreadEntry[];

interface Known {
  items: readonly ContentItem[];
  outbox: readonly Outgoing[];
  firstUnread: ContentItem | null;
  rows: readonly ThreadEntry[];
}

/**
 * The rows of one thread. They are made anew only from the first item that is not what it was: what comes at the end of
 * a long thread costs what it costs in a short one.
 */
export function createThreadRows(): ThreadRows {
  let known: Known = { items: [], outbox: [], firstUnread: null, rows: [] };
  return (items, outbox, firstUnread) => {
    const from = firstUnread === known.firstUnread ? firstChange(known, items, outbox) : 0;
    const above = known.rows.slice(0, rowAfter(known.rows, items, from));
    const rows = withDividers(messageEntries(items.slice(from), outbox), firstUnread, above);
    known = { items, outbox, firstUnread, rows };
    return rows;
  };
}

/** Where the rows may begin to differ: at an item that is another, or whose send is on its way or was. */
function firstChange(known: Known, items: readonly ContentItem[], outbox: readonly Outgoing[]): number {
  const sends = new Set([...known.outbox, ...outbox].map(({ temp_id }) => temp_id));
  const isSend = (item: ContentItem) =>
    sends.size > 0 && item.content_type !== 'log' && item.temp_id !== null && sends.has(item.temp_id);
  // An answer shows in the row of the comment that it answers, wherever that stands.
  if (items.some((item) => item.content_type === 'comment')) return 0;
  const changed = items.findIndex((item, at) => item !== known.items[at] || isSend(item));
  return changed === -1 ? items.length : changed;
}

/** The first row below all that show the first `count` items. */
function rowAfter(rows: readonly ThreadEntry[], items: readonly ContentItem[], count: number): number {
  const last = items[count - 1];
  return last === undefined ? 0 : rows.findLastIndex((row) => showsItem(row, last.id)) + 1;
}
