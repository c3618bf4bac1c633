import { attributionAbove, beginsWithAttribution } from './attribution';
import { headLineOf, isForwardSubject, ORIGINAL_MESSAGE, type HeadLine } from './languages';
import { isDeviceSignature, isGreeting, isMarkedAnswer, saysAnswersBelow } from './own-words';

/** A line of a mail, of plain text or as a block of HTML. */
export interface Line {
  /** Without marks of direction, its spaces single. */
  text: string;
  /** Has words or a picture. */
  hasContent: boolean;
  /** Is marked as part of a quote. */
  isQuoted: boolean;
  /** Is drawn as a line across the mail. */
  isRule: boolean;
  /** Is what a program marks as the line above a quote. */
  isAttribution: boolean;
  /** Is in an element in which a program puts all that it quotes, or begins it. */
  container: 'none' | 'inside' | 'begins';
  /** Is the first after something that a program puts before the head of a quoted mail only. */
  followsMark: boolean;
  /** The innermost quote around it; null in plain text. */
  quote: object | null;
  /** Colours and types of its words: a customer who answers within a quote often writes in another. */
  looks: readonly string[];
}

/** Lines in which the head of a quoted mail is looked for. */
const HEAD_LINES = 12;
const HEAD_KINDS = { marked: 1, ruled: 3, bare: 4 };

/**
 * Finds where a mail begins to repeat earlier ones, for all that follows to be folded. The first quote of the mail decides:
 * only if all after it is quoted as well, something is said above it, and nothing says or looks as if the sender wrote
 * among it, there is a history. In doubt there is none.
 *
 * @returns the index of the line; null if nothing may be folded
 */
export function historyStart(lines: readonly Line[], subject: string): number | null {
  if (isForwardSubject(subject)) return null;
  const at = lines.findIndex((_line, index) => beginsQuote(lines, index));
  const quote = at === -1 ? null : quoteAt(lines, at);
  if (quote === null || !isQuoteToTheEnd(lines, at) || !looksAsOne(lines, quote.words)) return null;
  return saysSomething(lines.slice(0, quote.start), lines[quote.words]?.isQuoted ?? false) ? quote.start : null;
}

/**
 * Whether the lines above a quote are an answer to it, and do not announce one further down. Below a head nothing marks the
 * quoted lines, so that a greeting alone is no answer: it may be among them.
 */
function saysSomething(above: readonly Line[], isMarked: boolean): boolean {
  const own = above.filter(({ hasContent, text }) => hasContent && !isDeviceSignature(text));
  if (own.length === 0 || saysAnswersBelow(own.map(({ text }) => text).join('\n'))) return false;
  return isMarked || !own.every(({ text }) => isGreeting(text));
}

/** A quote by the indexes of its lines. */
interface Quote {
  /** The first line that a program writes above the quoted words. */
  start: number;
  /** The first line of these words. */
  words: number;
}

function beginsQuote(lines: readonly Line[], at: number): boolean {
  const line = lines[at];
  if (!line?.hasContent) return false;
  return line.isQuoted || line.container === 'begins' || separatorAt(lines, at) !== null || headAt(lines, at) > 0;
}

/** The first quote of the mail; null for what is not surely one. */
function quoteAt(lines: readonly Line[], at: number): Quote | null {
  const separator = separatorAt(lines, at);
  if (separator === 'other') return null;
  const above = attributionAbove(lines, at);
  const line = lines[at];
  if (line?.container === 'begins') {
    const words = wordsOfContainer(lines, at);
    return words === null ? null : { start: withRule(lines, above?.from ?? at), words };
  }
  if (!line?.isQuoted) return { start: withRule(lines, at), words: separator ? at + 1 : at };
  if (above) return { start: above.from, words: at };
  return beginsWithAttribution(lines, at) ? { start: at, words: at } : null;
}

/** The line across the mail belongs to the head below it. */
function withRule(lines: readonly Line[], start: number): number {
  for (let at = start - 1; lines[at]?.hasContent === false; at -= 1) if (lines[at]?.isRule) return at;
  return start;
}

/**
 * Where the quoted words begin in what a program quotes; null if there are words before them that are not the program's. An
 * element without a marked quote in it is all quote.
 */
function wordsOfContainer(lines: readonly Line[], start: number): number | null {
  const isAttributed = (at: number) => attributionAbove(lines, at)?.from === start;
  const quote = lines.findIndex(({ isQuoted, hasContent }, at) => at >= start && isQuoted && hasContent);
  const isAllQuote = quote === -1 || quote === start || headAt(lines, start) > 0;
  if (!isAllQuote) return isAttributed(quote) ? quote : null;
  return [1, 2, 3].map((count) => start + count).find(isAttributed) ?? start;
}

/** Whether there is nothing but the quote up to the end: words after quoted lines, or marked as answers, are answers. */
function isQuoteToTheEnd(lines: readonly Line[], start: number): boolean {
  const hasContainer = lines[start]?.container === 'begins';
  let isInQuote = false;
  for (const line of lines.slice(start)) {
    if (!line.hasContent) continue;
    if (line.isQuoted) isInQuote = true;
    else if (isInQuote || isMarkedAnswer(line.text) || (hasContainer && line.container === 'none')) return false;
  }
  return true;
}

/** Whether each quoted mail is written in one colour and type throughout, its head aside. */
function looksAsOne(lines: readonly Line[], start: number): boolean {
  let looks = new Map<object | null, string>();
  let headEnd = start;
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at];
    const head = at < headEnd ? 0 : headAt(lines, at);
    if (head > 0) {
      looks = new Map();
      headEnd = at + head;
    }
    if (!line || at < headEnd || line.isAttribution) continue;
    for (const look of line.looks) {
      const known = looks.get(line.quote);
      if (known !== undefined && known !== look) return false;
      looks.set(line.quote, look);
    }
  }
  return true;
}

/** Words between dashes, above a mail that is answered or above another, which is handed on. */
function separatorAt(lines: readonly Line[], at: number): 'original' | 'other' | null {
  const line = lines[at];
  const words =
    line && line.text.length < 100
      ? /^[-_=*~–—]{2,}\s?(\p{L}.{2,60}?)[\s:]{0,2}[-_=*~–—]{2,}$/u.exec(line.text)?.[1]
      : undefined;
  if (line === undefined || words === undefined) return null;
  if (ORIGINAL_MESSAGE.test(words)) return 'original';
  const isAboveHead = lines.slice(at + 1, at + 4).some(({ text }) => headLineOf(text) !== null);
  return isAboveHead ? 'other' : null;
}

/**
 * How many lines are the head of a quoted mail: its sender, date, recipients and subject. One of them is enough after a
 * mark of the program's; without one customers write such lines themselves, and only all four are a head.
 */
function headAt(lines: readonly Line[], at: number): number {
  const line = lines[at];
  const first = line ? headLineOf(line.text) : null;
  if (!line || (first !== 'from' && first !== 'sent')) return 0;
  const kinds = new Set<HeadLine>();
  let length = 0;
  for (const [index, { text, hasContent }] of lines.slice(at, at + HEAD_LINES).entries()) {
    const kind = headLineOf(text);
    if (!hasContent || (kind !== null && kinds.has(kind))) break;
    if (kind === null) continue;
    kinds.add(kind);
    length = index + 1;
  }
  const isRuled = lines[at - 1]?.isRule ?? false;
  const needed = line.followsMark ? HEAD_KINDS.marked : isRuled ? HEAD_KINDS.ruled : HEAD_KINDS.bare;
  return kinds.size >= needed ? length : 0;
}
