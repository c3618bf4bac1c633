import { isMessage, type ThreadEntry } from './thread-entries';

/** Rows that a thread opens with: as many as fill a screen. */
export const OPENS_WITH = 20;
/** With more rows the older ones of them move up into the virtual list. */
const AT_MOST = 80;

/** The key of the message that the newest rows begin with. */
export const beginningOf = (rows: readonly ThreadEntry[]): string | null =>
  rows.slice(-OPENS_WITH).find(isMessage)?.key ?? null;

/** Where the newest rows begin, with the dividers that stand above their first message; -1 when it is gone. */
export function placeOf(rows: readonly ThreadEntry[], beginning: string | null): number {
  let at = rows.findLastIndex(({ key }) => key === beginning);
  for (let above = rows[at - 1]; above !== undefined && !isMessage(above); above = rows[at - 1]) at -= 1;
  return at;
}

export const areTooMany = (rows: readonly ThreadEntry[], from: number): boolean => rows.length - from > AT_MOST;
