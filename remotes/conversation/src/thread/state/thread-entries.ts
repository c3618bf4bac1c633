import { formatDay, type ContentId, type ContentItem, type Outgoing } from '@inbox/domain';
import { confirms } from '@inbox/domain/conversation';
import { addDays } from 'date-fns/addDays';
import { startOfDay } from 'date-fns/startOfDay';
import { commentThreads, holds, type CommentThread } from './comment-rows';

/** One row of the thread. Keys stay the same from the first paint of a send to its last delivery report. */
export type ThreadEntry =
  | { kind: 'day'; key: string; day: string }
  /** Above the first message that was unread when the ticket was opened. */
  | { kind: 'unread'; key: string }
  /** `again`: the send of this failed message is being repeated. */
  | { kind: 'item'; key: string; item: ContentItem; again: Outgoing | null }
  /** A comment under a post, with the answers to it. */
  | { kind: 'comments'; key: string; item: ContentItem; thread: CommentThread }
  | { kind: 'pending'; key: string; outgoing: Outgoing };

export type MessageEntry = Extract<ThreadEntry, { kind: 'item' | 'comments' | 'pending' }>;

/** What has a bubble of its own. */
export type BubbleEntry = Exclude<MessageEntry, { kind: 'comments' }>;

export const isMessage = (row: ThreadEntry): row is MessageEntry => row.kind !== 'day' && row.kind !== 'unread';

/** Does the row show this item? */
export function showsItem(row: ThreadEntry, id: ContentId): boolean {
  return row.kind === 'comments' ? holds(row.thread.root, id) : row.kind === 'item' && row.item.id === id;
}

/** The entries of items that nothing is pending for: the same object as long as the item is, so that its row rests. */
const settled = new WeakMap<ContentItem, MessageEntry>();

function settledEntry(item: ContentItem): MessageEntry {
  const known = settled.get(item);
  if (known) return known;
  const key = item.content_type === 'log' || item.temp_id === null ? `${item.id}` : item.temp_id;
  const entry: MessageEntry = { kind: 'item', key, item, again: null };
  settled.set(item, entry);
  return entry;
}

/** The server's items with this browser's own sends among them, each message once. */
export function messageEntries(items: readonly ContentItem[], outbox: readonly Outgoing[]): MessageEntry[] {
  const sends = new Map(outbox.map((outgoing) => [outgoing.temp_id, outgoing]));
  const comments = commentThreads(items);
  const entries = items.flatMap((item): MessageEntry | [] => {
    if (item.content_type === 'comment') {
      const thread = comments.get(item.id);
      // Answers stand below what they answer.
      return thread ? { kind: 'comments', key: item.temp_id ?? `${item.id}`, item, thread } : [];
    }
    if (item.content_type === 'log' || item.temp_id === null) return settledEntry(item);
    const outgoing = sends.get(item.temp_id) ?? null;
    if (outgoing === null) return settledEntry(item);
    sends.delete(item.temp_id);
    return confirms(item, outgoing) ? settledEntry(item) : { kind: 'item', key: item.temp_id, item, again: outgoing };
  });
  for (const outgoing of sends.values()) entries.push({ kind: 'pending', key: outgoing.temp_id, outgoing });
  return entries;
}

/**
 * The same with a divider before the first message of each day, in the reader's time zone, and one before the first
 * unread message.
 *
 * @param above the rows that stand above these, if any
 */
export function withDividers(
  entries: readonly MessageEntry[],
  firstUnread: ContentItem | null,
  above: readonly ThreadEntry[] = [],
): ThreadEntry[] {
  const rows = [...above];
  const seen = new Set(above.flatMap((row) => (row.kind === 'day' ? row.day : [])));
  let [begins, ends] = [Infinity, -Infinity];
  for (const entry of entries) {
    const time = Date.parse(timeOf(entry));
    // Days are named seldom: a long thread has thousands of messages and few days.
    if (time < begins || time >= ends) {
      const date = new Date(time);
      [begins, ends] = boundsOf(date);
      const day = formatDay(date);
      if (!seen.has(day)) rows.push({ kind: 'day', key: `day ${day}`, day });
      seen.add(day);
    }
    if (firstUnread !== null && showsItem(entry, firstUnread.id)) rows.push({ kind: 'unread', key: 'unread' });
    rows.push(entry);
  }
  return rows;
}

function boundsOf(date: Date): [from: number, to: number] {
  const begins = startOfDay(date);
  return [begins.getTime(), addDays(begins, 1).getTime()];
}

export const timeOf = (entry: MessageEntry): string =>
  entry.kind === 'pending' ? entry.outgoing.created_at : entry.item.created_at;
