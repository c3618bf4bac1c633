import { cutText } from './lengths';

/** UTF-16 units and lines beyond which a message's text is folded: some two screens. */
const LONG = { units: 3_000, lines: 60 } as const;
/** What is left of it: a longer text than is hidden would not be worth a button. */
const LEFT = { units: 1_500, lines: 30 } as const;

/** The part of a long text that stands for it until all of it is asked for; null of a text that is shown at once. */
export function foldedText(text: string): string | null {
  if (text.length <= LONG.units && lineEnd(text, LONG.lines) === -1) return null;
  const end = lineEnd(text, LEFT.lines);
  return cutText(end === -1 ? text : text.slice(0, end), LEFT.units);
}

/** Where the line of that number ends, or -1 when there are no more; looks no further. */
function lineEnd(text: string, line: number): number {
  let at = -1;
  for (let n = 0; n < line; n += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return -1;
  }
  return at;
}
