import { cutText } from '../text/lengths';

/** UTF-16 units of the longest mail that is shown at once; of a longer one its beginning, and the rest on demand. */
export const LONG_MAIL = 100_000;
/** Units of that beginning: some ten screens. */
export const MAIL_BEGINNING = 50_000;
/** Elements left open, beyond which a browser's parser takes the square of their number. */
const MOST_OPEN = 3_000;
/** How far into a mail its body may begin for it to count from there: what is before it is no text. */
const HEAD = 200_000;
/** How far on a better place for a cut is looked for. */
const REACH = 5_000;

const BLOCK = /<(?:div|p|table|tr|li|ul|ol|h[1-6]|blockquote|hr)\b/gi;
const TAG = /<[a-z/]/gi;

/**
 * Where HTML may be cut: before a tag at or after `from`, if one is near before one that begins a block, and not inside
 * of a style sheet or a comment that begins after `since`. The length of the HTML when there is no such place.
 */
export function htmlCut(html: string, from: number, since = 0): number {
  if (from >= html.length) return html.length;
  const block = indexOf(BLOCK, html.slice(from, from + REACH), 0);
  const cut = block === -1 ? indexOf(TAG, html, from) : from + block;
  if (cut === -1) return html.length;
  const before = html.slice(since, cut).toLowerCase();
  for (const [open, close] of HIDDEN) {
    const begin = before.lastIndexOf(open);
    if (begin <= before.lastIndexOf(close)) continue;
    if (begin > 0) return since + begin;
    const end = html.toLowerCase().indexOf(close, cut);
    return end === -1 ? html.length : end + close.length;
  }
  return cut;
}

const HIDDEN = [
  ['<style', '</style>'],
  ['<!--', '-->'],
] as const;

/** The beginning of a mail's HTML, cut where it may be; all of it when it is short. */
export function mailBeginning(html: string): string {
  if (html.length <= MAIL_BEGINNING || (html.length <= LONG_MAIL && !leavesOpen(html))) return html;
  const body = html.slice(0, HEAD).search(/<body\b/i);
  return html.slice(0, htmlCut(html, MAIL_BEGINNING + Math.max(0, body)));
}

/** The same of a mail without HTML: cut after a line, if one ends near. */
export function textBeginning(text: string): string {
  if (text.length <= LONG_MAIL) return text;
  const cut = cutText(text, MAIL_BEGINNING);
  const line = cut.lastIndexOf('\n');
  return line > MAIL_BEGINNING - REACH ? cut.slice(0, line) : cut;
}

/** Whether many more elements begin than end, of those that have an end. */
function leavesOpen(html: string): boolean {
  const opened = html.match(/<(?!p\b|li\b|d[td]\b|t[drh]\b|br\b|img\b|hr\b|meta\b|link\b|col\b)[a-z]/gi)?.length ?? 0;
  const closed = html.match(/<\//g)?.length ?? 0;
  return opened - closed > MOST_OPEN;
}

function indexOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}
