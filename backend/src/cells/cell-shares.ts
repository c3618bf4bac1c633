import type { CellShares } from './tables';
import type { Queryable } from '../platform/db/connection';

/** Writes down what this cell is to have alike with others, when one of its processes starts. */
export async function writeShares(db: Queryable, shares: CellShares): Promise<void> {
  await db
    .updateTable('cell')
    .set({ shares: JSON.stringify(shares) })
    .execute();
}

/**
 * What keeps a merchant of one cell from working in another, in words for the operator; null when nothing does.
 * @param source null, as of a cell that was never started
 */
export function differenceOf(source: CellShares | null, target: CellShares | null): string | null {
  if (source === null || target === null)
    return 'Both cells must have been started with INBOX_CELL_SECRET once: what they have alike is not known yet.';
  if (!source.keys.every((key) => target.keys.includes(key))) {
    return "The other cell cannot open what this one has sealed: add this one's keys to its file 'credentials-key'.";
  }
  if (source.tokens !== target.tokens) {
    return 'The cells sign tokens with different keys, so that everybody would be signed out: give both the same INBOX_JWT_SECRET.';
  }
  if (source.files !== target.files) return 'The cells have different stores of files: give both the same bucket.';
  return null;
}
