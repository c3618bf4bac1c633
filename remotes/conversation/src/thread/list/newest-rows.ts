import { isMessage, type ThreadEntry } from '../state/thread-entries';

/** Pixels: no bubble is lower, and no line of a log or divider, with what is between it and the next. */
const [BUBBLE, LINE] = [56, 24] as const;
/** Pixels of a window in which no thread stands: its header, the reply box and the page's own header. */
const NEVER_THREAD = 150;
/** With more rows the older ones of them move up into the virtual list. */
const AT_MOST = 80;

/**
 * The newest of a thread that fill its place: each is drawn in the frame that opens it.
 * @param isLine is it one line without a bubble?
 * @param windowHeight in pixels
 */
export function newestThatFill<T>(all: readonly T[], isLine: (one: T) => boolean, windowHeight: number): readonly T[] {
  let left = windowHeight - NEVER_THREAD;
  let from = all.length;
  for (let one = all[from - 1]; one !== undefined && left > 0; one = all[from - 1]) {
    left -= isLine(one) ? LINE : BUBBLE;
    from -= 1;
  }
  return all.slice(from);
}

const isLineOfThread = (row: ThreadEntry): boolean =>
  !isMessage(row) || (row.kind === 'item' && row.item.content_type === 'log');

/** The key of the message that the newest rows begin with, in a window of this height in pixels. */
export const beginningOf = (rows: readonly ThreadEntry[], windowHeight: number): string | null =>
  newestThatFill(rows, isLineOfThread, windowHeight).find(isMessage)?.key ?? null;

/** Where the newest rows begin, with the dividers that stand above their first message; -1 when it is gone. */
export function placeOf(rows: readonly ThreadEntry[], beginning: string | null): number {
  let at = rows.findLastIndex(({ key }) => key === beginning);
  for (let above = rows[at - 1]; above !== undefined && !isMessage(above); above = rows[at - 1]) at -= 1;
  return at;
}

export const areTooMany = (rows: readonly ThreadEntry[], from: number): boolean => rows.length - from > AT_MOST;
