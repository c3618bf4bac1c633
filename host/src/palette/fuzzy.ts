/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const WHOLE = 1_000;
const WORD_START = 100;

/**
 * How well `text` answers what was typed; null when not at all. Best is the typed text as it is, at the beginning of a
 * word; else every letter must occur, in order, and the closer they stand the better.
 */
export function fuzzyScore(typed: string, text: string): number | null {
  const query = plain(typed).trim();
  const name = plain(text);
  const at = name.indexOf(query);
  if (at !== -1) return WHOLE + (at === 0 || name[at - 1] === ' ' ? WORD_START : 0) - at;
  let last = -1;
  let gaps = 0;
  for (const letter of query.replace(/\s+/g, '')) {
    const next = name.indexOf(letter, last + 1);
    if (next === -1) return null;
    gaps += next - last - 1;
    last = next;
  }
  return -gaps;
}

/** Those that answer what was typed, the best first; in their own order when nothing was typed or they tie. */
export function fuzzyFilter<T>(typed: string, items: readonly T[], textOf: (item: T) => string): T[] {
  if (typed.trim() === '') return [...items];
  return items
    .map((item) => ({ item, score: fuzzyScore(typed, textOf(item)) }))
    .filter((scored): scored is { item: T; score: number } => scored.score !== null)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
