import { confirms, formatDay, type ContentItem, type Outgoing } from '@inbox/domain';

/** One row of the thread. Keys stay the same from the first paint of a send to its last delivery report. */
export type ThreadEntry =
  | { kind: 'day'; key: string; day: string }
  /** `again`: the send of this failed message is being repeated. */
  | { kind: 'item'; key: string; item: ContentItem; again: Outgoing | null }
  | { kind: 'pending'; key: string; outgoing: Outgoing };

export type MessageEntry = Exclude<ThreadEntry, { kind: 'day' }>;

/** The server's items with this browser's own sends among them, each message once. */
export function messageEntries(items: readonly ContentItem[], outbox: readonly Outgoing[]): MessageEntry[] {
  const sends = new Map(outbox.map((outgoing) => [outgoing.temp_id, outgoing]));
  const entries = items.map((item): MessageEntry => {
    if (item.content_type === 'log' || item.temp_id === null)
      return { kind: 'item', key: `${item.id}`, item, again: null };
    const outgoing = sends.get(item.temp_id) ?? null;
    sends.delete(item.temp_id);
    const again = outgoing !== null && !confirms(item, outgoing) ? outgoing : null;
    return { kind: 'item', key: item.temp_id, item, again };
  });
  for (const outgoing of sends.values()) entries.push({ kind: 'pending', key: outgoing.temp_id, outgoing });
  return entries;
}

/** The same with a divider before the first message of each day, in the reader's time zone. */
export function withDays(entries: readonly MessageEntry[]): ThreadEntry[] {
  const seen = new Set<string>();
  return entries.flatMap((entry): ThreadEntry[] => {
    const day = formatDay(new Date(timeOf(entry)));
    if (seen.has(day)) return [entry];
    seen.add(day);
    return [{ kind: 'day', key: `day ${day}`, day }, entry];
  });
}

export const timeOf = (entry: MessageEntry): string =>
  entry.kind === 'item' ? entry.item.created_at : entry.outgoing.created_at;
